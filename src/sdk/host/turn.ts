import { batch } from '@preact/signals-core';
import { answerTimeoutMs, expectAnswer, fail } from './fail.ts';
import { startFlow } from './flow.ts';
import { awaitJoin, handleFrameMessage, handleMessage } from './page-messages.ts';
import { closePopup, interruptPopup, sendHandoff, showPopup } from './popup-window.ts';
import { type OpenPopup, type Run, setStep, stopTurn } from './run.ts';
import { createPopupSurface } from './surfaces/popup.ts';
import { createWelcome } from './welcome.ts';

/** How often a window is looked at: nothing tells when a user closes it. */
const watchIntervalMs = 300;
/** How often a page that was loaded again is looked for, once in each interval: four seconds. */
const maxSearches = 14;

/**
 * Starts a flow in the frame: a nonce of its own, and everything of the last one forgotten.
 *
 * @param run - the session at work
 */
export function startTurn(run: Run): void {
  stopTurn(run);
  if (isHopeless(run)) return;
  expectAnswer(run, 'load_timeout');
  followFrame(run);
}

function isHopeless(run: Run): boolean {
  // No code can be bound to an opaque origin, and the page would not even answer.
  const obstacle =
    globalThis.origin === 'null' ? 'origin_not_allowed' : !navigator.onLine && 'offline';
  if (!obstacle) return false;
  fail(run, obstacle);
  return true;
}

function followFrame(run: Run): void {
  const { turn } = run;
  const isCurrent = () => turn === run.turn;
  run.frameFlow?.close();
  const flow = startFlow(run.context.surface, createWelcome(run, 'frame'), {
    onMessage(message) {
      if (isCurrent()) handleFrameMessage(run, message);
    },
    onFailure(code) {
      // A page in a window that can be reached does without the frame.
      if (isCurrent() && !run.popup?.hasSaidHello) fail(run, code);
    },
  });
  // A surface that was blocked before anybody listened has failed the flow already.
  if (isCurrent()) {
    run.frameFlow = flow;
    run.flow = flow;
  } else flow.close();
}

/**
 * Opens a window. To be called in the user's own click, before anything is awaited.
 *
 * @param run - the session at work
 */
export function openPopup(run: Run): void {
  if (run.isOver || run.model.step.value === 'finishing') return;
  closePopup(run);
  adoptPopup(run, run.context.openWindow());
}

/**
 * Follows a window from its first hello, or its want of one.
 *
 * @param run - the session at work
 * @param opened - the window, still empty; null when it was blocked
 */
export function adoptPopup(run: Run, opened: Window | null): void {
  const surface = createPopupSurface(run.context.surface.address, opened);
  const popup: OpenPopup = { surface };
  // Before anybody is told: the host may close the session from within an event.
  run.popup = popup;
  const { window } = surface;
  startOver(run, !!window);
  if (run.isOver) return;
  if (!window) {
    interruptPopup(run, 'popup_blocked', 'blocked');
    return;
  }
  if (isHopeless(run)) return;
  showPopup(run, 'waiting');
  expectAnswer(run, 'load_timeout');
  const { turn } = run;
  const isCurrent = () => turn === run.turn && popup === run.popup;
  popup.flow = startFlow(surface, createWelcome(run, 'popup'), {
    onHello() {
      if (!isCurrent()) return;
      // The frame's page need not wait for it any more.
      if (!popup.hasSaidHello) run.frameFlow?.send({ type: 'back' });
      popup.hasSaidHello = true;
      popup.isLeaving = false;
    },
    onMessage(message) {
      if (!isCurrent()) return;
      run.flow = popup.flow;
      popup.isLeaving = message.type === 'leaving';
      popup.searches = message.type === 'unloading' ? maxSearches : 0;
      handleMessage(run, message);
    },
    onFailure(code) {
      if (isCurrent()) fail(run, code);
    },
  });
  popup.watch = setInterval(() => {
    if (!isCurrent()) clearInterval(popup.watch);
    // A page that was not found is as good as closed.
    else if (window.closed || popup.searches === 1) handleClosed(run, popup);
    else if (popup.searches) {
      popup.searches -= 1;
      // A page that was loaded again has let go of its opener: it cannot say hello, and waits.
      popup.flow?.welcome(window);
    }
  }, watchIntervalMs);
  sendHandoff(run);
}

function startOver(run: Run, isOpen: boolean): void {
  const { context, model } = run;
  const { code } = model.error.value ?? {};
  model.error.value = null;
  if (code) context.emit({ name: 'retried' });
  if (model.step.value === 'failed') {
    stopTurn(run);
    setStep(run, 'loading');
  }
  if (!isOpen || run.shown === 'popup') return;
  run.shown = 'popup';
  const reason = code === 'load_timeout' || code === 'frame_blocked' ? code : 'provider';
  context.emit({ name: 'surface_changed', surface: 'popup', reason });
}

/**
 * A window that a Cross-Origin-Opener-Policy has cut off is called closed, too: only one whose page
 * has been there can have been closed by the user.
 * https://html.spec.whatwg.org/multipage/browsers.html#cross-origin-opener-policies
 */
function handleClosed(run: Run, popup: OpenPopup): void {
  clearInterval(popup.watch);
  if (popup.hasSaidHello) {
    interruptPopup(run, popup.isLeaving ? 'opener_severed' : 'popup_closed', 'closed');
    return;
  }
  popup.isSevered = true;
  if (popup.hasJoined) return;
  if (run.frameFlow) awaitJoin(run);
  else {
    // Hidden: its page can be reached, and hears from the service what happens in the window.
    awaitJoin(run, answerTimeoutMs);
    run.context.surface.restart();
    followFrame(run);
  }
}

/**
 * Starts over after a failure.
 *
 * @param run - the session at work
 * @param isAct - whether the user asked for it, so that a window can be opened
 */
export function retry(run: Run, isAct: boolean): void {
  const { context, model } = run;
  if (run.isOver || model.step.value !== 'failed') return;
  if (model.popup.value && isAct) {
    openPopup(run);
    return;
  }
  context.emit({ name: 'retried' });
  batch(() => {
    model.error.value = null;
    model.providers.value = null;
    model.busyId.value = null;
    model.frameHeight.value = null;
    setStep(run, 'loading');
    if (model.popup.value) showPopup(run, 'offered');
  });
  // The host may have closed the session from within an event.
  if (run.isOver || model.popup.value) return;
  context.surface.restart();
  startTurn(run);
}

/**
 * Goes on in the frame instead of a window: where its page still waits, at the selection.
 *
 * @param run - the session at work
 */
export function returnToFrame(run: Run): void {
  const { context, model } = run;
  if (run.isOver || model.step.value === 'finishing') return;
  closePopup(run);
  const isThere = !!run.frameFlow;
  batch(() => {
    model.popup.value = null;
    model.error.value = null;
    run.providerId = null;
    setStep(run, isThere ? 'select' : 'loading');
  });
  run.frameFlow?.send({ type: 'back' });
  if (run.shown === 'popup') {
    run.shown = 'frame';
    context.emit({ name: 'surface_changed', surface: 'frame', reason: 'user' });
  }
  if (isThere || run.isOver) return;
  context.surface.restart();
  startTurn(run);
}
