import type { FlowEvent } from '../../shapes/flow-answers.ts';
import { readLanguageTag, readReference } from '../../shapes/handoff-fields.ts';
import { askProvider, type Draft, nextId, queue, setHome, tellHost } from '../draft.ts';
import { getHome, type Home } from '../phase.ts';
import { describeForHost, type FlowResult, type Problem } from '../problems.ts';
import type { ResultOf } from '../requests.ts';
import { fail } from './end.ts';

/** The problem that the host gets when the popup's page, which shows the reason, cannot continue. */
const popupFailed: Problem = {
  code: 'session_expired',
  description: 'The page in the window could not continue.',
  retryable: true,
};

type Frame = Extract<Home, { name: 'frame' }>;

/** Lets a popup join this flow. The host has opened the popup, which may be cut off from it. It replaces an earlier one. */
export function share(draft: Draft, secret: string, providerId: string | null): void {
  const home = getHome(draft.place);
  if (home.name !== 'frame' || !home.session) return;
  const { locale, theme, sessionId } = home.session;
  const id = nextId(draft);
  // The page listens to the popup instead of to the backend's session. If that session ends, the next step shows it.
  draft.sessionWatch = null;
  queue(draft, 'stopListening');
  setHome(draft, { ...home, takingBack: null, sharing: { id, known: { handoff: 'left' } } });
  queue(draft, 'register', id, {
    handoff: secret,
    provider_id: providerId,
    locale: readLanguageTag(locale),
    theme,
    reference: readReference(sessionId),
  });
}

export function handleRegistered(draft: Draft, id: number, result: FlowResult<unknown>): void {
  const frame = findSharing(draft, id);
  if (!frame) return;
  if (result.ok) queue(draft, 'listen', id, 0);
  else failSharing(draft, frame, result.problem);
}

export function reportPopup(draft: Draft, id: number, event: FlowEvent): void {
  const frame = findSharing(draft, id);
  if (!frame) return;
  const previous = frame.sharing.known;
  setHome(draft, { ...frame, sharing: { id, known: event } });
  switch (event.handoff) {
    case 'failed':
      tellHost(draft, 'sendError', describeForHost(popupFailed));
      break;
    case 'asked':
      tellHost(draft, 'sendHandoffAsked', event.number ?? null);
      break;
    case 'over':
      break;
    default:
      if (event.handoff !== previous.handoff) tellHost(draft, 'sendHandoffChanged', event.handoff);
  }
  if (event.handoff === 'joined') reportProgress(draft, event, previous);
}

function reportProgress(draft: Draft, event: FlowEvent, previous: FlowEvent): void {
  const { step, provider_id: providerId } = event;
  if (providerId && providerId !== previous.provider_id) {
    tellHost(draft, 'sendProviderSelected', providerId);
  }
  if (step === previous.step && previous.handoff === 'joined') return;
  if (step === 'select' || step === 'login' || step === 'consent')
    tellHost(draft, 'sendStep', step);
  if (step === 'denied') tellHost(draft, 'sendExit', 'denied');
}

/** Listens again after the stream has ended, unless the popup has finished, failed or left for good. */
export function followPopup(draft: Draft, id: number, problem: Problem | undefined): void {
  const frame = findSharing(draft, id);
  if (!frame) return;
  const { handoff, step } = frame.sharing.known;
  if (problem) failSharing(draft, frame, problem);
  // The user has pressed Allow in the popup. The service creates the code on request, and this page sends it on.
  else if (step === 'allowed') queue(draft, 'collectCode', id);
  else if (handoff === 'over' || handoff === 'failed' || step === 'denied') {
    stopSharing(draft, frame, step === 'denied');
  } else queue(draft, 'listen', id, 1000);
}

export function handleCollected(draft: Draft, id: number, result: ResultOf<'code'>): void {
  const frame = findSharing(draft, id);
  if (!frame) return;
  if (!result.ok) {
    failSharing(draft, frame, result.problem);
    return;
  }
  stopSharing(draft, frame, true);
  tellHost(draft, 'sendCode', result.value.code, result.value.nonce);
}

/** Takes the flow back from the popup, because the host asks for it. Returns false when no popup shares the flow. */
export function takeBack(draft: Draft): boolean {
  const home = getHome(draft.place);
  if (home.name !== 'frame' || !home.sharing) return false;
  stopSharing(draft, home);
  askBack(draft, home, null);
  return true;
}

function askBack(draft: Draft, frame: Frame, providerId: string | null): void {
  const id = nextId(draft);
  const takingBack = { id, providerId, hasFailed: false };
  setHome(draft, { ...frame, sharing: null, takingBack });
  queue(draft, 'takeBack', id);
}

/** Keeps the pick until the flow is back, because the service would refuse it before. False when the flow is here. */
export function pickAfterBack(draft: Draft, providerId: string): boolean {
  const home = getHome(draft.place);
  if (home.name !== 'frame' || !home.takingBack) return false;
  const { takingBack } = home;
  if (takingBack.hasFailed) askBack(draft, home, providerId);
  else setHome(draft, { ...home, takingBack: { ...takingBack, providerId } });
  return true;
}

/** Selects the provider that was picked meanwhile, unless the host has opened another popup, which has the flow. */
export function handleTakenBack(draft: Draft, id: number, result: ResultOf<'back'>): void {
  const home = getHome(draft.place);
  if (home.name !== 'frame' || home.takingBack?.id !== id) return;
  const { takingBack } = home;
  const { providerId } = takingBack;
  if (result.ok) {
    setHome(draft, { ...home, takingBack: null });
    tellHost(draft, 'sendStep', 'select');
    if (providerId !== null) askProvider(draft, providerId, { task: 'select', opensSite: true });
  } else if (providerId !== null) fail(draft, result.problem);
  else setHome(draft, { ...home, takingBack: { ...takingBack, hasFailed: true } });
}

function stopSharing(draft: Draft, frame: Frame, isOver = false): void {
  queue(draft, 'stopListening');
  setHome(draft, { ...frame, sharing: null, isOver });
}

function failSharing(draft: Draft, frame: Frame, problem: Problem): void {
  stopSharing(draft, frame);
  tellHost(draft, 'sendError', describeForHost(problem));
}

function findSharing(draft: Draft, id: number) {
  const home = getHome(draft.place);
  if (home.name !== 'frame' || home.sharing?.id !== id) return undefined;
  return { ...home, sharing: home.sharing };
}
