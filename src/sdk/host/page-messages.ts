import type {
  ConnectApplication,
  HandoffState,
  PageMessage,
  PageStep,
} from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { endFlow, expectAnswer, fail } from './fail.ts';
import { close, deliver, leave } from './outcome.ts';
import { interruptPopup, needsPopup, reportPopup, sendHandoff, showPopup } from './popup-window.ts';
import { type Run, setStep } from './run.ts';
import { isOnPage } from './session-model.ts';

/** How long the window's page may take to join, once the service waits for it. */
const joinTimeoutMs = 10_000;

/**
 * @param run - the session at work
 * @param message - what the page in the frame says
 */
export function handleFrameMessage(run: Run, message: PageMessage): void {
  const { popup } = run;
  // Whoever was welcomed in a window of its own goes on alone.
  if (popup?.hasSaidHello) return;
  if (message.type === 'handoff_changed') handleHandoff(run, message.state);
  else if (!popup || popup.hasJoined || /^(ready|providers|error)$/.test(message.type)) {
    handleMessage(run, message);
  }
}

/**
 * @param run - the session at work
 * @param message - what the page says that the user is in
 */
export function handleMessage(run: Run, message: PageMessage): void {
  switch (message.type) {
    case 'ready':
      handleReady(run, message.application);
      break;
    case 'providers':
      handleProviders(run, message.providers);
      break;
    case 'provider_selected':
      handleSelected(run, message.provider_id);
      break;
    case 'step':
      followPage(run, message.step);
      break;
    case 'code':
      deliver(run, message.code);
      break;
    case 'exit':
      leave(run, message.reason);
      break;
    case 'exit_requested':
      requestClose(run);
      break;
    case 'resize':
      run.model.frameHeight.value = message.height;
      break;
    case 'leaving':
    case 'unloading':
    case 'handoff_changed':
      break;
    case 'error':
      endFlow(run, new run.context.ConnectError(message.code, message.message, message));
      break;
  }
}

/**
 * Close button, or Escape on either side: past the selector it asks first.
 *
 * @param run - the session at work
 */
export function requestClose(run: Run): void {
  const { error, isConfirmingExit, step } = run.model;
  if (isOnPage(step.value) && !error.value) isConfirmingExit.value = true;
  else close(run, 'closed');
}

/** A page that gets ready a second time has been reloaded, and its flow starts over. */
function handleReady(run: Run, application: ConnectApplication): void {
  const { context, model } = run;
  model.application.value = application;
  if (model.step.value !== 'loading' && !run.popup) {
    model.providers.value = null;
    expectAnswer(run, 'load_timeout');
    setStep(run, 'loading');
  }
  context.emit({ name: 'ready' });
}

function followPage(run: Run, step: PageStep): void {
  // While a window is offered instead of the frame, its page has nothing to say about the step.
  if (run.model.popup.value && !run.popup) return;
  clearTimeout(run.timer);
  setStep(run, step);
}

function handleProviders(run: Run, providers: readonly Provider[]): void {
  const { context, model } = run;
  model.providers.value =
    context.settings.display === 'frame' ? providers.map(forbidPopup) : providers;
  if (run.popup) {
    sendHandoff(run);
    return;
  }
  const [first] = providers;
  // A preselected provider, or the only one there is, needs no selector.
  if (run.providerId || model.step.value !== 'loading') return;
  if (first && providers.length === 1) selectInFrame(run, first.id);
  else followPage(run, 'select');
}

/** Without a window there is no way to its login. */
function forbidPopup(provider: Provider): Provider {
  return provider.surface === 'popup' ? { ...provider, status: 'unavailable' } : provider;
}

function handleSelected(run: Run, providerId: string): void {
  const { context } = run;
  if (!run.popup && needsPopup(run, providerId)) {
    // Chosen beforehand: a window can be opened by a click only, and there was none.
    run.flow?.send({ type: 'back' });
    offerPopup(run, providerId);
    return;
  }
  context.emit({ name: 'provider_selected', providerId });
  followPage(run, 'login');
}

/**
 * Selects a provider in the frame; one that refuses to be framed is offered in a window.
 *
 * @param run - the session at work
 * @param providerId - which
 */
export function selectInFrame(run: Run, providerId: string): void {
  const { model } = run;
  if (needsPopup(run, providerId)) {
    offerPopup(run, providerId);
    return;
  }
  model.busyId.value = providerId;
  expectAnswer(run, 'connection_lost');
  run.flow?.send({ type: 'select_provider', provider_id: providerId });
}

function offerPopup(run: Run, providerId: string): void {
  if (run.context.settings.display === 'frame') {
    fail(run, 'provider_unavailable');
    return;
  }
  clearTimeout(run.timer);
  run.providerId = providerId;
  setStep(run, 'select');
  showPopup(run, 'offered');
}

/** The window's page has lost its way back here, and goes on by way of the frame's page. */
function handleHandoff(run: Run, state: HandoffState): void {
  const { popup } = run;
  if (!popup) return;
  popup.hasJoined = state === 'joined';
  if (state === 'refused') interruptPopup(run, 'opener_severed', 'closed');
  else if (state === 'left') {
    clearInterval(popup.watch);
    reportPopup(run, 'popup_closed', 'closed');
  } else if (popup.hasJoined) handleJoined(run);
  // Only a window that is already out of reach has to hurry; until then its page may be loading.
  else if (popup.isSevered) awaitJoin(run);
}

/** For the first time, or again, after the service had not heard of it for a while. */
function handleJoined(run: Run): void {
  const { context, model } = run;
  clearTimeout(run.timer);
  if (!model.error.value) return;
  model.error.value = null;
  showPopup(run, 'waiting');
  context.emit({ name: 'retried' });
}

/**
 * Gives a window that is out of reach its time to find its flow.
 *
 * @param run - the session at work
 * @param timeoutMs - how long that is
 */
export function awaitJoin(run: Run, timeoutMs = joinTimeoutMs): void {
  clearTimeout(run.timer);
  run.timer = setTimeout(() => interruptPopup(run, 'opener_severed', 'closed'), timeoutMs);
}
