import type { AskedQuestion, FlowEvent } from '../../shapes/flow-answers.ts';
import { ask, type Draft, moveTo, nextId, queue, setHome } from '../draft.ts';
import { getHome } from '../phase.ts';
import type { Problem } from '../problems.ts';
import type { AnswerOf } from '../requests.ts';
import { closeReplaced, deny, failUnreceived, succeed } from './end.ts';
import { handleStarted, show, startFlow, takeReference } from './start.ts';

export function handleAsked(draft: Draft, question: AskedQuestion): void {
  applyPresentation(draft, question);
  setHome(draft, { name: 'popup', session: null, isAsking: true });
  moveTo(draft, { ...question, kind: 'question' });
}

export function confirmPopup(draft: Draft, number: string | null): void {
  const { handoff } = draft;
  if (handoff === null) return;
  ask(draft, { task: 'join' }, 'join', { handoff, number });
}

export function refusePopup(draft: Draft): void {
  const { handoff } = draft;
  if (handoff === null) return;
  setHome(draft, { name: 'popup', session: null, isAsking: false });
  deny(draft);
  queue(draft, 'refuse', handoff);
}

/** Starts the flow at its first step, or goes on after the user's return from the provider's own site. */
export function handleJoined(draft: Draft, flow: AnswerOf<'join'>): void {
  const id = nextId(draft);
  applyPresentation(draft, flow);
  setHome(draft, { name: 'joined', id, ending: null });
  queue(draft, 'stopWatchingSession');
  if (flow.reference !== null) queue(draft, 'claimSession', flow.reference);
  queue(draft, 'listen', id, 0);
  draft.providerId = flow.provider_id;
  if (draft.place.name === 'back') startFlow(draft);
  else handleStarted(draft, flow);
}

export function handleFrameEvent(draft: Draft, id: number, { handoff, step }: FlowEvent): void {
  const home = getHome(draft.place);
  if (home.name !== 'joined' || home.id !== id || handoff !== 'over') return;
  setHome(draft, { ...home, ending: step === 'issued' ? 'issued' : 'ended' });
}

/** Listens again after the stream has ended, or ends this popup if the flow goes on without it. */
export function followFrame(draft: Draft, id: number, problem: Problem | undefined): void {
  const home = getHome(draft.place);
  if (home.name !== 'joined' || home.id !== id) return;
  const ending = problem ? 'ended' : home.ending;
  const isDelivered = draft.step.request?.isDelivered === true;
  if (ending === null) queue(draft, 'listen', id, 500);
  else if (ending === 'issued') {
    if (isDelivered) succeed(draft);
  } else if (isDelivered) failUnreceived(draft);
  else closeReplaced(draft);
}

/** Applies language and theme from the service, because no host can be reached. */
function applyPresentation(
  draft: Draft,
  { locale, theme, reference }: Pick<AskedQuestion, 'locale' | 'theme' | 'reference'>,
): void {
  const { presentation } = draft;
  show(draft, { locale: locale ?? presentation.locale, theme: theme ?? presentation.theme });
  if (reference !== null) takeReference(draft, reference);
}
