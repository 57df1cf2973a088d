import { batch } from '@preact/signals-core';
import { ConnectError } from '../protocol/errors.ts';
import type { ConnectApplication, PageMessage, PageStep } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';
import { loadMessages } from '../ui/locales/load-messages.ts';
import type { ModalActions } from '../ui/modal-model.ts';
import { mountModal } from '../ui/mount.tsx';
import { createFailure, type FailureCode } from './failures.ts';
import { startFlow } from './flow.ts';
import { exited, type Run, setStep, stopTurn } from './run.ts';
import type { SessionContext, SessionDriver } from './session-context.ts';
import { createSessionModel } from './session-model.ts';
import { followTheme } from './theme.ts';
import { createWelcome } from './welcome.ts';

export { loadMessages };

/** How long the page may take to be ready or to answer, and the host's callback to settle. */
const answerTimeoutMs = 15_000;
/** How long drawing is put off, so that it does not hold up the page; it is drawn once there is news. */
const drawDelayMs = 60;
/**
 * How long the frame outlives the click in it that ended the flow. Chromium's automation hangs now
 * and then when a frame goes in the task of its own input event, and so would the tests of hosts.
 */
const removalDelayMs = 60;
/** How long success is shown before the modal goes. */
const successMs = 1000;

/**
 * Makes what runs an open session: shows the modal, drives one flow after the other, delivers the
 * code, and settles one outcome.
 *
 * @param context - what `open` made
 * @returns how `open` speaks to it
 */
export function createSession(context: SessionContext): SessionDriver {
  const { id, settings, surface, emit } = context;
  const appearance = settings.appearance ?? {};
  const { theme, close: closeTheme } = followTheme(appearance.theme);
  const model = createSessionModel(theme);
  const run: Run = {
    ...{ context, model, flow: undefined, timer: undefined, turn: 0 },
    ...{ isDelivering: false, isHidden: false, isOver: false },
    ...{ modal: undefined, draw: () => {} },
  };
  run.draw = () => {
    clearTimeout(drawTimer);
    if (run.modal || run.isHidden || run.isOver) return;
    const actions = createActions(run);
    const { locale } = settings;
    run.modal = mountModal({
      ...{ root: surface.root, model, actions, appearance, locale, reference: id },
    });
  };
  let drawTimer: ReturnType<typeof setTimeout> | undefined;
  const handleOnline = () => {
    if (model.error.value?.code === 'offline') retry(run);
  };
  return {
    start() {
      if (!('adoptedStyleSheets' in document && 'showModal' in HTMLDialogElement.prototype)) {
        const error = createFailure('unsupported_browser');
        emit({ name: 'failed', error });
        context.settle(exited('error', error), 'loading');
        return;
      }
      addEventListener('online', handleOnline);
      // Under way before anything is drawn; the modal asks for the same.
      loadMessages(settings.locale);
      emit({ name: 'opened' });
      if (run.isOver) return;
      startTurn(run);
      if (!run.isOver && !run.modal) drawTimer = setTimeout(run.draw, drawDelayMs);
    },
    focus: () => run.modal?.focus(),
    close: (reason) => close(run, reason),
    dispose() {
      run.isOver = true;
      removeEventListener('online', handleOnline);
      closeTheme();
      stopTurn(run);
      clearTimeout(drawTimer);
      run.flow?.send({ type: 'close' });
      run.flow?.close();
      run.modal?.close();
    },
  };
}

function createActions(run: Run): ModalActions {
  const { model, context } = run;
  return {
    selectProvider: (providerId) => selectProvider(run, providerId),
    goBack() {
      run.flow?.send({ type: 'back' });
      setStep(run, 'select');
    },
    retry: () => retry(run),
    openPopup() {},
    focusPopup() {},
    useFrame() {},
    requestClose: () => requestClose(run),
    confirmExit: () => context.settle(exited('closed'), model.step.value),
    keepGoing() {
      model.isConfirmingExit.value = false;
    },
  };
}

/** Close button, or Escape on either side: past the selector it asks first. */
function requestClose(run: Run): void {
  const step = run.model.step.value;
  if (step === 'login' || step === 'consent') run.model.isConfirmingExit.value = true;
  else close(run, 'closed');
}

/** Starts a flow: a nonce of its own, and everything of the last one forgotten. */
function startTurn(run: Run): void {
  const { context, model } = run;
  const turn = stopTurn(run);
  const isCurrent = () => turn === run.turn;
  if (!navigator.onLine) {
    fail(run, createFailure('offline'));
    return;
  }
  const welcome = createWelcome(context.id, context.settings, model.theme.value);
  expectAnswer(run, 'load_timeout');
  const flow = startFlow(context.surface, welcome, {
    onMessage(message) {
      if (isCurrent()) handleMessage(run, message);
    },
    onFailure(error) {
      if (isCurrent()) fail(run, error);
    },
  });
  // A surface that was blocked before anybody listened has failed the flow already.
  if (isCurrent()) run.flow = flow;
  else flow.close();
}

function retry(run: Run): void {
  const { context, model } = run;
  if (run.isOver || model.step.value !== 'failed') return;
  run.flow?.close();
  context.emit({ name: 'retried' });
  batch(() => {
    model.error.value = null;
    model.providers.value = null;
    model.busyId.value = null;
    model.frameHeight.value = null;
    setStep(run, 'loading');
  });
  // The host may have closed the session from within an event.
  if (run.isOver) return;
  context.surface.restart();
  startTurn(run);
}

function handleMessage(run: Run, message: PageMessage): void {
  const { context, model } = run;
  switch (message.type) {
    case 'ready':
      handleReady(run, message.application);
      break;
    case 'providers':
      handleProviders(run, message.providers);
      break;
    case 'provider_selected':
      context.emit({ name: 'provider_selected', providerId: message.provider_id });
      followPage(run, 'login');
      break;
    case 'step':
      followPage(run, message.step);
      break;
    case 'code':
      deliver(run, message.code);
      break;
    case 'exit':
      stopTurn(run);
      run.timer = setTimeout(() => {
        context.settle(exited(message.reason), model.step.value);
      }, removalDelayMs);
      break;
    case 'exit_requested':
      requestClose(run);
      break;
    case 'resize':
      model.frameHeight.value = message.height;
      break;
    case 'leaving':
      break;
    case 'error':
      fail(run, new ConnectError(message.code, message.message, message));
      break;
  }
}

/** A page that gets ready a second time has been reloaded, and its flow starts over. */
function handleReady(run: Run, application: ConnectApplication): void {
  const { context, model } = run;
  model.application.value = application;
  if (model.step.value !== 'loading') {
    model.providers.value = null;
    expectAnswer(run, 'load_timeout');
    setStep(run, 'loading');
  }
  context.emit({ name: 'ready' });
}

function followPage(run: Run, step: PageStep): void {
  clearTimeout(run.timer);
  setStep(run, step);
}

function handleProviders(run: Run, providers: readonly Provider[]): void {
  const { context, model } = run;
  const [first] = providers;
  model.providers.value = providers;
  // A preselected provider, or the only one there is, needs no selector.
  if (context.settings.provider || model.step.value !== 'loading') return;
  if (first && providers.length === 1) selectProvider(run, first.id);
  else followPage(run, 'select');
}

function selectProvider(run: Run, providerId: string): void {
  const { model } = run;
  if (run.isOver || model.busyId.value) return;
  model.busyId.value = providerId;
  expectAnswer(run, 'connection_lost');
  run.flow?.send({ type: 'select_provider', provider_id: providerId });
}

/**
 * Hands the code to the host, once, and waits for it. The modal is drawn after the call, not
 * before it: the host's request to its backend is what the user waits for.
 */
function deliver(run: Run, code: string): void {
  const { context } = run;
  const turn = stopTurn(run);
  const failDelivery = (cause: unknown) => {
    if (turn === run.turn) fail(run, createFailure('callback_failed', cause));
  };
  run.isDelivering = true;
  context.emit({ name: 'code_received' });
  // An async function, so that a throw and a rejection are the same.
  const callHost = async () => context.settings.onSuccess({ code });
  callHost().then(() => succeed(run), failDelivery);
  run.flow?.send({ type: 'code_received' });
  setStep(run, 'finishing');
  run.timer = setTimeout(failDelivery, answerTimeoutMs);
}

/** A callback that succeeds counts even when it is late and the user has tried again. */
function succeed(run: Run): void {
  const { context, model } = run;
  if (run.isOver) return;
  stopTurn(run);
  const finish = () => context.settle({ status: 'connected' }, 'finishing');
  batch(() => {
    model.isConnected.value = true;
    setStep(run, 'finishing');
  });
  if (run.isHidden) finish();
  else run.timer = setTimeout(finish, successMs);
}

function fail(run: Run, error: ConnectError): void {
  const { context, model } = run;
  stopTurn(run);
  run.flow?.close();
  if (run.isHidden) {
    // Closed while the callback was pending: there is nobody to offer a retry to.
    context.settle(exited('error', error), 'finishing');
    return;
  }
  batch(() => {
    model.error.value = error;
    setStep(run, 'failed');
  });
  context.emit({ name: 'failed', error });
}

/** What closing means depends on the moment. */
function close(run: Run, reason: 'closed' | 'aborted'): void {
  const { context, model } = run;
  const step = model.step.value;
  const error = model.error.value;
  if (model.isConnected.value) {
    context.settle({ status: 'connected' }, step);
  } else if (run.isDelivering) {
    // The code is out of our hands: the modal goes, and the host's own promise decides.
    run.isHidden = true;
    run.modal?.close();
  } else if (error && reason === 'closed') {
    context.settle(exited('error', error), step);
  } else {
    context.settle(exited(reason), step);
  }
}

function expectAnswer(run: Run, code: FailureCode): void {
  clearTimeout(run.timer);
  run.timer = setTimeout(
    () => fail(run, createFailure(navigator.onLine ? code : 'offline')),
    answerTimeoutMs,
  );
}
