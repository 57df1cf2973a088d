import { batch } from '@preact/signals-core';
import { answerTimeoutMs, fail } from './fail.ts';
import { closePopup } from './popup-window.ts';
import { exited, type Run, setStep, stopTurn } from './run.ts';
import type { SessionContext } from './session-context.ts';

/**
 * How long the surface outlives the click in it that ended the flow. Chromium's automation hangs now
 * and then when a frame goes in the task of its own input event, and so would the tests of hosts.
 */
const removalDelayMs = 60;
/** How long success is shown before the modal goes. */
const successMs = 1000;

/**
 * Hands the code to the host, once, and waits for it. The modal is drawn after the call, not
 * before it: the host's request to its backend is what the user waits for.
 *
 * @param run - the session at work
 * @param code - the authorization code, kept nowhere
 */
export function deliver(run: Run, code: string): void {
  const { context } = run;
  const turn = stopTurn(run);
  const failDelivery = (cause: unknown) => {
    if (turn === run.turn) fail(run, 'callback_failed', cause);
  };
  run.isDelivering = true;
  context.emit({ name: 'code_received' });
  callHost(context, code).then(() => succeed(run), failDelivery);
  run.flow?.send({ type: 'code_received' });
  setStep(run, 'finishing');
  run.timer = setTimeout(() => {
    failDelivery(new context.ConnectError('callback_failed', 'onSuccess took too long.'));
  }, answerTimeoutMs);
  // There is nothing more to do in a window: whoever looks at it is to see this page again.
  setTimeout(() => {
    if (turn === run.turn) closePopup(run);
  }, removalDelayMs);
}

/** Async, so that a throw and a rejection are the same. */
async function callHost({ settings, ConnectError }: SessionContext, code: string): Promise<void> {
  const result: unknown = await settings.onSuccess({ code });
  if (typeof result !== 'function') return;
  const message = 'onSuccess returned a function: did you mean onSuccess: forwardCode(...)?';
  throw new ConnectError('callback_failed', message);
}

/** A callback that succeeds counts even when it is late and the user has tried again. */
function succeed(run: Run): void {
  const { context, model } = run;
  if (run.isOver) return;
  stopTurn(run);
  closePopup(run);
  const finish = () => context.settle({ status: 'connected' }, 'finishing');
  batch(() => {
    model.isConnected.value = true;
    setStep(run, 'finishing');
  });
  if (run.isHidden) finish();
  else run.timer = setTimeout(finish, successMs);
}

/**
 * The user ended it on the page.
 *
 * @param run - the session at work
 * @param reason - how
 */
export function leave(run: Run, reason: 'denied' | 'closed'): void {
  stopTurn(run);
  run.timer = setTimeout(() => {
    run.context.settle(exited(reason), run.model.step.value);
  }, removalDelayMs);
}

/**
 * What closing means depends on the moment.
 *
 * @param run - the session at work
 * @param reason - by the user or the host, or by the host's signal
 */
export function close(run: Run, reason: 'closed' | 'aborted'): void {
  const { context, model } = run;
  const step = model.step.value;
  const error = model.error.value;
  if (model.isConnected.value) {
    context.settle({ status: 'connected' }, step);
  } else if (run.isDelivering) {
    // The code is out of our hands: the modal goes, and the host's own promise decides.
    run.isHidden = true;
    run.modal?.close();
    closePopup(run);
  } else if (error && reason === 'closed') {
    context.settle(exited('error', error), step);
  } else {
    context.settle(exited(reason), step);
  }
}
