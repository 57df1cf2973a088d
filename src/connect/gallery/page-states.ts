import type { ChallengeOption } from 'tax-connect/providers';
import type { PendingTask, View } from '../page/flow.ts';
import type { Page } from '../page/phase.ts';
import { type Problem, type ProblemCode, problemCodes } from '../page/problems.ts';
import { type ConsentTermsJson, type KnownAccount, noTerms } from '../shapes/flow-answers.ts';
import { shareKinds } from '../shapes/unions.ts';
import { linkStates } from './link-states.ts';
import { manageStates } from './manage-states.ts';
import { ledgerly, longNames, thousandProviders, twelveProviders } from './providers.ts';

const usualTerms: ConsentTermsJson = {
  ...noTerms,
  purpose: 'To work out your loan without another form.',
  privacy_url: 'https://tally.example/privacy',
  consent_days: 90,
};

export const longTerms = {
  ...noTerms,
  purpose:
    'To prepare and check your tax return of this year, to compare it with earlier ones, and to find deductions and credits that you may have missed, also those of your state and your household.',
  privacy_url: 'https://www.tally-accounting.example/legal/privacy-and-cookies',
  consent_days: 365,
};

/** A state of the Connect page. Undefined properties have the values of a test application without problems. */
export interface PageState
  extends Partial<
    Pick<Page, 'account' | 'isExpiring' | 'isVisit' | 'link' | 'providers' | 'submissions'>
  > {
  readonly title: string;
  readonly view: View;
  readonly problem?: Omit<Problem, 'description'>;
  readonly pending?: PendingTask;
  readonly environment?: 'live';
  /** Acts in the drawn page as a person would, for states that only an action in the page leads to. */
  readonly act?: () => void;
  /** Present if the state can also be shown in a frame in the host's modal. */
  readonly isFramed?: true;
}

const provider = { id: ledgerly.id, name: ledgerly.name, domain: ledgerly.domain };
const login = { kind: 'login', provider } as const;
const noOptions: string[] = [];
const mfa = {
  kind: 'mfa',
  provider,
  challenge: {
    id: '',
    kind: 'code',
    prompt: '',
    sent_to: '••• 42',
    code_length: 6,
    options: noOptions,
    can_resend: true,
  },
} as const;
/** A question for a code. Nothing is known about the code except the text of the provider's plug-in. */
const prompted = {
  ...mfa,
  challenge: {
    id: '',
    kind: 'code',
    prompt: 'Enter the code of your authenticator app.',
    options: noOptions,
    can_resend: false,
  },
} as const;
const consent = {
  kind: 'consent',
  provider,
  account: { label: 'pat@example.com' },
  shares: ['identity', 'returns', 'forms', 'transcripts'],
  terms: noTerms,
} as const;
const less = { ...consent, shares: ['transcripts', 'documents'], terms: usualTerms } as const;
const redirect = { kind: 'login', provider: { ...provider, login: 'redirect' } } as const;
const different = { kind: 'differentAccount', provider } as const;
const account: KnownAccount = { provider_id: ledgerly.id };
const isFramed = true;
/** A waiting time that never counts down, so that screenshots of the state are always the same. */
const endless = {
  seconds: 40,
  get until() {
    return Date.now() + 40_000;
  },
  get untilTick() {
    return performance.now() + 40_000;
  },
};

function ask(kind: 'choice' | 'question' | 'push') {
  const prompts = {
    choice: 'Where should Ledgerly send the code?',
    question: 'What was the name of your first school?',
    push: '',
  };
  const options = kind === 'choice' ? ['Text message to ••• 42', 'pat@example.com'] : [];
  const facts = kind === 'push' && { sent_to: 'Pixel 9', expires_in: 300, can_resend: true };
  const challenge = { id: '', kind, prompt: prompts[kind], options, can_resend: false, ...facts };
  return { kind: 'mfa', provider, challenge } as const;
}

const listPhones = (): ChallengeOption[] => [
  { value: 'a', label: 'Pat’s phone', detail: 'Ends in 42, used yesterday' },
  { value: 'b', label: 'Pat’s phone', detail: 'Ends in 77, used last year' },
  'pat@example.com',
];

/** A question with a title from the plug-in, where two of the devices to choose from have the same name. */
const detailed = {
  kind: 'mfa',
  provider,
  challenge: {
    ...ask('choice').challenge,
    title: 'Approve this sign-in',
    prompt: 'Pick the phone that you have with you.',
    options: listPhones(),
  },
} as const;
const hinted = {
  kind: 'login',
  provider: {
    ...provider,
    is_simulated: false,
    hint: 'Sign in as test@ledgerly.example, with any password.',
  },
} as const;

/** @returns a view of a popup that lost its opener. It asks whether to continue the flow that the frame started */
function askInWindow(needs_number: boolean) {
  return { kind: 'question', origin: 'https://tally.example', needs_number } as const;
}

/** @returns a framed state in which the last request has failed. By default, the same request can succeed later */
function fail(
  title: string,
  view: View,
  problem: Pick<Problem, 'code'> & Partial<Problem>,
): PageState {
  return { title, view, isFramed, problem: { retryable: true, ...problem } };
}

const steps: Readonly<Record<string, PageState>> = {
  starting: { title: 'Preparing', view: { kind: 'starting' }, pending: 'start' },
  'window-question': { title: 'Question in a window', view: askInWindow(false) },
  'window-number': { title: 'Question in a window, with a number', view: askInWindow(true) },
  'window-number-wrong': {
    title: 'Wrong number in a window',
    view: askInWindow(true),
    problem: { code: 'wrong_number', retryable: false },
  },
  select: { title: 'Selector', view: { kind: 'select' } },
  'select-thousand': {
    title: 'Selector, 1,000 providers',
    view: { kind: 'select' },
    providers: thousandProviders,
  },
  'select-long': {
    title: 'Selector, long names',
    view: { kind: 'select' },
    providers: longNames,
  },
  'select-waiting': {
    title: 'Opening a login',
    view: { kind: 'select' },
    pending: 'select',
  },
  'select-problem': {
    title: 'A provider that does not answer',
    view: { kind: 'select' },
    problem: { code: 'provider_unavailable', retryable: true },
  },
  login: { title: 'Login', view: login, isFramed },
  'login-live': { title: 'Login, live application', view: login, environment: 'live', isFramed },
  'login-limit': {
    title: 'Login, the last submission',
    view: login,
    isFramed,
    submissions: { limit: 100, used: 99 },
  },
  'login-waiting': { title: 'Signing in', view: login, pending: 'login', isFramed },
  'login-expiring': { title: 'Still there?', view: login, isExpiring: true, isFramed },
  'login-wrong': fail('Login refused', login, { code: 'invalid_credentials' }),
  'login-locked': fail('Account locked', login, { code: 'account_locked', retryable: false }),
  'login-problem': fail('Login, trouble that may pass', login, { code: 'server_error' }),
  'login-offline': fail('Login, offline', login, { code: 'offline' }),
  'login-last-tries': fail('Login refused, two tries left', login, {
    code: 'invalid_credentials',
    triesLeft: 2,
  }),
  'login-too-many': fail('Login, too many tries', login, {
    code: 'too_many_attempts',
    retryable: false,
    wait: endless,
  }),
  'login-rate-limited': fail('Login, too many requests', login, {
    code: 'rate_limited',
    wait: endless,
  }),
  mfa: { title: 'One-time code', view: mfa, isFramed },
  'mfa-waiting': { title: 'Checking the code', view: mfa, pending: 'mfa', isFramed },
  'mfa-wrong': fail('Wrong one-time code', mfa, { code: 'invalid_one_time_code' }),
  'mfa-prompted': { title: 'Code of an authenticator app', view: prompted, isFramed },
  choice: { title: 'Choice of a device', view: ask('choice'), isFramed },
  'choice-detailed': { title: 'Choice with details', view: detailed, isFramed },
  'login-hint': { title: 'Login with a plug-in’s hint', view: hinted, isFramed },
  question: { title: 'Question', view: ask('question'), isFramed },
  'question-wrong': fail('Wrong answer', ask('question'), { code: 'invalid_answer' }),
  push: { title: 'Approval on another device', view: ask('push'), isFramed },
  redirect: { title: 'Before the provider’s own site', view: redirect },
  'redirect-refused': {
    title: 'Refused on the provider’s own site',
    view: redirect,
    problem: { code: 'not_approved', retryable: true },
  },
  consent: { title: 'Consent', view: consent, isFramed },
  'consent-all': {
    title: 'Consent to everything',
    view: { ...consent, shares: shareKinds, terms: longTerms },
    isFramed,
  },
  'consent-less': { title: 'Consent without returns', view: less, isFramed },
  'consent-waiting': { title: 'Connecting', view: consent, pending: 'allow', isFramed },
  'consent-problem': fail('Consent, trouble that may pass', consent, { code: 'connection_lost' }),
  'again-login': { title: 'Sign in again', view: login, account, isFramed },
  'again-redirect': { title: 'Sign in again on the provider’s own site', view: redirect, account },
  'again-different': { title: 'A different account', view: different, account, isFramed },
  ...manageStates,
  success: {
    title: 'Connected',
    view: { kind: 'success', connected: { provider, account: { label: 'pat@example.com' } } },
  },
  denied: { title: 'Denied', view: { kind: 'denied' } },
  ...linkStates,
};

const unsaid = { description: '', retryable: false };

/** Problems that the page shows in a form. They do not end the flow. */
const toldByForm: readonly ProblemCode[] = [
  'account_locked',
  'different_account',
  'invalid_answer',
  'invalid_credentials',
  'invalid_one_time_code',
  'not_approved',
  'too_many_attempts',
  'wrong_number',
];
const ending = problemCodes.filter((code) => !toldByForm.includes(code));

const late: readonly ProblemCode[] = ['host_gone', 'not_received', 'session_expired'];

const failures = ending.map((code): [string, PageState] => {
  const chosen = late.includes(code) ? provider : null;
  const view = { kind: 'failed', problem: { code, ...unsaid }, chosen } as const;
  return [`failed-${code.replaceAll('_', '-')}`, { title: code, view }];
});

export const pageStates: ReadonlyMap<string, PageState> = new Map([
  ...Object.entries(steps),
  ...failures,
]);

export const usualProviders = twelveProviders;
