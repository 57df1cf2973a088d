import type { ConnectError } from '../../protocol/errors.ts';
import type {
  ConnectApplication,
  PageMessage,
  PageStep,
  SurfaceKind,
} from '../../protocol/messages.ts';
import type { Provider } from '../../protocol/provider.ts';
import { type Draft, moveTo, queue } from '../draft.ts';
import type { FailureCode } from '../failures.ts';
import { hasWindow, isInWindow, needsWindow } from '../phase.ts';
import { deliver, endFlow, fail, leave, requestClose } from './end.ts';
import { awaitAnswer, expectReturn, handleHandoff, offerWindow } from './window.ts';

/**
 * @param draft - the next state
 * @param from - where the page is
 * @param message - what it says
 */
export function handlePageMessage(draft: Draft, from: SurfaceKind, message: PageMessage): void {
  if (from === 'frame' && !isRelevant(draft, message)) return;
  if (from === 'popup' && draft.window.name === 'open' && message.type !== 'resize') {
    if (message.type === 'leaving') expectReturn(draft);
    draft.window = { ...draft.window, isLeaving: message.type === 'leaving' };
  }
  switch (message.type) {
    case 'ready':
      handleReady(draft, message.application);
      break;
    case 'providers':
      handleProviders(draft, message.providers);
      break;
    case 'provider_selected':
      handleSelected(draft, message.provider_id);
      break;
    case 'provider_not_listed':
      queue(draft, 'emit', { name: message.type });
      break;
    case 'step':
      followPage(draft, message.step);
      break;
    case 'code':
      deliver(draft, message.code, from);
      break;
    case 'exit':
      leave(draft, message.reason);
      break;
    case 'exit_requested':
      requestClose(draft);
      break;
    case 'resize':
      draft.frameHeight = message.height;
      break;
    case 'handoff_changed':
      if (from === 'frame') handleHandoff(draft, message.state);
      break;
    case 'handoff_asked':
      if (hasWindow(draft)) awaitAnswer(draft, message.number);
      break;
    case 'unloading':
      if (from === 'popup') queue(draft, 'findPage');
      break;
    case 'leaving':
      break;
    case 'error':
      endFlow(draft, createPageError(draft, message));
      break;
  }
}

function createPageError(
  { ConnectError, docs }: Draft,
  { code, message, retryable }: PageMessage & { type: 'error' },
): ConnectError {
  return new ConnectError(code, message, { retryable, docs });
}

/**
 * While the user is in a window, the messages of the window's page count. Of the messages from the frame's
 * page, only those about both pages count.
 */
function isRelevant({ window }: Draft, { type }: PageMessage): boolean {
  if (window.name === 'asking' || window.name === 'missed') return isAboutBoth(type);
  if (window.name !== 'open') return true;
  const contact = window.isLeaving ? 'severed' : window.contact;
  switch (contact) {
    case 'reached':
      return false;
    case 'joined':
      return true;
    case 'silent':
    case 'severed':
      return isAboutBoth(type);
  }
}

const isAboutBoth = (type: PageMessage['type']) =>
  type === 'ready' ||
  type === 'providers' ||
  type === 'error' ||
  type === 'handoff_changed' ||
  type === 'handoff_asked';

/**
 * A flow has ended without a message from its page.
 *
 * @param draft - the next state
 * @param from - where the page was
 * @param code - the error's code
 */
export function handleFlowFailure(draft: Draft, from: SurfaceKind, code: FailureCode): void {
  const { window } = draft;
  const isReached = window.name === 'open' && window.contact === 'reached';
  // A page in a reachable window needs no frame.
  if (from === 'frame' && isReached) return;
  fail(draft, code);
}

/** A second `ready` means that the page was reloaded, and its flow starts over. */
function handleReady(draft: Draft, application: ConnectApplication): void {
  draft.application = application;
  // The frame's page gets ready only to let the window's page come back.
  if (draft.window.name === 'open' && draft.window.isLeaving) return;
  if (draft.phase.name !== 'starting' && !hasWindow(draft)) {
    draft.providers = null;
    queue(draft, 'waitFor', 'pageLoad');
    moveTo(draft, { name: 'starting' });
  }
  queue(draft, 'emit', { name: 'ready' });
}

function followPage(draft: Draft, step: PageStep): void {
  // While the modal offers a window instead of the frame, the frame's page does not change the step.
  if (isInWindow(draft) && !hasWindow(draft)) return;
  const { phase } = draft;
  queue(draft, 'stopWaiting');
  if (step !== 'select') {
    const isConfirmingExit = phase.name === 'on-page' && phase.isConfirmingExit;
    moveTo(draft, { name: 'on-page', step, isConfirmingExit });
  } else if (phase.name !== 'selecting') {
    moveTo(draft, { name: 'selecting', busyId: null });
  }
}

function handleProviders(draft: Draft, providers: readonly Provider[]): void {
  draft.providers = draft.display === 'frame' ? providers.map(makeUnavailableInFrame) : providers;
  if (hasWindow(draft)) {
    queue(draft, 'sendHandoff');
    return;
  }
  const [first] = providers;
  // A preselected provider, or a single one, needs no selector.
  if (draft.providerId !== null || draft.phase.name !== 'starting') return;
  if (first && providers.length === 1) selectInFrame(draft, first.id);
  else followPage(draft, 'select');
}

/** Without a window, its login cannot be reached. */
function makeUnavailableInFrame(provider: Provider): Provider {
  return provider.surface === 'popup' ? { ...provider, status: 'unavailable' } : provider;
}

function handleSelected(draft: Draft, providerId: string): void {
  if (!hasWindow(draft) && needsWindow(draft, providerId)) {
    // The provider was preselected, so there was no click, and only a click can open a window.
    queue(draft, 'send', 'frame', { type: 'back' });
    offerWindow(draft, providerId);
    return;
  }
  queue(draft, 'emit', { name: 'provider_selected', providerId });
  followPage(draft, 'login');
}

/**
 * Selects a provider in the frame. For one that cannot be framed, a window is offered.
 *
 * @param draft - the next state
 */
export function selectInFrame(draft: Draft, providerId: string): void {
  if (needsWindow(draft, providerId)) {
    offerWindow(draft, providerId);
    return;
  }
  if (draft.phase.name === 'selecting') draft.phase = { name: 'selecting', busyId: providerId };
  queue(draft, 'waitFor', 'pageAnswer');
  queue(draft, 'send', 'frame', { type: 'select_provider', provider_id: providerId });
}
