import type { TargetedFocusEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '../../kit/keys.ts';
import { LiveText } from '../../kit/live-text.tsx';
import { usePatience } from '../../kit/patience.ts';
import { fill } from '../../texts/fill.ts';
import type { ModalTexts } from '../../texts/surfaces.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import { formatReference } from '../protocol/reference.ts';
import type { createTheme } from './appearance.ts';
import { findFocus, moveFocus } from './focus.ts';
import { isolationCss } from './isolation.ts';
import type { ModalActions, ModalModel, ModalOptions, Screen } from './modal-model.ts';
import { Failure, Popup, SlowLoad } from './notices.tsx';
import { nameApplication, Parties } from './parties.tsx';
import { Button, Skeleton } from './parts.tsx';
import { focusSearch, type Query, useQuery } from './query.ts';
import { Selector } from './selector.tsx';
import { adoptStyles } from './styles.ts';

/** The options of the modal, and whether it is shown. Before that, the modal is drawn, but its dialog is closed. */
export interface ModalProps extends ModalOptions {
  readonly style: ReturnType<typeof createTheme>;
  readonly isShown: boolean;
}

/** The dialog. Every screen has the slot with the frame, though inert, because a frame that is moved would reload. */
export function Modal({ root, actions, id, style, isShown, ...signals }: ModalProps) {
  const messages = signals.language.value;
  const model = signals.model.value;
  const { application, isConfirmingExit, isInterrupted, screen } = model;
  const query = useQuery(root);
  const [copied, setCopied] = useState<Screen>();
  const isCopied = screen === copied;
  const { level, name, waitAgain } = useWait(screen, messages, isShown);
  const status =
    fill(describeWait(screen, messages, level), { application: nameApplication(application) }) ||
    (isCopied ? messages.copied : screen.kind === 'select' ? query.status : '') ||
    // This text appears after one second, because some screen readers do not read the first content of a live region.
    (level && isInterrupted ? messages.interrupted : '');
  // The heading of each new view gets the focus, so that screen readers read it.
  const popup = screen.kind === 'popup' ? [screen.state, screen.number] : [];
  const view = [name, ...popup, isConfirmingExit ? 'exit' : ''].join(' ');
  const isOpen = useDialog(root, isShown, view);
  useLayoutEffect(() => {
    // The frame's title is set after each drawing, because a retry creates another frame.
    if (isShown) root.host.querySelector('iframe')?.setAttribute('title', messages.frame);
  });

  const onEscape = () => {
    if (isConfirmingExit) actions.keepGoing();
    else if (screen.kind !== 'select' || !query.clear()) actions.requestClose();
  };
  const isPage = screen.kind === 'page';
  const to = application ? ` ${fill(messages.to, { application: application.name })}` : '';
  const part = { messages, screen, application, actions };
  return (
    <dialog
      lang={messages.lang}
      dir={messages.dir}
      aria-label={messages.title + to}
      data-theme={model.theme}
      data-screen={name}
      style={{ ...style, ...describeStyle(model) }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') handleEscape(event, onEscape);
        else if (screen.kind === 'select') focusSearch(event);
      }}
      onCancel={(event) => {
        event.preventDefault();
        onEscape();
      }}
      onClose={(event) => {
        if (!isOpen.current) return;
        // At the second or third Escape, the browser closes the dialog although `cancel` was prevented. So the dialog
        // is opened again. https://html.spec.whatwg.org/multipage/interaction.html#close-watcher-infrastructure
        event.currentTarget.showModal();
        onEscape();
      }}
    >
      <section tabIndex={-1} inert={isConfirmingExit}>
        <Header {...part} />
        {isInterrupted && <p class="note">{messages.interrupted}</p>}
        <div class="view" aria-busy={name === 'loading'}>
          <View
            {...part}
            query={query}
            status={status}
            reference={formatReference(id)}
            isCopied={isCopied}
            onCopied={() => setCopied(screen)}
            level={level}
            waitAgain={waitAgain}
          />
        </div>
        <p role="status" class={name} aria-busy={name === 'loading' && !status}>
          {status && <LiveText text={status} />}
        </p>
        {/* Below the live region, which would announce it. */}
        {screen.kind === 'connected' && (
          <Button text={messages.done} onClick={actions.requestClose} class="primary" />
        )}
        <div class="frame" inert={!isPage}>
          <slot />
        </div>
        {isPage && <Sentinel />}
      </section>
      {isConfirmingExit && <ExitQuestion {...part} />}
    </dialog>
  );
}

/** Measures a wait. `name`, for the style sheet, is the screen's kind, or `slow` after five seconds of loading. */
function useWait(screen: Screen, messages: ModalTexts, isShown: boolean) {
  const awaited = describeWait(screen, messages, 0) || screen.kind;
  const { level, waitAgain } = usePatience(isShown && awaited);
  const name = screen.kind === 'loading' && level > 2 ? 'slow' : screen.kind;
  return { level, name, waitAgain };
}

/** Opens the dialog, and focuses the start of each new view. Returns a ref: whether the dialog must be open. */
function useDialog(root: ShadowRoot, isShown: boolean, view: string) {
  const isOpen = useRef(false);
  useLayoutEffect(() => {
    const dialog = root.querySelector('dialog');
    if (!isShown || !dialog) return undefined;
    // From now on, the dialog's backdrop dims the page, instead of the modal's element (`dimming` of open.ts).
    adoptStyles(root.adoptedStyleSheets, isolationCss);
    const target = findFocus(root);
    // Without `autofocus`, `showModal` would first focus another element, and compute the style of both.
    if (target instanceof HTMLInputElement) target.autofocus = true;
    dialog.showModal();
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      // Closed before its removal, so that the focus is restored: https://html.spec.whatwg.org/#close-the-dialog
      dialog.close();
    };
  }, [root, isShown]);
  useLayoutEffect(() => {
    if (isShown) moveFocus(root);
  }, [root, isShown, view]);
  return isOpen;
}

function handleEscape(event: KeyboardEvent, onEscape: () => void): void {
  // Prevents the key itself, because a second Escape closes the dialog although `cancel` was prevented (`onClose`).
  event.preventDefault();
  // Repeated keys are ignored, because holding Escape down would clear the search and then leave.
  if (!isComposing(event) && !event.repeat) onEscape();
}

/** Returns the inline style of the dialog. Preact sets it through the CSSOM, which every host's CSP allows. */
function describeStyle({ screen, theme, frameHeight }: ModalModel) {
  const height = screen.kind === 'page' && frameHeight ? `${frameHeight}px` : undefined;
  return { colorScheme: theme, '--frame': height };
}

interface PartProps {
  readonly messages: ModalTexts;
  readonly screen: Screen;
  readonly application: ConnectApplication | null;
  readonly actions: ModalActions;
}

/** Gets the focus when Tab leaves the frame, and passes it on to the header. It would leave the page otherwise. */
function Sentinel() {
  const passOn = (event: TargetedFocusEvent<HTMLElement>) =>
    event.currentTarget.parentElement?.querySelector('button')?.focus();
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it passes the focus on at once
  // biome-ignore lint/a11y/noStaticElementInteractions: it passes the focus on at once
  return <span tabIndex={0} onFocus={passOn} />;
}

/** Returns the live region's text about a wait, or an empty text. It is visible on screens without other content. */
function describeWait(screen: Screen, messages: ModalTexts, level: number): string {
  const { connected, finishing, loading, opening, waiting } = messages;
  const { kind } = screen;
  if (kind === 'connected') return connected;
  if (kind === 'finishing') return level > 1 ? waiting : finishing;
  if (kind === 'loading' && level) return level > 1 ? waiting : loading;
  if (kind === 'select' && screen.busyId) return level > 1 ? waiting : opening;
  return '';
}

function Header({ messages, screen, application, actions }: PartProps) {
  return (
    <header>
      {'canGoBack' in screen && screen.canGoBack && (
        <Button icon="back" text={messages.back} onClick={actions.goBack} />
      )}
      <h2 id="title" tabIndex={-1}>
        {messages.title}{' '}
        <small>
          {application && <LiveText text={fill(messages.to, { application: application.name })} />}{' '}
          {application?.environment === 'test' && <span class="badge">{messages.testBadge}</span>}
        </small>
      </h2>
      <Button icon="close" text={messages.close} onClick={actions.requestClose} />
    </header>
  );
}

interface ViewProps extends PartProps {
  readonly query: Query;
  readonly status: string;
  readonly reference: string;
  readonly isCopied: boolean;
  readonly onCopied: () => void;
  /** The level of the wait, as `usePatience` returns it. */
  readonly level: number;
  readonly waitAgain: () => void;
}

function View(props: ViewProps) {
  const { messages, screen, application, actions } = props;
  const name = nameApplication(application);
  switch (screen.kind) {
    case 'select':
      return (
        <>
          <Selector
            {...screen}
            messages={messages}
            query={props.query}
            wait={props.status}
            application={name}
            support={application?.support_url}
            onSelect={actions.selectProvider}
            onUnlisted={actions.reportUnlisted}
            onClose={actions.requestClose}
          />
          {application && <p class="note">{fill(messages.promise, { application: name })}</p>}
        </>
      );
    case 'failed':
      return <Failure {...props} screen={screen} />;
    case 'popup':
      return <Popup {...props} screen={screen} />;
    case 'finishing':
    case 'connected':
      return <Parties {...props} screen={screen} />;
    case 'loading':
      return props.level > 2 ? <SlowLoad {...props} {...screen} /> : <Skeleton />;
    case 'page':
      return null;
  }
}

function ExitQuestion({ messages, actions }: PartProps) {
  const { title, advice, stay, leave } = messages.exit;
  return (
    <div class="center" role="alertdialog" aria-modal aria-labelledby="ask" aria-describedby="why">
      <h3 id="ask">{title}</h3>
      <p id="why">{advice}</p>
      <Button text={stay} onClick={actions.keepGoing} class="primary" />
      <Button text={leave} onClick={actions.confirmExit} />
    </div>
  );
}
