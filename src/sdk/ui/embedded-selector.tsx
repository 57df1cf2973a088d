import { useLayoutEffect, useState } from 'preact/hooks';
import { isComposing, isShortcut } from '../../kit/keys.ts';
import { LiveText } from '../../kit/live-text.tsx';
import { usePatience } from '../../kit/patience.ts';
import { fill } from '../../texts/fill.ts';
import type { ModalTexts } from '../../texts/surfaces.ts';
import type { ConnectAppearance } from '../protocol/appearance.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { formatReference } from '../protocol/reference.ts';
import { createTheme } from './appearance.ts';
import embeddedCss from './embedded-selector.css?inline';
import { findFocus } from './focus.ts';
import type { ModalActions, Readable, Screen } from './modal-model.ts';
import { Failure, Popup, SlowLoad } from './notices.tsx';
import { nameApplication } from './parties.tsx';
import { focusSearch, type Query, useQuery } from './query.ts';
import { render } from './render.ts';
import { Selector } from './selector.tsx';
import { adoptSelectorStyles } from './selector-styles.ts';

export interface EmbeddedModel {
  readonly screen: Screen;
  readonly application: ConnectApplication | null;
  readonly theme: 'light' | 'dark';
  /** The ID of the flow that loads the list. Empty before the list is requested. */
  readonly id: string;
  /** True when the list has not been requested yet. */
  readonly isIdle: boolean;
}

type EmbeddedActions = Pick<
  ModalActions,
  'selectProvider' | 'reportUnlisted' | 'retry' | 'reload' | 'openPopup'
>;

interface EmbeddedOptions {
  readonly root: ShadowRoot;
  readonly model: Readable<EmbeddedModel>;
  readonly actions: EmbeddedActions;
  readonly language: Readable<ModalTexts>;
  readonly appearance: ConnectAppearance | undefined;
  readonly placeholder: string | undefined;
}

/** Isolates the element as `isolation.ts` does. It is as high as its parent, or 28em if the parent has no height. */
const isolationCss =
  ':host{all:initial!important;display:block!important;position:relative!important;contain:size!important;' +
  'contain-intrinsic-size:20em 28em!important;block-size:100%!important;min-block-size:16em!important}' +
  ':host::before,:host::after{display:none!important}';

export function mountEmbedded(options: EmbeddedOptions): { close(): void } {
  const { root } = options;
  adoptSelectorStyles(root.adoptedStyleSheets, embeddedCss + isolationCss);
  render(<EmbeddedSelector {...options} />, root);
  return { close: () => render(null, root) };
}

function EmbeddedSelector(props: EmbeddedOptions) {
  const { root } = props;
  const messages = props.language.value;
  const model = props.model.value;
  const { screen, application, theme, isIdle } = model;
  const query = useQuery(root);
  const isLoading = screen.kind === 'loading' && !isIdle;
  const { level, waitAgain } = usePatience(isLoading && 'list');
  const wait = level > 1 ? messages.waiting : level > 0 && messages.loading;
  const status = wait || query.status;
  const isList = screen.kind === 'loading' || screen.kind === 'select';
  const isSlow = level > 2;
  useFocus(root, isList, isSlow);
  useLayoutEffect(() => {
    // A notice has a heading of level 3, below the modal's title of level 2, which is missing here.
    root.querySelector('h3')?.setAttribute('aria-level', '2');
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hands keys on to the combobox inside
    <div
      class="card"
      lang={messages.lang}
      dir={messages.dir}
      data-theme={theme}
      style={{ ...createTheme(props.appearance), colorScheme: theme }}
      onKeyDown={(event) => handleKey(event, query)}
      onKeyPress={keepKey}
      onKeyUp={keepKey}
      onInput={(event) => event.stopPropagation()}
    >
      <div class="view" aria-busy={isLoading}>
        {isList ? (
          <List
            {...props}
            {...model}
            messages={messages}
            query={query}
            isSlow={isSlow}
            waitAgain={waitAgain}
          />
        ) : (
          <Trouble {...props} {...model} messages={messages} />
        )}
        {isList && application && (
          <p class="note">
            {fill(messages.promise, { application: nameApplication(application) })}
          </p>
        )}
      </div>
      <p role="status">{status && <LiveText text={status} />}</p>
    </div>
  );
}

/** Moves the focus into a new view, if the change of the view has removed the focused element. */
function useFocus(root: ShadowRoot, isList: boolean, isSlow: boolean): void {
  const hadFocus = root.activeElement !== null;
  useLayoutEffect(() => {
    if (hadFocus && root.activeElement === null) findFocus(root)?.focus({ preventScroll: true });
  }, [isList, isSlow]);
}

interface ListProps extends EmbeddedOptions, EmbeddedModel {
  readonly messages: ModalTexts;
  readonly query: Query;
  readonly isSlow: boolean;
  readonly waitAgain: () => void;
}

function List({ messages, screen, application, actions, ...props }: ListProps) {
  const slow = <SlowLoad messages={messages} actions={actions} waitAgain={props.waitAgain} />;
  const pending = props.isSlow ? slow : <div class="rest" />;
  return (
    <Selector
      messages={messages}
      query={props.query}
      placeholder={props.placeholder}
      providers={screen.kind === 'select' ? screen.providers : none}
      pending={screen.kind === 'select' ? undefined : pending}
      application={nameApplication(application)}
      support={application?.support_url}
      onSelect={actions.selectProvider}
      onUnlisted={actions.reportUnlisted}
    />
  );
}

const none: readonly Provider[] = [];

interface TroubleProps extends EmbeddedOptions, EmbeddedModel, Pick<ListProps, 'messages'> {}

/** Draws the notice that says why there is no list, or that a popup is open. The modal has the same notices. */
function Trouble({ screen, id, ...props }: TroubleProps) {
  const [isCopied, setCopied] = useState(false);
  const copying = { isCopied, onCopied: () => setCopied(true) };
  if (screen.kind === 'popup') return <Popup {...props} {...copying} screen={screen} />;
  if (screen.kind !== 'failed') return null;
  const reference = id && formatReference(id);
  return <Failure {...props} {...copying} screen={screen} reference={reference} />;
}

/** Handles a key. An Escape that clears the search stays here. Others may close a dialog around the selector. */
function handleKey(event: KeyboardEvent, query: Query): void {
  if (event.key === 'Escape') {
    if (isComposing(event) || !(query.clear() || event.repeat)) return;
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  focusSearch(event);
  keepKey(event);
}

/** Hides typed keys from the shortcuts of the host's page, and Enter from a form around the selector. */
function keepKey(event: KeyboardEvent): void {
  if (event.key !== 'Tab' && event.key !== 'Escape' && !isShortcut(event)) event.stopPropagation();
}
