import { batch } from '@preact/signals-core';
import { createFailure, type FailureCode } from './failures.ts';
import type { Run } from './run.ts';
import type { PopupScreen } from './session-model.ts';

/**
 * Closes the window, if there is one, and lets go of its page. What the frame's page was told of it
 * stays: whoever goes back to the frame says so there.
 *
 * @param run - the session at work
 */
export function closePopup(run: Run): void {
  const { popup } = run;
  if (!popup) return;
  run.popup = undefined;
  clearInterval(popup.watch);
  popup.flow?.close();
  popup.surface.close();
  run.flow = run.frameFlow;
}

/**
 * Shows the modal's screen about the window.
 *
 * @param run - the session at work
 * @param state - what there is to say
 */
export function showPopup(run: Run, state: PopupScreen['state']): void {
  const { context, model } = run;
  const providers = model.providers.value;
  const isAuto = (context.settings.display ?? 'auto') === 'auto';
  // A frame that a policy blocks stays blocked.
  const canFrame = isAuto && model.error.value?.code !== 'frame_blocked';
  model.popup.value = {
    state,
    canUseFrame: canFrame && !needsPopup(run, run.providerId),
    canGoBack: canFrame && !!run.frameFlow && !!providers && providers.length > 1,
  };
  run.draw();
}

/**
 * Says what happened to the window, and waits for the user. Not the end: a new window can be opened.
 *
 * @param run - the session at work
 * @param code - what happened
 * @param state - how the modal puts it
 */
export function interruptPopup(
  run: Run,
  code: FailureCode,
  state: 'blocked' | 'closed' | 'offered',
): void {
  closePopup(run);
  reportPopup(run, code, state);
}

/**
 * The same, but the window is not given up: it may come back.
 *
 * @param run - the session at work
 * @param code - what happened
 * @param state - how the modal puts it
 */
export function reportPopup(run: Run, code: FailureCode, state: PopupScreen['state']): void {
  clearTimeout(run.timer);
  const error = createFailure(run.context, code);
  batch(() => {
    run.model.error.value = error;
    run.model.isConfirmingExit.value = false;
    showPopup(run, state);
  });
  run.context.emit({ name: 'failed', error });
}

/**
 * @param run - the session at work
 * @param providerId - of a provider, or null
 * @returns whether its login refuses to be framed
 */
export function needsPopup(run: Run, providerId: string | null): boolean {
  const provider = run.model.providers.value?.find(({ id }) => id === providerId);
  return provider?.surface === 'popup';
}

/**
 * Tells the frame's page by what the window's page will prove that it belongs to this flow, should
 * it have lost its way back to this page. Not needed, and ended, once it has said hello.
 *
 * @param run - the session at work
 */
export function sendHandoff(run: Run): void {
  const { popup } = run;
  if (!popup || popup.hasSaidHello) return;
  const { handoff } = popup.surface;
  run.frameFlow?.send({ type: 'handoff', handoff, provider_id: run.providerId });
}
