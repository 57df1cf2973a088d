import type { ConnectApplication, PageErrorCode, PageSession } from 'tax-connect/page';
import type { ConsentLocale, LoginOutcome, Share } from 'tax-connect/providers';
import {
  eventTypes,
  recordTypes,
  sessionStatuses,
  shares as shareKinds,
} from '../../sdk/protocol/words.ts';

export { eventTypes, recordTypes, sessionStatuses, shareKinds };

/* Words that the service, its page and its dashboard exchange. Each union is derived from an array, so that a
   schema and a type cannot differ. Words that the package also uses have its types. */

/** `test` applications log in with test credentials only, and have a limit. */
export const environments = ['test', 'live'] as const satisfies readonly Environment[];
export type Environment = ConnectApplication['environment'];

/** The languages of the Connect page. */
export const consentLocales: readonly ConsentLocale[] = [
  'en',
  'es',
  'fr',
  'de',
  'pt-BR',
  'zh-Hans',
  'vi',
  'ko',
  'tl',
  'ar',
];

/**
 * How the code gets to the application. `embedded` uses the host's page, and `redirect` a redirect. The person of a
 * `link` comes from a message, and ends at the redirect URI of the session or closes the page. A flow of the kind
 * `manage` creates no code: its person sees which applications have access, and can end it.
 */
export const flowKinds = ['embedded', 'redirect', 'link', 'manage'] as const;
export type FlowKind = (typeof flowKinds)[number];

/**
 * The steps of a flow. A `new` flow is not bound to a host yet. An `allowed` one waits for the bound document to
 * request the code. A `joined` one continues as the flow of that document. At `manage`, the person has signed in
 * and sees the list.
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

/** The outcome of a flow, as the dashboard shows it. */
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

/** The problem of a flow, as the service reported it. */
export const flowProblems = [
  'provider_unavailable',
  'account_locked',
  'too_many_attempts',
  'invalid_credentials',
  'invalid_one_time_code',
  'invalid_answer',
  'not_approved',
  'different_account',
  'submission_limit_reached',
  'origin_not_allowed',
  'rate_limited',
  'server_error',
] as const;
export type FlowProblem = (typeof flowProblems)[number];

/**
 * A request that was refused before it could join a flow. Anyone can cause the first three: a page of this origin, the
 * start of a redirect flow, and a wrong client secret. The last one is a code from a backend with the right secret.
 */
export type RefusedKind = 'origin' | 'redirect_uri' | 'client_secret' | 'code';

/**
 * The progress of a handoff: the popup's page may join the flow, asks its user, has joined, has left again,
 * shows that it cannot continue, or was refused.
 */
export const handoffStates = ['waiting', 'asked', 'joined', 'left', 'failed', 'refused'] as const;
export type HandoffState = (typeof handoffStates)[number];

/** The decisions of a flow's user. */
export const decisions = ['allow', 'deny'] as const;
export type Decision = (typeof decisions)[number];

/** Colour schemes. */
export const themes = ['light', 'dark'] as const satisfies readonly Theme[];
export type Theme = PageSession['theme'];

type CodeCharacters = NonNullable<
  Extract<LoginOutcome, { readonly status: 'challenge' }>['characters']
>;

/** The characters of a one-time code. */
export const codeCharacters = [
  'digits',
  'letters_and_digits',
] as const satisfies readonly CodeCharacters[];

type ChallengeKind = Extract<LoginOutcome, { readonly status: 'challenge' }>['kind'];

/** The kinds of a provider's challenge. */
export const challengeKinds = [
  'code',
  'choice',
  'question',
  'push',
] as const satisfies readonly ChallengeKind[];

/** The source of an application: `file` is updated from APPLICATIONS_FILE at every start. */
export const registrationSources = ['file', 'dashboard'] as const;
export type RegistrationSource = (typeof registrationSources)[number];

/** Why an address should not be used in production: it is this machine or network, or an example. */
export const addressFlags = ['local', 'placeholder'] as const;
export type AddressFlag = (typeof addressFlags)[number];

/** The reasons for a notice that replaces the Connect page, reported to the host that frames it. */
export const reportedCodes = [
  'unknown_client',
  'origin_not_allowed',
  'server_error',
  'rate_limited',
] as const satisfies readonly PageErrorCode[];

/** The origin of a change: an operator, or the service itself. */
export const auditVias = ['dashboard', 'admin_api', 'service'] as const;
export type AuditVia = (typeof auditVias)[number];

/** The rights of an admin key, or of a person at the dashboard. */
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

/** The changes that an operator can make. */
export const auditActions = [
  'application_registered',
  'application_renamed',
  'application_deleted',
  'submission_limit_set',
  'token_days_set',
  'redirect_uri_added',
  'redirect_uri_removed',
  'origin_added',
  'origin_removed',
  'secret_rotated',
  'old_secrets_ended',
  'account_disconnected',
  'session_created',
  'session_canceled',
  'logo_set',
  'logo_removed',
  'webhook_added',
  'webhook_changed',
  'webhook_removed',
  'webhook_secret_rotated',
  'webhook_switched_on',
  'webhook_switched_off',
  'webhook_tested',
  'delivery_resent',
  'consent_terms_set',
  'brand_set',
  'providers_set',
  'provider_switched',
  'admin_key_created',
  'admin_key_ended',
  'sign_ins_ended',
] as const;
export type AuditAction = (typeof auditActions)[number];

/**
 * The health of a connected account: `login_required` until the person signs in again, `expired` until they
 * consent again.
 */
export const accountStatuses = ['active', 'login_required', 'expired'] as const;
export type AccountStatus = (typeof accountStatuses)[number];

export type SessionStatus = (typeof sessionStatuses)[number];

export type EventType = (typeof eventTypes)[number];

/**
 * The states to which an operator can switch a provider. An unavailable one is listed but cannot be used. A hidden
 * one is not listed, but connections through it continue.
 */
export const providerStates = ['available', 'unavailable', 'hidden'] as const;
export type ProviderState = (typeof providerStates)[number];

/** The person or program that ends a connection. */
export const disconnectors = ['application', 'operator', 'person'] as const;
export type Disconnector = (typeof disconnectors)[number];

/**
 * How a consent ended. `followed`: the person has given a later one for the account. `not_connected`: its code was
 * not exchanged.
 */
export const consentEnds = [
  'expired',
  'disconnected',
  'followed',
  'not_connected',
  'application_deleted',
] as const;
export type ConsentEndKind = (typeof consentEnds)[number];

/** The formats of an export. */
export const exportFormats = ['csv', 'jsonl'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/**
 * @param stored - separated by spaces
 * @returns the shares, in the order of `shareKinds`
 */
export function parseShares(stored: string): Share[] {
  const found = stored.split(' ');
  return shareKinds.filter((share) => found.includes(share));
}

/** Why a webhook is off: an operator switched it off, it answered 410, or it failed for three days. */
export const offReasons = ['operator', 'gone', 'failing'] as const;
export type OffReason = (typeof offReasons)[number];

/** The progress of a delivery: it waits for its next try, is being sent, or has ended. */
export const deliveryStatuses = ['waiting', 'sending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Why a try got no response. `secret_unreadable`: GRANT_KEY lacks the key that sealed the secret. */
export const deliveryProblems = [
  'timeout',
  'address_refused',
  'unknown_host',
  'no_secure_connection',
  'no_connection',
  'secret_unreadable',
] as const;
export type DeliveryProblem = (typeof deliveryProblems)[number];
