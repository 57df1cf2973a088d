import type { ConnectApplication, PageErrorCode, PageSession } from 'tax-connect/page';
import type { LoginOutcome, Share } from 'tax-connect/providers';
import { eventTypes, sessionStatuses, shares as shareKinds } from '../../sdk/protocol/words.ts';

export { locales as consentLocales, recordTypes } from '../../sdk/protocol/words.ts';
export { eventTypes, sessionStatuses, shareKinds };

/* Words that the service, its page and its dashboard exchange. Each union is derived from an array, so that a schema
   and a type cannot differ. Where the package uses the same words, the array must fit the package's type. */

/** Users of `test` applications sign in with test credentials only, and the number of their sign-ins is limited. */
export const environments = ['test', 'live'] as const satisfies readonly Environment[];
export type Environment = ConnectApplication['environment'];

/**
 * The code's way to the application: by the host's page (`embedded`), or the redirect URI. A `link` reaches its
 * person in a message, and may end on its own page. A `manage` flow has no code: its person sees and ends accesses.
 */
export const flowKinds = ['embedded', 'redirect', 'link', 'manage'] as const;
export type FlowKind = (typeof flowKinds)[number];

/**
 * The steps of a flow. At `new`, the page has not started it. At `allowed`, the page in the frame may request the code,
 * because the user of a popup has pressed Allow. At `joined`, a popup continues the flow of a frame.
 */
export const flowSteps = [
  'new',
  'select',
  'login',
  'mfa',
  'consent',
  'allowed',
  'issued',
  'denied',
  'joined',
  'manage',
] as const;
export type FlowStep = (typeof flowSteps)[number];

/** The steps of a person through a flow, in this order. */
export const flowStages = ['provider_chosen', 'signed_in', 'allowed'] as const;
export type FlowStage = (typeof flowStages)[number];

/** The number of {@link flowStages} that a flow at a step has passed. */
export const passedStages: Readonly<Record<FlowStep, number>> = {
  new: 0,
  select: 0,
  login: 1,
  mfa: 1,
  consent: 2,
  denied: 2,
  allowed: 3,
  issued: 3,
  joined: 0,
  manage: 0,
};

export const flowOutcomes = [
  'code_exchanged',
  'code_issued',
  'code_expired',
  'code_recoverable',
  'denied',
  'failed',
  'in_progress',
  'abandoned',
] as const;
export type FlowOutcome = (typeof flowOutcomes)[number];

/** Anyone can cause the first three, outside any flow. `code`: a backend with the secret has sent a wrong code. */
export type RefusedKind = 'origin' | 'redirect_uri' | 'client_secret' | 'code';

/** The popup's page may join the frame's flow, asks its user, has joined, has left again, or cannot continue. */
export const handoffStates = ['waiting', 'asked', 'joined', 'left', 'failed', 'refused'] as const;
export type HandoffState = (typeof handoffStates)[number];

export const decisions = ['allow', 'deny'] as const;
export type Decision = (typeof decisions)[number];

export const themes = ['light', 'dark'] as const satisfies readonly Theme[];
export type Theme = PageSession['theme'];

type Challenge = Extract<LoginOutcome, { readonly status: 'challenge' }>;
type Characters = readonly Challenge['characters'][];
type Kinds = readonly Challenge['kind'][];

export const codeCharacters = ['digits', 'letters_and_digits'] as const satisfies Characters;
export const challengeKinds = ['code', 'choice', 'question', 'push'] as const satisfies Kinds;

/** Where an application was registered. The service updates those of `file` from APPLICATIONS_FILE at every start. */
export const registrationSources = ['file', 'dashboard'] as const;
export type RegistrationSource = (typeof registrationSources)[number];

/** Why an address should not be used in production: it is on this machine or network, or an example. */
export const addressFlags = ['local', 'placeholder'] as const;
export type AddressFlag = (typeof addressFlags)[number];

/** Why the service sends a notice instead of the Connect page. The notice reports it to the host that frames it. */
export const reportedCodes = [
  'unknown_client',
  'origin_not_allowed',
  'server_error',
  'rate_limited',
] as const satisfies readonly PageErrorCode[];

/** The way in which a change was made; `service` for a change by the service itself. */
export const auditVias = ['dashboard', 'admin_api', 'service'] as const;
export type AuditVia = (typeof auditVias)[number];

export const scopes = [
  'applications:read',
  'applications:write',
  'accounts:write',
  'consents:read',
  'audit:read',
] as const;
export type Scope = (typeof scopes)[number];

/** The roles of people at the dashboard. A reader changes nothing. */
export const roles = ['reader', 'operator'] as const;
export type Role = (typeof roles)[number];

/** An account is `login_required` until its person signs in again, and `expired` until they consent again. */
export const accountStatuses = ['active', 'login_required', 'expired'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export type SessionStatus = (typeof sessionStatuses)[number];

export type EventType = (typeof eventTypes)[number];

/** An unavailable provider is listed, but cannot be used. A hidden one is not listed, but its connections continue. */
export const providerStates = ['available', 'unavailable', 'hidden'] as const;
export type ProviderState = (typeof providerStates)[number];

/** The person or program that has ended a connection. `person` is the owner of the account. */
export const disconnectors = ['application', 'operator', 'person'] as const;
export type Disconnector = (typeof disconnectors)[number];

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Reads shares (kinds of data) as the database has them, separated by spaces. */
export function parseShares(stored: string): Share[] {
  const found = stored.split(' ');
  return shareKinds.filter((share) => found.includes(share));
}

/** Why a webhook is off: by an operator, because it answered 410, or because it failed for three days. */
export const offReasons = ['operator', 'gone', 'failing'] as const;
export type OffReason = (typeof offReasons)[number];

/** The progress of a delivery: it waits for its next try, is being sent, or has ended. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
