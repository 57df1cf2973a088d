import type { LinkEnd } from './flow.ts';
import type { ProblemCode } from './problems.ts';

/** The names in a text. The provider is missing before one is picked. */
export interface Parties {
  readonly application: string;
  readonly provider: string;
  readonly domain: string;
}

/** A heading that says what happened, and advice on what to do next. */
export type Notice = readonly [title: string, advice: string];

type ProblemTexts = Readonly<Record<ProblemCode, (parties: Parties) => Notice>>;

/** Keyed by the code of the problem. The two texts of a pair do not repeat each other. */
export const problems: ProblemTexts = {
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
  invalid_options: ({ application }) => [
    'This page isn’t set up correctly',
    `Contact ${application}’s support and quote this reference.`,
  ],
  invalid_request: () => [
    'Something went wrong on this page',
    'Nothing was shared. Please start again.',
  ],
  invalid_step: () => [
    'This page is out of date',
    'It may have been open in two windows. Please start again.',
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
  offline: () => ['You’re offline', 'We’ll retry automatically once you’re back online.'],
  origin_not_allowed: ({ application }) => [
    'This site can’t connect accounts',
    `It isn’t registered for ${application}. Contact its support and quote this reference.`,
  ],
  protocol_error: ({ application }) => [
    `This page can’t communicate with ${application}`,
    `Contact ${application}’s support.`,
  ],
  provider_unavailable: ({ provider }) => [
    `${provider} isn’t available right now`,
    'The problem isn’t your account. Please try again later.',
  ],
  rate_limited: () => ['Too many attempts', 'Wait a minute, then try again.'],
  request_blocked: ({ application }) => [
    'A firewall refused this',
    `Nothing was shared. The same input would be refused again, so please contact ${application}’s support and quote this reference.`,
  ],
  server_error: () => [
    'Something went wrong on our side',
    'Nothing was shared. Please try again in a few minutes.',
  ],
  session_expired: () => ['Your session has expired', 'Nothing was shared. Please start again.'],
  session_ended: ({ application }) => [
    'This link no longer works',
    `It has expired, was used already or was withdrawn. Go back to ${application} and start there.`,
  ],
  storage_blocked: ({ provider }) => [
    'Your browser blocks storage',
    `Without it, you can’t come back from ${provider}. Allow cookies and site data for this page, then try again.`,
  ],
  submission_limit_reached: ({ application }) => [
    'All test sign-ins are used up',
    `The developers of ${application} can raise the limit.`,
  ],
  timeout: () => ['This is taking too long', 'Check your internet connection, then try again.'],
  too_many_attempts: () => ['Too many tries', 'Wait a minute, then try again.'],
  unknown_client: () => [
    'This application isn’t registered',
    'Contact its support and quote this reference.',
  ],
  wrong_number: ({ application }) => [
    'That number doesn’t match',
    `Enter the one that ${application} shows now.`,
  ],
};

/** Why a link has nothing to begin. */
export const linkEnds: Readonly<Record<LinkEnd, (application: string) => Notice>> = {
  connected: () => [
    'Your account is connected',
    'This link has done its work. You can close this page.',
  ],
  denied: (application) => [
    'Nothing was shared',
    `You denied access with this link. If you change your mind, ask ${application} for a new link.`,
  ],
  canceled: (application) => [
    'This link was withdrawn',
    `Nothing was shared. If you still want to connect your account, ask ${application} for a new link.`,
  ],
  expired: (application) => [
    'This link has expired',
    `Nothing was shared. Ask ${application} for a new link.`,
  ],
  incomplete: () => [
    'Open the link again',
    'This page no longer has it. Open it from the message that you received.',
  ],
  left: () => ['Nothing was shared', 'The link still works. Start again now, or open it later.'],
};
