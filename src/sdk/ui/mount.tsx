import { effect, type Signal, signal, untracked } from '@preact/signals-core';
import type { ConnectError } from '../protocol/errors.ts';
import { createTheme } from './appearance.ts';
import baseCss from './base.css?inline';
import { rememberFocus, watchFrameFocus } from './focus.ts';
import { isolationCss } from './isolation.ts';
import { fitKeyboard } from './keyboard.ts';
import { loadMessages } from './locales/load-messages.ts';
import type { Messages } from './locales/messages.ts';
import modalCss from './modal.css?inline';
import { drawModal, nameApplication } from './modal.tsx';
import type { Modal, ModalActions, ModalModel, ModalOptions, Screen } from './modal-model.ts';
import { readDocument } from './page-document.ts';
import { createPatience } from './patience.ts';
import { render } from './render.ts';
import { lockScroll } from './scroll-lock.ts';
import selectorCss from './selector.css?inline';
import { createSelector } from './selector.tsx';
import { shieldEvents } from './shield.ts';
import { adoptStyles } from './styles.ts';

/**
 * Draws the modal into a shadow root, and opens it over the page as the model says. The frame, a light
 * child of the host element, shows through a slot and is never moved.
 *
 * @param options - where to draw, and the model and its actions; `root` must be in the document
 * @returns the modal, whose `close` must be called
 */
export function mountModal(options: ModalOptions): Modal {
  const { root, model, actions } = options;
  adoptStyles(root, baseCss + selectorCss + modalCss);
  const language = loadMessages(options.locale);
  const style = createTheme(options.appearance);
  /** The error whose reference was copied; undefined before that, because `findError` may return null. */
  const copiedFor = signal<ConnectError | null | undefined>(undefined);
  const selector = createSelector({
    root,
    language,
    nameApplication: () => nameApplication(model),
    ...describeActions(actions),
  });
  const patience = createPatience(
    () =>
      model.drawn.value &&
      (describeWait(model.screen.value, language.value, 0) || model.screen.value.kind),
  );
  let letPageGo: (() => void) | undefined;
  let focused = '';
  let isClosed = false;

  const onEscape = () => {
    if (isClosed) return;
    if (model.isConfirmingExit.value) actions.keepGoing();
    else if (model.screen.value.kind !== 'select' || !selector.clear()) actions.requestClose();
  };
  const onCopy = () => copy(options.reference, copiedFor, findError(model.screen.value));
  const focus = () => moveFocus(root, model);

  const draw = () => {
    const messages = language.value;
    const screen = model.screen.value;
    const isSeen = model.drawn.value > 0;
    // Before any change of the layout. Afterwards, the browser would have to compute it for this call.
    if (isSeen) letPageGo ??= holdPage(root, focus);
    const isCopied = copiedFor.value === findError(screen);
    const status =
      describeWait(screen, messages, patience.level.value) ||
      (isCopied ? messages.copied : screen.kind === 'select' ? selector.status.value : '') ||
      // Delayed, because some screen readers do not read the first content of a live region.
      (patience.level.value && model.isInterrupted.value ? messages.interrupted : '');
    const props = { ...options, messages, style, selector, status, isCopied, onCopy, onEscape };
    render(drawModal(props), root);
    if (!isSeen) return;
    show(root, messages);
    const wanted = nameView(model);
    if (wanted !== focused) untracked(focus);
    focused = wanted;
  };
  let stopRendering = () => {};
  const close = () => {
    if (isClosed) return;
    isClosed = true;
    stopRendering();
    patience.stop();
    selector.close();
    removeDialog(root);
    letPageGo?.();
  };
  try {
    stopRendering = effect(draw);
  } catch (error) {
    close();
    throw error;
  }
  return { focus, close };
}

/** Some hosts do not permit it. The text can still be selected by hand. */
function copy(
  text: string,
  copiedFor: Signal<ConnectError | null | undefined>,
  error: ConnectError | null,
): void {
  const onCopied = () => {
    copiedFor.value = error;
  };
  navigator.clipboard?.writeText(text).then(onCopied, () => {});
}

/** Read at each use, because a modal that was drawn ahead gets the session's actions later. */
function describeActions(actions: ModalActions) {
  return {
    onSelect: (providerId: string) => actions.selectProvider(providerId),
    onUnlisted: () => actions.reportUnlisted(),
    onClose: () => actions.requestClose(),
  };
}

/**
 * Keeps the page from scrolling and reacting while the modal is shown.
 *
 * @param root - the modal's shadow root
 * @param focus - brings the focus back into the modal
 * @returns releases the page
 */
function holdPage(root: ShadowRoot, focus: () => void): () => void {
  const releases = [
    rememberFocus(),
    lockScroll(),
    shieldEvents(root),
    fitKeyboard(root.host as HTMLElement),
    watchFrameFocus(root.host, focus),
  ];
  return () => {
    for (const release of releases) release();
  };
}

/** A change of the window's state is a new view, too. It is announced because its heading gets the focus. */
function nameView({ screen: { value: screen }, isConfirmingExit }: ModalModel): string {
  return `${screen.kind}${'state' in screen && screen.state}${isConfirmingExit.value}`;
}

function removeDialog(root: ShadowRoot): void {
  // Closed before its removal, otherwise the browser would not restore the focus.
  // https://html.spec.whatwg.org/multipage/interactive-elements.html#close-the-dialog
  root.querySelector('dialog')?.close();
  render(null, root);
}

/** Called each time, because a retry creates a new frame. */
function show(root: ShadowRoot, { frame }: Messages): void {
  root.host.querySelector('iframe')?.setAttribute('title', frame);
  const dialog = root.querySelector('dialog');
  if (!dialog || dialog.open) return;
  // Removes the dimming by `open`, in the same task that shows the backdrop.
  adoptStyles(root, isolationCss);
  dialog.showModal();
}

/** The live region's text about a wait. Screens without other content show it. */
function describeWait(screen: Screen, messages: Messages, level: number): string {
  switch (screen.kind) {
    case 'connected':
      return messages.connected;
    case 'loading':
      return ['', messages.loading][level] ?? messages.waiting;
    case 'finishing':
      return level > 1 ? messages.waiting : messages.finishing;
    case 'select':
      if (screen.busyId === null) return '';
      return level > 1 ? messages.waiting : messages.opening;
    default:
      return '';
  }
}

/**
 * Tries again in the next task: Firefox 153 was measured not to focus an element that was inert a moment
 * ago.
 */
function focusFrame(frame: HTMLIFrameElement | null): void {
  frame?.focus();
  setTimeout(() => {
    if (readDocument('activeElement') === readDocument('body')) frame?.focus();
  });
}

/** Moves the focus to the start of the screen, unless the frame already has it. */
function moveFocus(root: ShadowRoot, model: ModalModel): void {
  const frame = root.host.querySelector('iframe');
  const { kind } = model.screen.value;
  if (!model.isConfirmingExit.value && kind === 'page') {
    // The page focuses its own heading when it is ready, and must keep that focus.
    if (readDocument('activeElement') !== frame) focusFrame(frame);
    return;
  }
  // On a touch screen, the keyboard of the search would cover the list.
  const isTouched = globalThis.matchMedia?.('(pointer:coarse)').matches;
  const wanted = isTouched ? 'h3[data-focus]' : '[data-focus]';
  const selector = model.isConfirmingExit.value ? '[role=alertdialog] button' : wanted;
  const target = root.querySelector<HTMLElement>(selector);
  // At the end the live region speaks. The title, which was read before, would only delay it.
  const isEnd = kind === 'finishing' || kind === 'connected';
  (target ?? root.querySelector<HTMLElement>(isEnd ? 'section' : '#title'))?.focus();
  // The earlier search is still in the field. It is selected, so that the next key replaces it.
  if (target instanceof HTMLInputElement) target.select();
}

/** The error that the screen shows, if any. */
function findError(screen: Screen): ConnectError | null {
  return screen.kind === 'failed' ? screen.error : null;
}
