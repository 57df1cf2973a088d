import type {
  ConnectApplication,
  PageMessage,
  PageStep,
  SurfaceKind,
} from '../../../protocol/messages.ts';
import type { Provider } from '../../../protocol/provider.ts';
import { type Draft, moveTo, queue } from '../draft.ts';
import type { FailureCode } from '../failures.ts';
import { hasPopup, isInPopup, needsPopup } from '../phase.ts';
import { deliver, endFlow, fail, leave, requestClose } from './end.ts';
import { awaitAnswer, expectReturn, handleHandoff, offerPopup } from './popup.ts';

export function handlePageMessage(draft: Draft, from: SurfaceKind, message: PageMessage): void {
  if (from === 'frame') {
    noteFrame(draft, message);
    if (!isRelevant(draft, message)) return;
  }
  if (from === 'popup' && draft.popup.name === 'open' && message.type !== 'resize') {
    if (message.type === 'leaving') expectReturn(draft);
    draft.popup = { ...draft.popup, isLeaving: message.type === 'leaving' };
  }
  // The types of the table guarantee that the handler fits the message.
  const handle = handlers[message.type] as Handler<PageMessage>;
  handle(draft, message, from);
}

type Handler<Message> = (draft: Draft, message: Message, from: SurfaceKind) => void;

const handlers: {
  readonly [Type in PageMessage['type']]: Handler<Extract<PageMessage, { type: Type }>>;
} = {
  ready: (draft, { application }) => handleReady(draft, application),
  providers: (draft, { providers }) => handleProviders(draft, providers),
  provider_selected: (draft, { provider_id }) => handleSelected(draft, provider_id),
  provider_not_listed: (draft, { type }) => queue(draft, 'emit', { name: type }),
  step: (draft, { step }) => followPage(draft, step),
  code: (draft, { code }, from) => deliver(draft, code, from),
  exit: (draft, { reason }) => leave(draft, reason),
  exit_requested: requestClose,
  resize(draft, { height }) {
    draft.frameHeight = height;
  },
  handoff_changed(draft, { state }, from) {
    if (from === 'frame') handleHandoff(draft, state);
  },
  handoff_asked(draft, { number }) {
    if (hasPopup(draft)) awaitAnswer(draft, number);
  },
  unloading(draft, _, from) {
    if (from === 'popup') queue(draft, 'findPage');
  },
  leaving() {},
  error(draft, { code, message, retryable }) {
    const { ConnectError, docs } = draft;
    endFlow(draft, new ConnectError(code, message, { retryable, docs }));
  },
};

/**
 * While a popup is open, the messages of its page count instead of those of the frame's page, with two exceptions.
 * A popup that has joined communicates through the frame's page, so every message counts. Without contact to the
 * popup, messages that concern both pages count.
 */
function isRelevant(draft: Draft, { type }: PageMessage): boolean {
  if (!hasPopup(draft)) return true;
  const { popup } = draft;
  const contact = popup.name === 'open' && !popup.isLeaving ? popup.contact : 'severed';
  if (contact === 'joined') return true;
  return contact !== 'reached' && isAboutBoth(type);
}

const isAboutBoth = (type: PageMessage['type']) =>
  type === 'ready' ||
  type === 'providers' ||
  type === 'error' ||
  type === 'handoff_changed' ||
  type === 'handoff_asked';

export function handleFlowFailure(draft: Draft, from: SurfaceKind, code: FailureCode): void {
  const { popup } = draft;
  const isReached = popup.name === 'open' && popup.contact === 'reached';
  // The popup's page can be reached, so it does not need the page in the frame. Back loads that page again.
  if (from === 'frame' && isReached) draft.frame = 'absent';
  else fail(draft, code);
}

/** Records the progress of the page in the frame, also while the user is in a popup. */
function noteFrame(draft: Draft, message: PageMessage): void {
  if (message.type === 'ready') draft.frame = 'loading';
  if (message.type === 'error') draft.frame = 'absent';
  if (message.type !== 'providers') return;
  draft.frame = 'followed';
  draft.providers ??= listProviders(draft, message.providers);
}

/** Handles `ready`. A second `ready` means that the page was reloaded, and its flow starts over. */
function handleReady(draft: Draft, application: ConnectApplication): void {
  draft.application = application;
  // The popup's page has left for a provider's site, and returns through the frame's. So the flow does not start over.
  if (draft.popup.name === 'open' && draft.popup.isLeaving) return;
  // While the modal shows a popup or offers one, the frame's page does not start over.
  if (draft.phase.name !== 'starting' && !isInPopup(draft)) {
    draft.providers = null;
    queue(draft, 'waitFor', 'pageLoad');
    moveTo(draft, { name: 'starting' });
  }
  queue(draft, 'emit', { name: 'ready' });
}

function followPage(draft: Draft, step: PageStep): void {
  // While the modal offers a popup instead of the frame, the frame's page does not change the step.
  if (isInPopup(draft) && !hasPopup(draft)) return;
  const { phase } = draft;
  // The modal keeps waiting while there is nothing to select, or while the page has not confirmed a choice.
  const isEmpty = draft.providers === null && !hasPopup(draft);
  const isBusy = phase.name === 'selecting' && phase.busyId !== null;
  if (step === 'select' && (isEmpty || isBusy)) return;
  queue(draft, 'stopWaiting');
  if (step !== 'select') {
    const isConfirmingExit = phase.name === 'on-page' && phase.isConfirmingExit;
    moveTo(draft, { name: 'on-page', step, isConfirmingExit });
  } else if (phase.name !== 'selecting') {
    moveTo(draft, { name: 'selecting', busyId: null });
  }
}

function handleProviders(draft: Draft, providers: readonly Provider[]): void {
  draft.providers = listProviders(draft, providers);
  if (hasPopup(draft)) {
    queue(draft, 'sendHandoff');
    return;
  }
  const [first] = providers;
  // A preselected provider needs no selector. A single one is selected at once, unless the modal offers a popup.
  if (draft.providerId !== null || draft.phase.name !== 'starting' || isInPopup(draft)) return;
  if (first && providers.length === 1) selectInFrame(draft, first.id);
  else followPage(draft, 'select');
}

export function listProviders(
  { display }: Pick<Draft, 'display'>,
  providers: readonly Provider[],
): readonly Provider[] {
  if (display !== 'frame') return providers;
  return providers.map((provider) =>
    provider.surface === 'popup' ? { ...provider, status: 'unavailable' } : provider,
  );
}

function handleSelected(draft: Draft, providerId: string): void {
  if (!hasPopup(draft) && needsPopup(draft, providerId)) {
    // The page has selected a preselected provider without a click, and only a click can open a popup.
    queue(draft, 'send', 'frame', { type: 'back' });
    if (!isInPopup(draft)) offerPopup(draft, providerId);
    return;
  }
  draft.selectedId = providerId;
  queue(draft, 'emit', { name: 'provider_selected', providerId });
  followPage(draft, 'login');
}

export function selectInFrame(draft: Draft, providerId: string): void {
  if (needsPopup(draft, providerId)) {
    offerPopup(draft, providerId);
    return;
  }
  if (draft.phase.name === 'selecting') draft.phase = { name: 'selecting', busyId: providerId };
  queue(draft, 'waitFor', 'pageAnswer');
  queue(draft, 'send', 'frame', { type: 'select_provider', provider_id: providerId });
}
