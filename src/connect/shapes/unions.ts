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
 * How the code gets to the application. In an `embedded` flow, the page gives it to the host's page. In a `redirect`
 * flow, the browser brings it to the redirect URI. A `link` reaches its person in a message, and ends at the redirect
 * URI of the session, or on its own page. A `manage` flow creates no code: its person sees which applications have
 * access, and can end it.
 */
export const flowKinds = ['embedded', 'redirect', 'link', 'manage'] as const;
export type FlowKind = (typeof flowKinds)[number];

/**
 * The steps of a flow. At `new`, the page has not started the flow yet. At `allowed`, the user of a popup has pressed Allow, and the
 * flow waits for the page in the frame to request the code. At `joined`, the flow is that of a popup whose page
 * continues the flow of a page in a frame. At `manage`, the person has signed in and sees the list of accesses.
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

/**
 * Why the service refused a request that belongs to no flow. Anyone can cause the first three: a page of an
 * unregistered origin, a redirect flow with an unregistered redirect URI, and a wrong client secret. `code` is a
 * refused authorization code from a backend that knows the secret.
 */
export type RefusedKind = 'origin' | 'redirect_uri' | 'client_secret' | 'code';

/**
 * The progress of a handoff: the popup's page may join the frame's flow, asks its user, has joined, has left again,
 * shows that it cannot continue, or was refused by its user.
 */
export const handoffStates = ['waiting', 'asked', 'joined', 'left', 'failed', 'refused'] as const;
export type HandoffState = (typeof handoffStates)[number];

export const decisions = ['allow', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** The colour schemes of modal and page. */
export const themes = ['light', 'dark'] as const satisfies readonly Theme[];
export type Theme = PageSession['theme'];

type Challenge = Extract<LoginOutcome, { readonly status: 'challenge' }>;
type Characters = readonly Challenge['characters'][];
type ChallengeKinds = readonly Challenge['kind'][];

export const codeCharacters = ['digits', 'letters_and_digits'] as const satisfies Characters;
export const challengeKinds = [
  'code',
  'choice',
  'question',
  'push',
] as const satisfies ChallengeKinds;

/** Where an application was registered. The service updates those of `file` from APPLICATIONS_FILE at every start. */
export const registrationSources = ['file', 'dashboard'] as const;
export type RegistrationSource = (typeof registrationSources)[number];

/**
 * Why an address should not be used in production. `local`: it is on this machine or network. `placeholder`: it is an
 * example.
 */
export const addressFlags = ['local', 'placeholder'] as const;
export type AddressFlag = (typeof addressFlags)[number];

/**
 * The reasons why the service sends a notice instead of the Connect page. The notice reports the reason to the host
 * that frames it.
 */
export const reportedCodes = [
  'unknown_client',
  'origin_not_allowed',
  'server_error',
  'rate_limited',
] as const satisfies readonly PageErrorCode[];

/** The way in which a change was made; `service` for a change by the service itself. */
export const auditVias = ['dashboard', 'admin_api', 'service'] as const;
export type AuditVia = (typeof auditVias)[number];

/** The rights of an admin key, or of a person who is signed in to the dashboard. */
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

/**
 * The health of a connected account: `login_required` until the person signs in again, `expired` until they
 * consent again.
 */
export const accountStatuses = ['active', 'login_required', 'expired'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export type SessionStatus = (typeof sessionStatuses)[number];

export type EventType = (typeof eventTypes)[number];

/**
 * The states to which an operator can switch a provider. An unavailable provider is listed but cannot be used. A hidden
 * provider is not listed, but connections through it continue.
 */
export const providerStates = ['available', 'unavailable', 'hidden'] as const;
export type ProviderState = (typeof providerStates)[number];

/** The person or program that has ended a connection. `person` is the owner of the account. */
export const disconnectors = ['application', 'operator', 'person'] as const;
export type Disconnector = (typeof disconnectors)[number];

export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * @param stored - the shares (kinds of data) as the database has them, separated by spaces
 * @returns the shares, in the order of `shareKinds`
 */
export function parseShares(stored: string): Share[] {
  const found = stored.split(' ');
  return shareKinds.filter((share) => found.includes(share));
}

/**
 * Why a webhook is off. `operator`: an operator has switched it off. `gone`: it answered 410. `failing`: it failed for
 * three days.
 */
export const offReasons = ['operator', 'gone', 'failing'] as const;
export type OffReason = (typeof offReasons)[number];

/** The progress of a delivery: it waits for its next try, is being sent, or has ended. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
