import type { Decision } from '../../shapes/unions.ts';
import { ask, askProvider, type Draft, moveTo, queue, setHome, tellHost } from '../draft.ts';
import { isInProvider, type ShownConsent } from '../flow.ts';
import { getHome, isOver, type Page } from '../phase.ts';
import type { BodyOf } from '../requests.ts';
import { abort, isUnderWay } from './end.ts';
import { pickAfterBack, takeBack } from './handoff.ts';

export function selectProvider(draft: Draft, providerId: string): void {
  const pending = { task: 'select', opensSite: true } as const;
  // The answer to an earlier selection may have been lost, so the service may be at the login of another provider.
  if (draft.step.failure) ask(draft, { ...pending, providerId }, 'back', {});
  else askProvider(draft, providerId, pending);
}

/** On Back, the host shows its list at once, so this page may not have gone back yet. It does so before a selection. */
export function selectInHost(draft: Draft, providerId: string): void {
  const { step } = draft;
  const { request } = step;
  if (pickAfterBack(draft, providerId)) return;
  if (step.view.kind === 'select' && request === null) selectProvider(draft, providerId);
  else if (request?.task === 'back') {
    draft.step = { ...step, request: { ...request, providerId } };
  } else if (canGoBack(draft)) {
    ask(draft, { task: 'back', providerId }, 'back', {});
  }
}

/** @returns whether the user has selected a provider, and has not sent a decision, which cannot be withdrawn */
export function canGoBack({ step }: Page): boolean {
  const task = step.request?.task;
  return isInProvider(step.view) && task !== 'allow' && task !== 'deny';
}

/** Returns from a challenge to the login, and from any other step to the selection. */
export function goBack(draft: Draft): void {
  const { view } = draft.step;
  const providerId = view.kind === 'mfa' ? view.provider.id : undefined;
  // On Back in its modal, the host shows its list at once. This message makes it show the page.
  if (providerId !== undefined) tellHost(draft, 'sendStep', 'login');
  ask(draft, { task: 'back', providerId }, 'back', {});
}

export function signInAgain(draft: Draft): void {
  const { view } = draft.step;
  if (view.kind === 'differentAccount') moveTo(draft, { kind: 'login', provider: view.provider });
}

/** Back in the host's modal takes the flow back from a popup that continues it, and otherwise goes back one step. */
export function handleHostBack(draft: Draft): void {
  if (takeBack(draft)) return;
  if (canGoBack(draft)) goBack(draft);
  // A decision was sent. The host already shows its list, and this message makes it show the page again.
  else if (draft.step.view.kind === 'consent') tellHost(draft, 'sendStep', 'consent');
}

export function login(draft: Draft, fields: BodyOf<'login'>): void {
  ask(draft, { task: 'login' }, 'login', fields);
}

export function goToProvider(draft: Draft): void {
  ask(draft, { task: 'login' }, 'authorize', {});
}

/** Without storage, the page that the browser returns to could not continue the flow. */
export function stay(draft: Draft): void {
  const { place, step } = draft;
  if (place.name !== 'away' || isOver(step)) return;
  const description = 'The browser blocks the storage of this page.';
  const problem = { code: 'storage_blocked', description, retryable: true } as const;
  draft.place = place.home;
  draft.step = { ...step, request: null, failure: { problem, task: 'login' } };
  // The page has told the host that it leaves. This message takes that back.
  tellHost(draft, 'sendStep', 'login');
}

/** @param answer - the user's input; an empty answer asks whether the user has approved a push */
export function submitAnswer(draft: Draft, answer: string): void {
  const { view } = draft.step;
  if (view.kind !== 'mfa') return;
  const { challenge } = view;
  const task = challenge.kind === 'push' ? 'push' : 'mfa';
  ask(draft, { task }, 'answer', { answer, challenge_id: challenge.id });
}

export function resend(draft: Draft): void {
  const { view } = draft.step;
  if (view.kind !== 'mfa') return;
  // A request that only asks whether the user has approved the push may be replaced. Other pending requests may not.
  const { request } = draft.step;
  if (request && request.task !== 'push') return;
  ask(draft, { task: 'resend' }, 'resend', { challenge_id: view.challenge.id });
}

export function decide(draft: Draft, decision: Decision, shown?: ShownConsent): void {
  ask(draft, { task: decision }, 'consent', { decision, ...shown });
}

export function endAccess(draft: Draft, accountId: string): void {
  ask(draft, { task: 'end' }, 'end-access', { account_id: accountId });
}

export function close(draft: Draft): void {
  if (getHome(draft.place).name === 'frame') tellHost(draft, 'requestExit');
  else queue(draft, 'closeWindow');
}

/** The host closes the popup. If the popup closed itself at once, the host might not get the message. */
export function confirmExit(draft: Draft): void {
  tellHost(draft, 'sendExit', 'closed');
  queue(draft, 'closeWithHost');
}

export function resize(draft: Draft, height: number): void {
  const { kind } = draft.step.view;
  // While the host draws the selector, or the page is empty, there is no content to measure.
  const isEmpty = kind === 'starting' || (kind === 'select' && draft.selector === 'host');
  if (!isEmpty && height > 0) tellHost(draft, 'sendResize', height);
}

/** The page is as the user left it. A decision that was under way can be made again. Any other step is loaded again. */
export function handleRestore(draft: Draft): void {
  if (draft.step.view.kind === 'consent') abort(draft);
  else queue(draft, 'restart');
}

export function handleHostClose(draft: Draft): void {
  const home = getHome(draft.place);
  if (home.name === 'frame') {
    const isLeft = home.sharing !== null || isUnderWay(draft);
    if (isLeft && draft.place.name !== 'away') queue(draft, 'leave', false);
    if (home.sharing) queue(draft, 'stopListening');
    setHome(draft, { ...home, sharing: null, isOver: true });
  }
  abort(draft);
  queue(draft, 'closeBridge');
}
