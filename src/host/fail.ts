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
 * Ends the flow. Where the frame did not work, a window may: it is offered instead.
 *
 * @param run - the session at work
 * @param error - what happened
 */
export function endFlow(run: Run, error: ConnectError): void {
  const { context, model } = run;
  const { display = 'auto' } = context.settings;
  const isFrameAtFault = /^(load_timeout|frame_blocked)$/.test(error.code) && !run.popup;
  const isOffered = display === 'auto' && isFrameAtFault && model.step.value === 'loading';
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
    if (isOffered) showPopup(run, 'offered');
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
