import { batch } from '@preact/signals-core';
import type { ConnectError } from '../protocol/errors.ts';
import { createFailure, type FailureCode } from './failures.ts';
import { closePopup, showPopup } from './popup-window.ts';
import { exited, type Run, setStep, stopTurn } from './run.ts';

/** How long the page may take to be ready or to answer, and the host's callback to settle. */
export const answerTimeoutMs = 15_000;

/**
 * Ends the flow with what the SDK itself found out.
 *
 * @param run - the session at work
 * @param code - what happened
 * @param cause - the error underneath, if there is one
 */
export function fail(run: Run, code: FailureCode, cause?: unknown): void {
  endFlow(run, createFailure(run.context, code, cause));
}

/**
 * Ends the flow. Where the host's policy refuses the frame, a window is offered instead. Where the page
 * did not come, nobody can tell why from here: Try again is first, and a window, which helps where the
 * page refuses to be framed, second.
 *
 * @param run - the session at work
 * @param error - what happened
 */
export function endFlow(run: Run, error: ConnectError): void {
  const { context, model } = run;
  const { display = 'auto' } = context.settings;
  const mayOpenWindow = display === 'auto' && model.step.value === 'loading' && !run.popup;
  stopTurn(run);
  closePopup(run);
  run.frameFlow?.close();
  run.frameFlow = undefined;
  run.flow = undefined;
  if (run.isHidden) {
    // Closed while the callback was pending: there is nobody to offer a retry to.
    context.settle(exited('error', error), 'finishing');
    return;
  }
  batch(() => {
    model.error.value = error;
    model.canTryWindow.value = mayOpenWindow && error.code === 'load_timeout';
    if (mayOpenWindow && error.code === 'frame_blocked') showPopup(run, 'offered');
    else setStep(run, 'failed');
  });
  context.emit({ name: 'failed', error });
}

/**
 * Gives the page, or the host's callback, its time.
 *
 * @param run - the session at work
 * @param code - what it means when nothing comes
 */
export function expectAnswer(run: Run, code: FailureCode): void {
  clearTimeout(run.timer);
  run.timer = setTimeout(() => fail(run, navigator.onLine ? code : 'offline'), answerTimeoutMs);
}
