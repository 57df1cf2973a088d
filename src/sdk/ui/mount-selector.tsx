import { effect } from '@preact/signals-core';
import type { Provider } from '../protocol/provider.ts';
import baseCss from './base.css?inline';
import { loadMessages } from './locales/load-messages.ts';
import { render } from './render.ts';
import selectorCss from './selector.css?inline';
import { createSelector } from './selector.tsx';
import { adoptStyles } from './styles.ts';

/** What `mountProviderSelector` shows and tells. */
export interface ProviderSelectorOptions {
  /** In the order they are shown; the popular ones are moved to the front. */
  readonly providers: readonly Provider[];
  /** BCP 47 tag; without texts in it the browser's languages are tried, then English. */
  readonly locale: string;
  readonly theme: 'light' | 'dark';
  /** Called with the id of an available provider. */
  readonly onSelect: (providerId: string) => void;
  /** Called when the user says that their provider is missing; what they searched for is not told. */
  readonly onNotListed?: (() => void) | undefined;
}

/**
 * Draws the provider selector of the modal into an element of a hosted Connect page, in an open shadow
 * root, so that it looks the same there. An Escape that clears the search is prevented: a page
 * that leaves on Escape has to ask for `defaultPrevented`.
 *
 * @param element - an empty element that can have a shadow root, such as a `div`
 * @param options - see `ProviderSelectorOptions`
 * @returns takes the selector away again; the element can then be used for another
 */
export function mountProviderSelector(
  element: HTMLElement,
  options: ProviderSelectorOptions,
): () => void {
  const { providers, theme, onSelect } = options;
  const language = loadMessages(options.locale);
  const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
  const selector = createSelector({ root, language, onSelect, onUnlisted: options.onNotListed });
  const data = { providers, busyId: null };
  adoptStyles(root, baseCss + selectorCss);
  const stopRendering = effect(() => {
    const messages = language.value;
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: it hands keys on to the combobox inside
      <div
        class="view"
        lang={messages.lang}
        dir={messages.dir}
        data-theme={theme}
        style={{ colorScheme: theme }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') selector.handleKey(event);
          // Handled here: for the surrounding page, Escape means to leave.
          else if (!event.isComposing && (selector.clear() || event.repeat)) event.preventDefault();
        }}
      >
        {selector.draw(data, '')}
        <p role="status">{selector.status.value}</p>
      </div>,
      root,
    );
  });
  return () => {
    stopRendering();
    selector.close();
    render(null, root);
  };
}
