import type { ProblemCode } from '../problems.ts';

/** Whom a text may speak of. The provider is missing before one is picked. */
export interface Parties {
  readonly application: string;
  readonly provider: string;
  readonly domain: string;
}

type ProblemTexts = Readonly<Record<ProblemCode, (parties: Parties) => string>>;

const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** Why something failed and what to do about it, by code. */
const problems: ProblemTexts = {
  access_denied: ({ application }) => `Access was not granted, so ${application} got nothing.`,
  account_locked: ({ provider, domain }) =>
    `${provider} has locked this account. Unlock it on ${domain}, then try again here.`,
  connection_lost: () => 'The connection was interrupted. Check it, then try again.',
  host_gone: ({ application }) =>
    `${application} does not answer any more. Its page may have been reloaded or closed. Nothing was shared. Go back to ${application} and connect from there again.`,
  invalid_credentials: ({ provider }) =>
    `${provider} did not accept this username and password. Check both and try again.`,
  invalid_one_time_code: () =>
    'That code is not right, or it is no longer valid. Enter the newest one you received.',
  invalid_request: () => 'Something on this page went wrong. Start again.',
  invalid_step: () => 'This page is out of step, perhaps because it was open twice. Start again.',
  no_host: () =>
    'This page works only when an application opens it. Go back to the application and connect from there.',
  not_received: ({ application }) =>
    `${application} did not confirm the connection. Go back to ${application}. If it does not say that you are connected, connect from there again.`,
  offline: () => 'You are offline. We will try again by ourselves as soon as you are back.',
  origin_not_allowed: ({ application }) =>
    `This website is not registered to connect accounts for ${application}.`,
  protocol_error: ({ application }) =>
    `${application} and this page do not understand each other. Tell ${application} about it.`,
  provider_unavailable: ({ provider }) =>
    `${provider} does not answer at the moment. Nothing is wrong with your account.`,
  rate_limited: () => 'Too many attempts. Wait a minute, then try again.',
  server_error: () => 'Something went wrong on our side. Nothing was shared.',
  session_expired: () => 'This took longer than we keep a session open. Start again.',
  submission_limit_reached: ({ application }) =>
    `The test application ${application} has used all of its submissions.`,
  timeout: () => 'There was no answer in time. Try again.',
  unknown_client: () => 'The application that sent you here is not registered.',
};

/** English: the catalogue that the others are typed after. */
export const en = {
  languageTag: 'en',
  direction: 'ltr',
  connectTo: (application: string) => `Connect to ${application}`,
  testBadge: 'Test',
  testBadgeHint: 'Test application: no real account is used',
  cancel: 'Cancel',
  exit: {
    title: 'Leave without connecting?',
    advice: 'You will have to start again.',
    stay: 'Keep going',
    leave: 'Leave',
  },
  back: 'Choose another provider',
  tryAgain: 'Try again',
  close: 'Close',
  startAgain: 'Start again',
  failedTitle: 'This did not work',
  /** Where no provider is picked yet, or it is not known any more. */
  unnamedProvider: 'The provider',
  unnamedDomain: 'its own site',
  offlineTitle: 'You are offline',
  problems,
  waiting: {
    start: 'Preparing…',
    select: 'Opening the login…',
    back: 'Going back…',
    login: 'Signing in…',
    mfa: 'Checking the code…',
    allow: 'Connecting…',
    deny: 'Cancelling…',
    stillWorking: (provider: string) => `Still working. ${provider} is taking its time.`,
  },
  select: {
    title: 'Choose your tax provider',
    promise: (application: string) =>
      `You sign in with your provider. ${application} never sees your password.`,
  },
  login: {
    title: (provider: string) => `Sign in to ${provider}`,
    /** `domain` is drawn between the two halves, left to right in every language. */
    promiseBefore: 'You sign in to ',
    promiseAfter: (application: string) => `. ${application} never sees your password.`,
    username: 'Username',
    password: 'Password',
    show: 'Show',
    hide: 'Hide',
    submit: 'Sign in',
    usernameMissing: 'Enter your username.',
    passwordMissing: 'Enter your password.',
    usernameWrong: 'Check the username.',
    passwordWrong: 'Enter the password again.',
  },
  test: {
    title: 'Test login',
    hintBefore: 'Use ',
    hintBetween: ' with the password ',
    hintAfter: '.',
    submissions: (left: number, limit: number) =>
      `${numbers.format(left)} of ${numbers.format(limit)} ${
        plurals.select(limit) === 'one' ? 'submission' : 'submissions'
      } left.`,
  },
  mfa: {
    title: 'Enter your code',
    lead: (provider: string) => `${provider} has sent you a one-time code.`,
    code: 'One-time code',
    submit: 'Continue',
    codeMissing: 'Enter the code.',
  },
  consent: {
    title: (application: string, provider: string) =>
      `Share your ${provider} information with ${application}?`,
    account: 'Account',
    sharedWith: 'Shared with',
    verifiedOrigin: 'Verified address',
    redirectHost: 'Returns you to',
    whatTitle: 'What is shared',
    what: [
      'Your tax returns and the forms in them',
      'Your name, address and filing status as they appear there',
    ],
    notShared: 'Your password is not shared.',
    howLongTitle: 'For how long',
    howLong: 'Until you end it. There is no end date.',
    revokeTitle: 'How to end it',
    revokeBefore: (application: string) => `Ask ${application} to disconnect, or remove it on `,
    revokeAfter: ' under connected applications.',
    allow: 'Allow',
    deny: 'Deny',
  },
  success: {
    title: 'You are connected',
    body: (application: string) => `${application} is finishing the connection.`,
    popup: 'This window closes by itself.',
  },
  denied: {
    title: 'Nothing was shared',
    body: (application: string) => `${application} has no access. You can close this window.`,
  },
};

/** What every language has to say. */
export type PageText = typeof en;
