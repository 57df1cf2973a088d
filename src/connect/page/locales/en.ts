import { linkEnds, problems } from '../english-notices.ts';

const numbers = new Intl.NumberFormat('en');
const plurals = new Intl.PluralRules('en');

/** English. This catalogue defines the type of the other languages. */
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
  /** Shown after a press that did not count. */
  pressAgain: (button: string) => `Press “${button}” again.`,
  close: 'Close',
  startAgain: 'Start again',
  tries: {
    /** Shown before a wait, or before the flow ends. */
    left: (count: number) =>
      `${numbers.format(count)} ${plurals.select(count) === 'one' ? 'try' : 'tries'} left.`,
    /** `time`: a number and its unit, such as 40 seconds. */
    again: (time: string) => `Try again in ${time}.`,
    now: 'You can try again now.',
  },
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
    deny: 'Denying access…',
    end: 'Ending the access…',
    stillWorking: (provider: string) => `Still working. ${provider} is taking longer than usual.`,
  },
  question: {
    title: (application: string) => `Did you just press Connect in ${application}?`,
    /** The host's address is placed between the two. */
    leadBefore: 'Continue only if you pressed it yourself, a moment ago, on ',
    leadAfter: '.',
    number: 'Number',
    numberHint: (application: string) =>
      `${application} shows 4 digits. If it shows none, close this window and connect again.`,
    numberMissing: 'Enter the number.',
    confirm: 'Yes, continue',
    refuse: 'No, it wasn’t me',
  },
  /** Texts for a session's link, such as in an e-mail. */
  link: {
    title: (application: string) => `Connect your tax account to ${application}`,
    titleAgain: (application: string) => `Connect your account to ${application} again`,
    /** Follows the promise of the selection. */
    decide: 'Then you see what would be shared, and you allow or deny it.',
    caution: (application: string) =>
      `Start only if you expected this link from ${application}. Otherwise close this page, and nothing is shared.`,
    begin: 'Start',
    /** Shown after the connection. */
    done: 'There is nothing more to do here. You can close this page.',
    over: linkEnds,
  },
  select: {
    title: 'Choose your tax provider',
    promise: (application: string) =>
      `You sign in with your provider. ${application} never sees your password.`,
  },
  login: {
    title: (provider: string) => `Sign in to ${provider}`,
    /** `domain` is placed between the two, left to right in every language. */
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
    /** The destination of the code is placed between the two. */
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
    /** Stands next to the button while it is inactive. */
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
    whatTitle: 'Data',
    what: {
      returns: 'Your tax returns',
      forms: 'Tax forms such as W-2 and 1099',
      transcripts: 'IRS transcripts',
      documents: 'Other tax documents',
      identity: 'Your name, address and filing status',
    },
    sharedWith: 'Shared with',
    whatFor: 'Purpose',
    privacy: 'Privacy',
    howLongTitle: 'How long',
    howLong: 'Until you end it. There is no expiry date.',
    /** `days`: the number and its unit. */
    howLongDays: (days: string) => `${days}, unless you end it sooner.`,
    details: 'Details',
    verifiedOrigin: 'Verified address',
    redirectHost: 'Returns you to',
    notShared: 'Your password is not shared.',
    revokeTitle: 'To stop sharing',
    /** The address of `/manage` is placed between the two. */
    revokeBefore: (application: string) => `Through ${application}, or at `,
    revokeAfter: '.',
    allow: 'Allow',
    deny: 'Deny',
  },
  success: {
    title: 'Your account is connected',
  },
  denied: {
    title: 'Nothing was shared',
    body: (application: string) => `${application} has no access. You can close this window.`,
  },
};

/** The texts that every language has. */
export type PageText = typeof en;
