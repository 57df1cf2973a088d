import type { ProblemCode } from '../problems.ts';

/** The names in a text. The provider is missing before one is picked. */
export interface Parties {
  readonly application: string;
  readonly provider: string;
  readonly domain: string;
}

/** Each says what happened, and what to do next. */
export type Notice = readonly [title: string, advice: string];

type ProblemTexts = Readonly<Record<ProblemCode, (parties: Parties) => Notice>>;

const numbers = new Intl.NumberFormat('en');

/** By code. The two texts of a pair do not repeat each other. */
const problems: ProblemTexts = {
  access_denied: ({ application }) => [
    'Access was not allowed',
    `Nothing was shared with ${application}.`,
  ],
  account_locked: ({ provider, domain }) => [
    `${provider} has locked this account`,
    `Unlock it on ${domain}, then try again here.`,
  ],
  connection_lost: () => [
    'The connection was lost',
    'Check your internet connection, then try again.',
  ],
  different_account: ({ provider }) => [
    'This is a different account',
    `Nothing has changed. Sign in to ${provider} with the account that you connected.`,
  ],
  host_gone: ({ application }) => [
    `${application} isn’t responding`,
    `Its page may have been reloaded or closed. Nothing was shared. Go back to ${application} and connect again from there.`,
  ],
  invalid_answer: ({ provider }) => [
    `${provider} didn’t accept that answer`,
    'Check it, then try again.',
  ],
  invalid_credentials: ({ provider }) => [
    `${provider} didn’t accept this sign-in`,
    'Check what you entered, then try again.',
  ],
  invalid_one_time_code: () => [
    'Check the code',
    'That code is wrong or has expired. Enter the latest one you received.',
  ],
  invalid_options: () => [
    'This page isn’t set up correctly',
    'Please contact the site’s support and quote this reference.',
  ],
  invalid_request: () => [
    'Something went wrong on this page',
    'Nothing was shared. Please start again.',
  ],
  invalid_step: () => [
    'This page is out of date',
    'It may have been open twice. Please start again.',
  ],
  no_host: () => [
    'Open this page from an application',
    'It works only when an application opens it. Go back to the application and connect from there.',
  ],
  not_approved: () => ['The sign-in was not approved', 'If that was a mistake, try again.'],
  not_received: ({ application }) => [
    `${application} didn’t confirm the connection`,
    `Go back to ${application}. If it doesn’t show your account as connected, connect again from there.`,
  ],
  offline: () => ['You are offline', 'We’ll retry automatically once you’re back online.'],
  origin_not_allowed: ({ application }) => [
    'This site can’t connect accounts',
    `It isn’t registered for ${application}. Contact the site’s support and quote this reference.`,
  ],
  protocol_error: ({ application }) => [
    `This page can’t communicate with ${application}`,
    'Contact the application’s support.',
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} isn’t available right now`,
    'Nothing is wrong with your account. Please try again later.',
  ],
  rate_limited: () => ['Too many attempts', 'Wait a minute, then try again.'],
  server_error: () => [
    'Something went wrong on our side',
    'Nothing was shared. Please try again in a few minutes.',
  ],
  session_expired: () => ['Your session has expired', 'Nothing was shared. Please start again.'],
  session_ended: ({ application }) => [
    'This link doesn’t work any more',
    `It has expired, was used already or was withdrawn. Go back to ${application} and start there.`,
  ],
  submission_limit_reached: ({ application }) => [
    'All test sign-ins are used up',
    `The developers of ${application} can raise the limit.`,
  ],
  timeout: () => ['This is taking too long', 'Check your internet connection, then try again.'],
  unknown_client: () => [
    'This application isn’t registered',
    'Contact its support and quote this reference.',
  ],
  wrong_number: ({ application }) => [
    'That number is wrong',
    `Enter the one that ${application} shows now.`,
  ],
};

/** English: the catalogue that defines the type of the others. */
export const en = {
  languageTag: 'en',
  direction: 'ltr',
  connectTo: (application: string) => `Connect to ${application}`,
  testBadge: 'Test',
  testBadgeHint: 'Test application: no real account is used',
  cancel: 'Cancel',
  exit: {
    title: 'Leave without connecting?',
    advice: 'You’ll have to start again.',
    stay: 'Keep going',
    leave: 'Leave',
  },
  back: 'Choose another provider',
  tryAgain: 'Try again',
  /** After a press that did not count. */
  pressAgain: (button: string) => `Press “${button}” again.`,
  close: 'Close',
  startAgain: 'Start again',
  reference: 'Reference',
  copy: 'Copy',
  copied: 'Copied',
  /** Used before a provider is picked, or when it is no longer known. */
  unnamedProvider: 'The provider',
  unnamedDomain: 'its own site',
  problems,
  waiting: {
    start: 'Preparing…',
    join: 'Continuing…',
    select: 'Opening the sign-in…',
    back: 'Going back…',
    login: 'Signing in…',
    mfa: 'Checking the code…',
    resend: 'Sending…',
    push: 'Waiting for your approval…',
    allow: 'Connecting…',
    deny: 'Cancelling…',
    stillWorking: (provider: string) => `Still working. ${provider} is taking longer than usual.`,
  },
  question: {
    title: (application: string) => `Did you just press Connect in ${application}?`,
    /** The host's address stands between the two. */
    leadBefore: 'Continue only if you pressed it yourself, a moment ago, on ',
    leadAfter: '.',
    number: 'Number',
    numberHint: (application: string) =>
      `${application} shows 4 digits. If it shows none, close this window and connect again.`,
    numberMissing: 'Enter the number.',
    confirm: 'Yes, continue',
    refuse: 'No, it wasn’t me',
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
  },
  again: {
    title: (provider: string) => `Sign in again to ${provider}`,
    labelBefore: 'You connected this account as ',
    labelAfter: '.',
    submit: 'Sign in again',
  },
  test: {
    title: 'Test sign-in',
    code: 'Test code',
    hintBefore: 'Use ',
    hintBetween: ' with the password ',
    hintAfter: '.',
    submissions: (left: number, limit: number) =>
      `Test sign-ins left: ${numbers.format(left)} of ${numbers.format(limit)}.`,
  },
  mfa: {
    title: 'Enter your code',
    lead: (provider: string) => `${provider} sent you a one-time code.`,
    /** The destination of the code stands between the two. */
    sentBefore: (provider: string) => `${provider} sent a one-time code to `,
    sentAfter: '.',
    code: 'One-time code',
    submit: 'Continue',
    codeMissing: 'Enter the code.',
    digits: (length: number) =>
      `${numbers.format(length)} digits. We’ll continue as soon as you’ve typed them.`,
    missing: 'Didn’t get it?',
    missingAdvice: 'It can take a few minutes. Look in your spam folder, too.',
    missingStill: (provider: string) => `Still nothing? Sign in again, or contact ${provider}.`,
  },
  challenge: {
    resend: 'Send it again',
    /** Beside the button while it is inactive. */
    resendIn: (seconds: number) => `in ${numbers.format(seconds)} s`,
    resent: 'Sent again.',
    choiceTitle: 'Choose how to continue',
    choiceMissing: 'Choose one of these.',
    questionTitle: 'One more question',
    answer: 'Your answer',
    answerMissing: 'Enter your answer.',
    fieldMissing: 'Fill in this field.',
    pushTitle: 'Approve the sign-in',
    pushLead: (provider: string) =>
      `${provider} has asked you to approve this sign-in, for example in its app.`,
    pushWaiting: 'Waiting for your approval…',
    pushCancel: 'Cancel the sign-in',
  },
  redirect: {
    lead: (provider: string) => `${provider} opens its own page and brings you back here.`,
    submit: (provider: string) => `Continue to ${provider}`,
  },
  consent: {
    title: (application: string, provider: string) =>
      `Share your ${provider} information with ${application}?`,
    account: 'Account',
    whatTitle: 'What',
    what: {
      returns: 'Your tax returns',
      forms: 'Tax forms such as W-2 and 1099',
      transcripts: 'IRS transcripts',
      documents: 'Other tax documents',
      identity: 'Your name, address and filing status',
    },
    sharedWith: 'With',
    whatFor: 'What for',
    privacy: 'Privacy',
    howLongTitle: 'How long',
    howLong: 'Until you end it. There is no expiry date.',
    /** `days`: the number and its unit. */
    howLongDays: (days: string) => `${days}, unless you end it sooner.`,
    details: 'Details',
    verifiedOrigin: 'Verified address',
    redirectHost: 'Returns you to',
    notShared: 'Your password is not shared.',
    revokeTitle: 'To end it',
    revokeBefore: (application: string) => `Through ${application}, or on `,
    revokeAfter: '.',
    allow: 'Allow',
    deny: 'Deny',
  },
  success: {
    title: 'Your account is connected',
    body: (application: string) => `${application} can now read what you shared.`,
    popup: 'This window closes by itself.',
  },
  denied: {
    title: 'Nothing was shared',
    body: (application: string) => `${application} has no access. You can close this window.`,
  },
};

/** The texts that every language has. */
export type PageText = typeof en;
