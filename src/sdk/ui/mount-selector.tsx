import type { ReadonlySignal } from '@preact/signals';
import { isComposing } from '../../kit/keys.ts';
import { LiveText } from '../../kit/live-text.tsx';
import type { ModalTexts } from '../../texts/surfaces.ts';
import type { Provider } from '../protocol/provider.ts';
import { loadMessages } from './locales/load-messages.ts';
import { focusSearch, useQuery } from './query.ts';
import { render } from './render.ts';
import { Selector } from './selector.tsx';
import { adoptSelectorStyles } from './selector-styles.ts';

/** The content and the callbacks of `mountProviderSelector`. */
export interface ProviderSelectorOptions {
  /** In the order of display; popular providers are moved to the front. */
  readonly providers: readonly Provider[];
  /** BCP 47 tag. If there are no texts in that language, the browser's languages are tried, then English. */
  readonly locale: string;
  readonly theme: 'light' | 'dark';
  /** The application's name, for the advice about a provider that is not listed. Default: the page's host name. */
  readonly application?: string | undefined;
  /** Web address of the application's support. */
  readonly support?: string | null | undefined;
  /** Called with the id of an available provider. */
  readonly onSelect: (providerId: string) => void;
  /** Called when the user reports that their provider is missing. It does not get the search text. */
  readonly onNotListed?: (() => void) | undefined;
}

/**
 * Draws a provider selector into an element of a hosted Connect page. The selector looks and works as in the modal, and
 * is in an open shadow root. If Escape clears the search, the event's default action is prevented. So a page that
 * closes on Escape must check `defaultPrevented`.
 *
 * @param element - an empty element that supports a shadow root, such as a `div`
 * @returns a function that removes the selector; the element can then be used again
 * @example
 * ```ts
 * import { mountProviderSelector } from 'tax-connect/page';
 *
 * const element = document.createElement('div');
 * document.body.append(element);
 * const remove = mountProviderSelector(element, {
 *   providers: [],
 *   locale: 'en',
 *   theme: 'light',
 *   onSelect: (providerId) => console.log(providerId),
 * });
 * ```
 */
export function mountProviderSelector(
  element: HTMLElement,
  options: ProviderSelectorOptions,
): () => void {
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const language = loadMessages(options.locale);
  const styles = adoptSelectorStyles(root.adoptedStyleSheets, ':host([hidden]){display:none}');
  render(<SelectorView {...options} root={root} language={language} />, root);
  return () => {
    render(null, root);
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== styles);
  };
}

interface SelectorViewProps extends ProviderSelectorOptions {
  readonly root: ShadowRoot;
  readonly language: ReadonlySignal<ModalTexts>;
}

function SelectorView(options: SelectorViewProps) {
  const { providers, theme, application, onSelect, onNotListed } = options;
  const messages = options.language.value;
  const query = useQuery(options.root);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hands keys on to the combobox inside
    <div
      class="view"
      lang={messages.lang}
      dir={messages.dir}
      data-theme={theme}
      style={{ colorScheme: theme }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') focusSearch(event);
        // Preventing an Escape that clears the search tells the page that it must not close.
        else if (!isComposing(event) && (query.clear() || event.repeat)) event.preventDefault();
      }}
    >
      <Selector
        messages={messages}
        query={query}
        providers={providers}
        application={application ?? location.hostname}
        support={options.support}
        onSelect={onSelect}
        onUnlisted={onNotListed}
      />
      <p role="status">{query.status && <LiveText text={query.status} />}</p>
    </div>
  );
}
