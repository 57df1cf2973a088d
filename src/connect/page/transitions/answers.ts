import type { LoginAnswer } from '../../shapes/flow-answers.ts';
import { ask, askProvider, type Draft, moveTo, queue, tellHost } from '../draft.ts';
import { getHome, type PendingRequest, type Step } from '../phase.ts';
import { isSessionEnding, type Problem } from '../problems.ts';
import type { AnswerOf, Response, ResultOf, StepName } from '../requests.ts';
import { fail, succeed } from './end.ts';
import { handleAsked, handleJoined } from './joined.ts';
import { goToApplication, handleDenied } from './link.ts';
import { handleResumed, handleStarted } from './start.ts';
import { goToProvider } from './user.ts';

export function handleResponse(draft: Draft, id: number, response: Response): void {
  const { step } = draft;
  if (step.request?.id !== id) return;
  const { request } = step;
  const { task, providerId } = request;
  draft.step = { ...step, request: null };
  if (response.name === 'login') countSubmission(draft, response.result);
  const { name, result } = response;
  // The type of `Response` guarantees that the answer fits the name.
  if (result.ok) (accept[name] as Accept<unknown>)(draft, result.value, request);
  else handleProblem(draft, name, { problem: result.problem, task, providerId });
}

type Accept<Answer> = (draft: Draft, answer: Answer, request: PendingRequest) => void;

const accept: { readonly [Name in StepName]: Accept<AnswerOf<Name>> } = {
  begin(draft, answer) {
    draft.reference = answer.reference;
    handleStarted(draft, answer);
  },
  start: handleStarted,
  resume: handleResumed,
  ask: handleAsked,
  join: handleJoined,
  provider: enterLogin,
  back: leaveProvider,
  login: enterOutcome,
  answer: enterOutcome,
  resend: enterOutcome,
  return: enterOutcome,
  authorize: openSite,
  consent(draft, answer, request) {
    if ('location' in answer) goToApplication(draft, request, answer.location);
    else if ('connected' in answer) succeed(draft);
    else if ('denied' in answer) handleDenied(draft);
    else handOver(draft, request, answer);
  },
  'end-access'(draft, answer) {
    const { view } = draft.step;
    if (view.kind === 'manage') moveTo(draft, { ...view, ...answer });
  },
  // The browser replaces the page, so that this request has no answer.
  navigate() {},
};

type Failure = NonNullable<Step['failure']>;

/** Shows the problem at the step if the user can recover from it there, and otherwise ends the flow. */
function handleProblem(draft: Draft, name: StepName, failure: Failure): void {
  const { problem, task } = failure;
  const isTold = name === 'join' && task !== null && problem.code === 'wrong_number';
  if ((name === 'ask' || name === 'join') && !isTold) {
    // The reason why this popup may not join would mean nothing to the user, so the page says that it has no host.
    const code = draft.place.name === 'back' ? 'host_gone' : 'no_host';
    fail(draft, { ...problem, code, retryable: false });
    return;
  }
  if (handleOtherAccount(draft, problem)) return;
  if (name === 'begin' && problem.code === 'session_expired') {
    // The link has ended since the page was loaded. The restarted page shows how it has ended.
    queue(draft, 'restart');
    return;
  }
  const end = findEnd(draft, name, problem);
  if (end) fail(draft, end);
  else showProblem(draft, name, failure);
}

function showProblem(draft: Draft, name: StepName, failure: Failure): void {
  // The user went back from a challenge, and the service is already at the selection. The login's provider could not be
  // selected again, so the page shows the selection, too.
  if (name === 'provider' && draft.step.view.kind === 'mfa') moveTo(draft, { kind: 'select' });
  draft.step = { ...draft.step, failure };
  // Since the user pressed Back, the host shows its list. This message makes it show the problem.
  if (name === 'back' && draft.step.view.kind !== 'select') {
    tellHost(draft, 'sendStep', draft.step.view.kind === 'consent' ? 'consent' : 'login');
  }
  if (name === 'provider' && !draft.canGoBack) {
    // The flow started with a preselected provider, which cannot be used. So the user may now pick another.
    draft.canGoBack = true;
    tellHost(draft, 'sendStep', 'select');
  }
}

/** Returns whether the person has signed in to another account than the one to connect again. */
function handleOtherAccount(draft: Draft, { code }: Problem): boolean {
  const { view } = draft.step;
  if (code !== 'different_account' || !('provider' in view)) return false;
  moveTo(draft, { kind: 'differentAccount', provider: view.provider });
  return true;
}

/** @returns the problem that ends the flow; undefined when the person can continue */
function findEnd(draft: Draft, name: StepName, problem: Problem): Problem | undefined {
  const isOfSession = name === 'start' && draft.session !== null;
  if (isOfSession && problem.code === 'session_expired') {
    return { ...problem, code: 'session_ended' };
  }
  const isStarting = name === 'start' || name === 'resume';
  // No other provider can be picked here if the host draws the selector, or if one account is connected again.
  const isInHost = name === 'provider' && (draft.selector === 'host' || draft.account !== null);
  return isSessionEnding(problem) || isStarting || isInHost ? problem : undefined;
}

function enterLogin(
  draft: Draft,
  { provider }: AnswerOf<'provider'>,
  { opensSite }: PendingRequest,
): void {
  moveTo(draft, { kind: 'login', provider });
  if (draft.isVisit) {
    // No application is involved at `/manage`, so the provider decides whether the page is a test.
    const environment = provider.is_simulated === true ? 'test' : 'live';
    draft.application = { ...draft.application, environment };
  }
  tellHost(draft, 'sendProviderSelected', provider.id);
  tellHost(draft, 'sendStep', 'login');
  if (opensSite && provider.login === 'redirect') goToProvider(draft);
}

function leaveProvider(
  draft: Draft,
  { providers }: AnswerOf<'back'>,
  { task, opensSite = false, providerId }: PendingRequest,
): void {
  // The provider's site did not load in time, and the user has gone back instead.
  if (draft.place.name === 'away') draft.place = draft.place.home;
  draft.providers = providers;
  if (providerId !== undefined) {
    askProvider(draft, providerId, { task, opensSite });
    return;
  }
  moveTo(draft, { kind: 'select' });
  tellHost(draft, 'sendStep', 'select');
  // When the host draws the selector, it needs the list, too.
  if (draft.selector === 'host') tellHost(draft, 'sendProviders', draft.providers);
}

function enterOutcome(draft: Draft, answer: LoginAnswer): void {
  const { view } = draft.step;
  if (!('provider' in view)) return;
  const { provider } = view;
  switch (answer.step) {
    case 'mfa':
      moveTo(draft, { ...answer, kind: 'mfa', provider });
      break;
    case 'manage':
      moveTo(draft, { ...answer, kind: 'manage', provider, ended: null });
      break;
    case 'consent':
      moveTo(draft, { ...answer, kind: 'consent', provider });
      tellHost(draft, 'sendStep', 'consent');
      break;
  }
}

/** The service counts in the same way: every password that reaches the provider counts, whatever the result. */
function countSubmission(draft: Draft, result: ResultOf<'login'>): void {
  const { submissions } = draft;
  const counted = ['invalid_credentials', 'account_locked', 'provider_unavailable'];
  const isCounted = result.ok || counted.includes(result.problem.code);
  if (submissions && isCounted) draft.submissions = { ...submissions, used: submissions.used + 1 };
}

function openSite(draft: Draft, { url }: AnswerOf<'authorize'>): void {
  const { handoff, reference, presentation } = draft;
  const home = getHome(draft.place);
  tellHost(draft, 'sendLeaving');
  draft.place = { name: 'away', home };
  ask(draft, { task: 'login' }, 'navigate', {});
  queue(draft, 'openSite', url, {
    is_joined: home.name === 'joined',
    reference,
    handoff,
    presentation: home.name === 'alone' ? null : presentation,
  });
}

/** Gives the code to the host, or waits until the page in the frame has done so. Only then is the user connected. */
function handOver(
  draft: Draft,
  request: PendingRequest,
  answer: { readonly code: string; readonly nonce: string } | { readonly allowed: true },
): void {
  const home = getHome(draft.place);
  if (home.name === 'joined' && home.ending === 'issued') {
    succeed(draft);
    return;
  }
  draft.step = { ...draft.step, request: { ...request, isDelivered: true } };
  queue(draft, 'waitFor', 'code' in answer ? 'confirmation' : 'collection');
  if ('code' in answer) tellHost(draft, 'sendCode', answer.code, answer.nonce);
}
