import type { JSX, TargetedFocusEvent } from 'preact';
import type { Messages } from './locales/messages.ts';
import type { ModalModel, ModalOptions, Screen } from './modal-model.ts';
import { drawButton, drawIcon, drawIconButton, drawNotice } from './parts.tsx';
import type { Selector } from './selector.tsx';

/** The data that the modal is drawn from. */
export interface ModalProps extends ModalOptions {
  readonly messages: Messages;
  /** Custom properties of the dialog. */
  readonly style: Record<string, string>;
  readonly selector: Selector;
  /** The text of the live region; visible on the screens that wait. */
  readonly status: string;
  readonly isCopied: boolean;
  readonly onCopy: () => void;
  /** For Escape, the back gesture of a phone, and every other way of closing a dialog. */
  readonly onEscape: () => void;
}

/**
 * The whole modal. The slot with the frame is part of every screen, because a frame that leaves the
 * document would reload. On other screens the frame is invisible and inert, but still loads.
 *
 * @param props - see `ModalProps`
 * @returns the dialog
 */
export function drawModal(props: ModalProps): JSX.Element {
  const { messages, model, status, style, onEscape } = props;
  const screen = model.screen.value;
  const isPage = screen.kind === 'page';
  const isLoading = screen.kind === 'loading';
  const isConfirming = model.isConfirmingExit.value;
  const height = isPage && model.frameHeight.value;
  return (
    <dialog
      lang={messages.lang}
      dir={messages.dir}
      // The title is inert during the question, and inert elements cannot name the dialog.
      aria-label={isConfirming ? describeTitle(props) : undefined}
      aria-labelledby={isConfirming ? undefined : 'name to'}
      data-theme={model.theme.value}
      data-screen={screen.kind}
      style={{
        ...style,
        colorScheme: model.theme.value,
        '--frame': height ? `${height}px` : undefined,
      }}
      onKeyDown={(event) => handleKey(event, props)}
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      onClose={(event) => {
        // The second or third time, the browser closes the dialog although `cancel` was prevented.
        // https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-infrastructure
        if (event.currentTarget.isConnected) event.currentTarget.showModal();
        onEscape();
      }}
    >
      <section tabIndex={-1} inert={isConfirming}>
        {drawHeader(props)}
        {model.isInterrupted.value && <p class="note">{messages.interrupted}</p>}
        <div class="view" aria-busy={isLoading}>
          {drawScreen(props)}
        </div>
        <p role="status" aria-busy={isLoading && !status}>
          {status}
        </p>
        <div class="frame" inert={!isPage}>
          <slot />
        </div>
        {isPage && drawSentinel()}
      </section>
      {isConfirming && drawExit(props)}
    </dialog>
  );
}

/** Tab after the last element of the frame moves to the header, not out of the page. */
function drawSentinel(): JSX.Element {
  const passOn = (event: TargetedFocusEvent<HTMLElement>) =>
    event.currentTarget.parentElement?.querySelector('button')?.focus();
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it passes the focus on at once
  // biome-ignore lint/a11y/noStaticElementInteractions: it passes the focus on at once
  return <i tabIndex={0} onFocus={passOn} />;
}

/**
 * @param model - the modal's model
 * @returns the application's name. Until the page has said it, the site's
 */
export function nameApplication({ application }: ModalModel): string {
  return application.value?.name ?? location.hostname;
}

function handleKey(event: KeyboardEvent, { model, selector, onEscape }: ModalProps): void {
  if (event.key === 'Escape') {
    // Preventing only `cancel` is not enough: after a second Escape the browser closes anyway.
    // https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-infrastructure
    event.preventDefault();
    // Otherwise holding Escape down would clear the search and then leave.
    if (!event.isComposing && !event.repeat) onEscape();
  } else if (model.screen.value.kind === 'select') selector.handleKey(event);
}

function describeTitle({ messages, model }: ModalProps): string {
  const application = model.application.value;
  return application ? `${messages.title} ${messages.to(application.name)}` : messages.title;
}

function drawHeader({ messages, model, actions }: ModalProps): JSX.Element {
  const screen = model.screen.value;
  const application = model.application.value;
  return (
    <header>
      {'canGoBack' in screen &&
        screen.canGoBack &&
        drawIconButton('back', messages.back, actions.goBack)}
      <h2 id="title" tabIndex={-1}>
        <span id="name">{messages.title}</span>{' '}
        <small>
          <span id="to">{application && messages.to(application.name)}</span>{' '}
          {application?.environment === 'test' && <mark>{messages.test}</mark>}
        </small>
      </h2>
      {drawIconButton('close', messages.close, actions.requestClose)}
    </header>
  );
}

function drawScreen(props: ModalProps): JSX.Element | undefined {
  const screen = props.model.screen.value;
  const application = props.model.application.value;
  switch (screen.kind) {
    case 'select':
      return (
        <>
          {props.selector.draw(screen, props.status)}
          {application && <p class="note">{props.messages.promise(application.name)}</p>}
        </>
      );
    case 'failed':
      return drawFailure(props, screen);
    case 'popup':
      return drawPopup(props, screen);
    case 'finishing':
      return <i class="spin" />;
    case 'connected':
      return drawIcon('check');
    case 'loading': // A skeleton; the style sheet draws it.
    case 'page':
      return;
  }
}

/** The error's own message is for developers and is not shown. */
function drawFailure(
  props: ModalProps,
  { error: { code, retryable }, canTryWindow, canChoose }: Screen & { kind: 'failed' },
): JSX.Element {
  const { messages, model, actions, reference, isCopied, onCopy } = props;
  const isAtProvider = code === 'provider_unavailable' && canChoose;
  const retry = isAtProvider ? messages.another : messages.retry;
  return drawNotice(
    messages.errors(nameApplication(model))[code],
    <>
      {(retryable || isAtProvider) && drawButton(retry, actions.retry, 'primary')}
      {code === 'unsupported_version' && drawButton(messages.reload, actions.reload, 'primary')}
      {canTryWindow && drawButton(messages.open, actions.openPopup)}
      {drawButton(messages.close, actions.requestClose)}
      <small>
        {messages.reference} <code dir="ltr">{reference}</code>{' '}
        {drawButton(isCopied ? messages.copied : messages.copy, onCopy)}
      </small>
    </>,
    'alert',
  );
}

/** Every button calls its action synchronously, because a window opens only in the user's own click. */
function drawPopup(
  { messages, actions }: ModalProps,
  { state, canUseFrame }: Screen & { kind: 'popup' },
): JSX.Element {
  const isOpen = state === 'waiting';
  const open = isOpen || state === 'closed' ? messages.reopen : messages.open;
  return drawNotice(
    messages.popup[state],
    <>
      {isOpen && drawButton(messages.show, actions.focusPopup, 'primary')}
      {drawButton(open, actions.openPopup, isOpen ? '' : 'primary')}
      {canUseFrame && drawButton(messages.here, actions.useFrame)}
      {drawButton(messages.cancel, actions.requestClose)}
    </>,
    'window',
  );
}

function drawExit({ messages, actions }: ModalProps): JSX.Element {
  const [title, advice] = messages.exit;
  return (
    <div class="center" role="alertdialog" aria-modal aria-labelledby="ask" aria-describedby="why">
      <h3 id="ask">{title}</h3>
      <p id="why">{advice}</p>
      {drawButton(messages.stay, actions.keepGoing, 'primary')}
      {drawButton(messages.leave, actions.confirmExit)}
    </div>
  );
}
