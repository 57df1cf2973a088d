import { loadMessages } from '../ui/locales/load-messages.ts';
import type { ModalActions } from '../ui/modal-model.ts';
import { mountModal } from '../ui/mount.tsx';
import { readDocument } from '../ui/page-document.ts';
import { startDeveloperWarnings } from './developer-warnings.ts';
import { createFailure } from './failures.ts';
import { noteInterruption } from './interruption.ts';
import { readLocale } from './locale.ts';
import { close } from './outcome.ts';
import { requestClose, selectInFrame } from './page-messages.ts';
import { closePopup, needsPopup } from './popup-window.ts';
import { postCode } from './post-code.ts';
import { exited, type Run, setStep, stopTurn } from './run.ts';
import type { SessionContext, SessionDriver } from './session-context.ts';
import { createSessionModel } from './session-model.ts';
import { followTheme } from './theme.ts';
import { adoptPopup, openPopup, retry, returnToFrame, startTurn } from './turn.ts';

export { loadMessages, postCode };

/** How long drawing is put off, so that it does not hold up the page; it is drawn once there is news. */
const drawDelayMs = 60;

/**
 * Makes what runs an open session: shows the modal, drives one flow after the other, delivers the
 * code, and settles one outcome.
 *
 * @param context - what `open` made
 * @returns how `open` speaks to it
 */
export function createSession(context: SessionContext): SessionDriver {
  const { settings, surface, emit } = context;
  const { theme, close: closeTheme } = followTheme(settings.appearance?.theme);
  const model = createSessionModel(theme);
  const forgetInterruption = noteInterruption(surface.address, model);
  const warnings = startDeveloperWarnings(context, model);
  const locale = readLocale(settings.locale);
  let drawTimer: ReturnType<typeof setTimeout> | undefined;
  const drawNow = () => {
    if (run.isHidden || run.isOver || model.drawn.value > 1) return;
    drawMore(run);
    draw();
  };
  /**
   * In a task of its own, after others such as reading a long list of providers: making the dialog,
   * showing it, and the selector in it are each as much as a telephone can do without a pause.
   */
  const draw = (delayMs = 0) => {
    clearTimeout(drawTimer);
    drawTimer = setTimeout(drawNow, delayMs);
  };
  const run: Run = {
    context,
    model,
    locale,
    draw,
    turn: 0,
    shown: context.popup !== undefined ? 'popup' : 'frame',
    providerId: settings.provider ?? null,
  };
  const handleOnline = () => {
    if (model.error.value?.code === 'offline') retry(run, false);
  };
  const removal = new MutationObserver(() => {
    if (!surface.root.host.isConnected) close(run, 'closed');
  });
  return {
    start() {
      if (!('adoptedStyleSheets' in document && 'showModal' in HTMLDialogElement.prototype)) {
        endUnsupported(context);
        return;
      }
      addEventListener('online', handleOnline);
      attach(context, removal);
      // Under way before anything is drawn; the modal asks for the same.
      loadMessages(locale);
      emit({ name: 'opened' });
      if (run.isOver) return;
      draw(drawDelayMs);
      if (context.popup !== undefined) adoptPopup(run, context.popup);
      else startTurn(run);
    },
    focus() {
      warnings.checkOthers();
      run.modal?.focus();
      run.popup?.surface.window?.focus();
    },
    close: (reason) => close(run, reason),
    dispose() {
      run.isOver = true;
      removeEventListener('online', handleOnline);
      removal.disconnect();
      closeTheme();
      warnings.close();
      forgetInterruption();
      stopTurn(run);
      clearTimeout(drawTimer);
      closePopup(run);
      run.frameFlow?.close();
      run.modal?.close();
    },
  };
}

/** Makes the modal, then has it draw more. */
function drawMore(run: Run): void {
  const { context, model, locale } = run;
  try {
    if (run.modal) model.drawn.value += 1;
    else {
      run.modal = mountModal({
        root: context.surface.root,
        model,
        actions: createActions(run),
        appearance: context.settings.appearance ?? {},
        locale,
        reference: context.id,
      });
    }
  } catch (cause) {
    endUnsupported(context, cause);
  }
}

/** There is no modal that could say so: the host is told. */
function endUnsupported(context: SessionContext, cause?: unknown): void {
  const error = createFailure(context, 'unsupported_browser', cause);
  context.emit({ name: 'failed', error });
  context.settle(exited('error', error), 'loading');
}

/**
 * Once more, where a host has put another document into this one since `preload` or `open`. From then
 * on its removal is watched: a dialog whose element is gone would stay open for the browser, and
 * nobody could close it.
 */
function attach({ popup, surface }: SessionContext, removal: MutationObserver): void {
  const root = readDocument('documentElement');
  const { host } = surface.root;
  if (!host.isConnected) {
    root.append(host);
    if (popup === undefined) surface.restart();
  }
  for (const node of [document, root]) removal.observe(node, { childList: true });
}

function createActions(run: Run): ModalActions {
  const { model, context } = run;
  return {
    selectProvider(providerId) {
      if (run.isOver || model.busyId.value) return;
      if (context.settings.display !== 'frame' && needsPopup(run, providerId)) {
        run.providerId = providerId;
        openPopup(run);
      } else selectInFrame(run, providerId);
    },
    goBack() {
      if (model.popup.value) returnToFrame(run);
      else {
        run.flow?.send({ type: 'back' });
        setStep(run, 'select');
      }
    },
    retry: () => retry(run, true),
    openPopup: () => openPopup(run),
    focusPopup: () => run.popup?.surface.window?.focus(),
    useFrame: () => returnToFrame(run),
    requestClose: () => requestClose(run),
    confirmExit: () => context.settle(exited('closed'), model.step.value),
    keepGoing() {
      model.isConfirmingExit.value = false;
    },
  };
}
