import { type ProblemCode, problemCodes } from '../page/problems.ts';
import {
  type Challenge,
  type ConsentTermsJson,
  type KnownAccount,
  noTerms,
} from '../shapes/flow-answers.ts';
import { shareKinds } from '../shapes/unions.ts';
import { linkStates } from './link-states.ts';
import { manageStates } from './manage-states.ts';
import { consent, createStates, failWith, lost, type PageState, provider } from './page-state.ts';
import { ledgerly, longNames, thousandProviders, twelveProviders } from './providers.ts';

const usualTerms: ConsentTermsJson = {
  ...noTerms,
  purpose: 'To work out your loan without another form.',
  privacy_url: 'https://tally.example/privacy',
  consent_days: 90,
};

const longTerms = {
  ...noTerms,
  purpose:
    'To prepare and check your tax return of this year, to compare it with earlier ones, and to find deductions and credits that you may have missed, also those of your state and your household.',
  privacy_url: 'https://www.tally-accounting.example/legal/privacy-and-cookies',
  consent_days: 365,
};

const login = { kind: 'login', provider } as const;
const everything = { ...consent, shares: shareKinds, terms: longTerms };
const less = { ...consent, shares: ['transcripts', 'documents'], terms: usualTerms } as const;
const redirect = { kind: 'login', provider: { ...provider, login: 'redirect' } } as const;
const select = { kind: 'select' } as const;
const different = { kind: 'differentAccount', provider } as const;
const again: { readonly account: KnownAccount } = { account: { provider_id: ledgerly.id } };
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

function ask(challenge: Pick<Challenge, 'kind' | 'prompt'> & Partial<Challenge>) {
  const usual = { id: '', options: [], can_resend: false };
  return { kind: 'mfa', provider, challenge: { ...usual, ...challenge } } as const;
}

const mfa = ask({
  kind: 'code',
  prompt: '',
  sent_to: '••• 42',
  code_length: 6,
  can_resend: true,
});
/** Nothing is known about the code except the text of the provider's plug-in. */
const prompted = ask({ kind: 'code', prompt: 'Enter the code of your authenticator app.' });
const choice = ask({
  kind: 'choice',
  prompt: 'Where should Ledgerly send the code?',
  options: ['Text message to ••• 42', 'pat@example.com'],
});
/** A question with a title from the plug-in, where two of the devices to choose from have the same name. */
const detailed = ask({
  kind: 'choice',
  title: 'Approve this sign-in',
  prompt: 'Pick the phone that you have with you.',
  options: [
    { value: 'a', label: 'Pat’s phone', detail: 'Ends in 42, used yesterday' },
    { value: 'b', label: 'Pat’s phone', detail: 'Ends in 77, used last year' },
    'pat@example.com',
  ],
});
const question = ask({ kind: 'question', prompt: 'What was the name of your first school?' });
const push = ask({
  kind: 'push',
  prompt: '',
  sent_to: 'Pixel 9',
  expires_in: 300,
  can_resend: true,
});

const hint = 'Sign in as test@ledgerly.example, with any password.';
const hinted = { kind: 'login', provider: { ...provider, is_simulated: false, hint } } as const;

/** @returns a view of a popup that lost its opener. It asks whether to continue the flow that the frame started */
function askInWindow(needs_number: boolean) {
  return { kind: 'question', origin: 'https://tally.example', needs_number } as const;
}

const alone = createStates({});
const framed = createStates({ isFramed: true });
const inPopup = createStates({ surface: 'popup' });

const steps: Readonly<Record<string, PageState>> = {
  starting: alone('Preparing', { kind: 'starting' }, { pending: 'start' }),
  'window-question': alone('Question in a window', askInWindow(false)),
  'window-number': alone('Question in a window, with a number', askInWindow(true)),
  'window-number-wrong': alone(
    'Wrong number in a window',
    askInWindow(true),
    failWith('wrong_number', { retryable: false }),
  ),
  select: alone('Selector', select),
  'select-thousand': alone('Selector, 1,000 providers', select, { providers: thousandProviders }),
  'select-long': alone('Selector, long names', select, { providers: longNames }),
  'select-waiting': alone('Opening a login', select, { pending: 'select' }),
  'select-problem': alone(
    'A provider that does not answer',
    select,
    failWith('provider_unavailable'),
  ),
  login: framed('Login', login),
  'login-live': framed('Login, live application', login, { environment: 'live' }),
  'login-limit': framed('Login, the last submission', login, {
    submissions: { limit: 100, used: 99 },
  }),
  'login-waiting': framed('Signing in', login, { pending: 'login' }),
  'login-expiring': framed('Still there?', login, { isExpiring: true }),
  'login-wrong': framed('Login refused', login, failWith('invalid_credentials')),
  'login-locked': framed('Account locked', login, failWith('account_locked', { retryable: false })),
  'login-problem': framed('Login, trouble that may pass', login, failWith('server_error')),
  'login-offline': framed('Login, offline', login, failWith('offline')),
  'login-last-tries': framed(
    'Login refused, two tries left',
    login,
    failWith('invalid_credentials', { triesLeft: 2 }),
  ),
  'login-too-many': framed(
    'Login, too many tries',
    login,
    failWith('too_many_attempts', { retryable: false, wait: endless }),
  ),
  'login-rate-limited': framed(
    'Login, too many requests',
    login,
    failWith('rate_limited', { wait: endless }),
  ),
  mfa: framed('One-time code', mfa),
  'mfa-waiting': framed('Checking the code', mfa, { pending: 'mfa' }),
  'mfa-wrong': framed('Wrong one-time code', mfa, failWith('invalid_one_time_code')),
  'mfa-prompted': framed('Code of an authenticator app', prompted),
  choice: framed('Choice of a device', choice),
  'choice-detailed': framed('Choice with details', detailed),
  'login-hint': framed('Login with a plug-in’s hint', hinted),
  question: framed('Question', question),
  'question-wrong': framed('Wrong answer', question, failWith('invalid_answer')),
  push: framed('Approval on another device', push),
  redirect: alone('Before the provider’s own site', redirect),
  'redirect-refused': alone(
    'Refused on the provider’s own site',
    redirect,
    failWith('not_approved'),
  ),
  consent: framed('Consent', consent),
  'consent-all': framed('Consent to everything', everything),
  'consent-less': framed('Consent without returns', less),
  'consent-waiting': framed('Connecting', consent, { pending: 'allow' }),
  'consent-problem': framed('Consent, trouble that may pass', consent, lost),
  'again-login': framed('Sign in again', login, again),
  'again-redirect': alone('Sign in again on the provider’s own site', redirect, again),
  'again-different': framed('A different account', different, again),
  ...manageStates,
  success: inPopup('Connected', { kind: 'success', consent }),
  denied: inPopup('Denied', { kind: 'denied', lastProvider: provider }),
  ...linkStates,
};

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

const failures = ending.map((code): [string, PageState] => {
  const problem = { code, description: '', retryable: false };
  return [
    `failed-${code.replaceAll('_', '-')}`,
    alone(code, { kind: 'failed', problem, lastProvider: provider }),
  ];
});

export const pageStates: ReadonlyMap<string, PageState> = new Map([
  ...Object.entries(steps),
  ...failures,
]);

export const usualProviders = twelveProviders;
