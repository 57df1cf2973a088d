import { computed } from '@preact/signals-core';
import { createMachine } from '../../../kit/create-machine.ts';
import type { ModalActions } from '../../ui/modal-model.ts';
import { readDocument } from '../../ui/page-document.ts';
import { watchDeveloper } from '../developer/watch-developer.ts';
import { mountSelector } from '../selector/load-selector.ts';
import { describeFacts, isFramed, refreshOnline } from './describe-facts.ts';
import type { Effects } from './draft.ts';
import { createDrawing } from './draw.ts';
import { createEffects } from './effects.ts';
import { noteInterruption } from './interruption.ts';
import { createState, getStep, type SessionState } from './phase.ts';
import { postCode } from './post-code.ts';
import { prepare, takePrepared } from './prepare-flow.ts';
import { createPresentation } from './presentation.ts';
import type { SessionContext, SessionDriver } from './session-context.ts';
import { type Input, transition } from './transition.ts';

export { mountSelector, postCode, prepare };

/** Creates a session: `transition` turns inputs into the next state and effects, and `drawing` shows the state. */
export function createSession(context: SessionContext): SessionDriver {
  const { settings, surface } = context;
  // Read now: drawing takes the focus from a button disabled meanwhile. https://html.spec.whatwg.org/#focus-fixup-step
  const invoker = readDocument('activeElement');
  const presentation = createPresentation(settings);
  const prepared = takePrepared(surface, settings, presentation);
  const facts = describeFacts(settings, context);
  let isSettled = false;
  const { state, dispatch } = createMachine<SessionState, Effects, Input>({
    state: createState(facts, settings.provider ?? null),
    transition,
    getEffects: () => effects,
    refresh: refreshOnline,
    onStep(before, after) {
      if (hasScreenChanged(before, after)) drawing.continue();
    },
    // A callback of the host may have closed the session. Then no more effects are performed.
    isClosed: () => isSettled,
  });
  const step = computed(() => getStep(state.value.phase));
  const interruption = noteInterruption(surface.address, step);
  const warnings = watchDeveloper(context, state, (message) => dispatch('serviceRefused', message));
  const shared = { context, state, prepared, ...presentation };
  const drawing = createDrawing({
    ...shared,
    onFailure: (cause) => dispatch('cannotDraw', cause),
    isInterrupted: interruption.isInterrupted,
    invoker,
    actions: createActions(dispatch, context.emit, () => effects.focusPopup()),
  });
  const effects = createEffects({
    ...shared,
    dispatch,
    hideModal: drawing.close,
    showModal: drawing.reopen,
  });
  let stopWatching = () => {};
  return {
    start() {
      if (!canShowModal()) return dispatch('cannotDraw');
      stopWatching = watchBrowser(context, dispatch, () =>
        effects.send('popup', { type: 'unloading' }),
      );
      drawing.start();
      dispatch('start');
    },
    focus() {
      warnings.checkOthers();
      dispatch('showAgain');
      drawing.focus();
      effects.focusPopup();
    },
    close: (reason) => dispatch('close', reason),
    dispose() {
      isSettled = true;
      stopWatching();
      for (const part of [presentation, warnings, interruption, effects, drawing]) part.close();
    },
  };
}

type Dispatch = (...input: Input) => void;

function canShowModal(): boolean {
  return 'adoptedStyleSheets' in document && 'showModal' in HTMLDialogElement.prototype;
}

/** True when an input has changed the screen, so that a modal that is not drawn yet must be drawn. */
function hasScreenChanged(before: SessionState, after: SessionState): boolean {
  return before.popup !== after.popup || getStep(before.phase) !== getStep(after.phase);
}

/**
 * If a host has replaced the document's content since `preload` or `open`, the element is attached once more. After
 * that, its removal ends the session, because a dialog counts as open after its element was removed, and cannot be
 * closed (measured in Chromium 156, Firefox 153 and WebKitGTK 2.50).
 */
function watchBrowser(
  { popup, surface }: SessionContext,
  dispatch: Dispatch,
  tellPopup: () => void,
): () => void {
  const root = readDocument('documentElement');
  const { host } = surface.root;
  if (!host.isConnected) {
    root.append(host);
    if (popup === undefined && !isFramed()) surface.restart();
  }
  const removal = new MutationObserver(() => {
    if (!host.isConnected) dispatch('close', 'closed');
  });
  for (const node of [document, root]) removal.observe(node, { childList: true });
  const handleOnline = () => dispatch('online');
  globalThis.addEventListener('online', handleOnline);
  // The popup outlives this document, unless it goes to the back-forward cache (`persisted`) and may be shown again.
  const handleHide = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) tellPopup();
  };
  globalThis.addEventListener('pagehide', handleHide);
  return () => {
    removal.disconnect();
    globalThis.removeEventListener('online', handleOnline);
    globalThis.removeEventListener('pagehide', handleHide);
  };
}

function createActions(
  dispatch: Dispatch,
  emit: SessionContext['emit'],
  focusPopup: () => void,
): ModalActions {
  return {
    selectProvider: (providerId) => dispatch('selectProvider', providerId),
    reportUnlisted: () => emit({ name: 'provider_not_listed' }),
    goBack: () => dispatch('goBack'),
    retry: () => dispatch('retry'),
    reload: () => location.reload(),
    openPopup: () => dispatch('openPopup'),
    useFrame: () => dispatch('returnToFrame'),
    requestClose: () => dispatch('requestClose'),
    confirmExit: () => dispatch('confirmExit'),
    keepGoing: () => dispatch('keepGoing'),
    focusPopup,
  };
}
