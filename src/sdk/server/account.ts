import { type Json, parseCamelCase, toCamelCase } from '../protocol/camel-case.ts';
import { isOneOf } from '../protocol/record.ts';
import { parseChoice, parseNullable, parseShape, type Shape } from '../protocol/shape.ts';
import { shares } from '../protocol/words.ts';
import { noContent, requestAuthenticated } from './authenticated-request.ts';
import { type OwnIds, ownIdsShape } from './own-ids.ts';
import { AccountError } from './request-errors.ts';
import { type AccountOptions, accountRules } from './service-options.ts';
import { type AccountIds, parseAnyText, parseTime } from './token-response.ts';

/** An account at a tax-preparation company that a person has connected to your application. */
export interface ConnectedAccount extends AccountIds, OwnIds {
  /** The environment of the application when the account was connected. */
  readonly environment: 'test' | 'live';
  readonly connectedAt: Date;
  /**
   * `active`: records can be read. `login_required`: the provider no longer accepts the connection. `expired`: the
   * consent has expired. After `login_required` and `expired`, the person must connect the account again.
   */
  readonly status: 'active' | 'login_required' | 'expired';
  readonly statusSince: Date;
  readonly consent: AccountConsent;
}

/** A person's consent to share data with an application. */
export interface AccountConsent {
  readonly grantedAt: Date;
  /** Null when the consent never expires. */
  readonly expiresAt: Date | null;
  readonly shares: readonly AccountShare[];
}

/** A kind of data that a person shares, such as `returns`. */
export type AccountShare = (typeof shares)[number];

/** The response body of `GET /account`: {@link ConnectedAccount} in snake_case. Times are ISO 8601, in UTC. */
export interface ConnectedAccountJson extends Json<Omit<ConnectedAccount, 'consent'>> {
  readonly consent: Json<AccountConsent>;
}

/** A consent, as it was recorded when the person gave it. */
export interface ConsentRecord extends AccountConsent {
  readonly consentId: string;
  readonly accountId: string;
  /** The names of the application and the provider at the time of the consent. */
  readonly application: string;
  readonly provider: string;
  readonly providerId: string;
  /** The application's purpose, in the words that the person saw. Null when the application stated none. */
  readonly purpose: string | null;
  /** The language of the purpose, as a BCP 47 tag. Null when the application stated one purpose for all languages. */
  readonly purposeLocale: string | null;
  /** Address of the application's privacy policy. Null when the person saw no link to one. */
  readonly privacyUrl: string | null;
  /** The language of the consent text that the person saw. Null without a text, as in a sandbox, or if unknown. */
  readonly locale: string | null;
  /** SHA-256 hash of the consent text that the person saw, in hexadecimal. Null when no text was recorded. */
  readonly textHash: string | null;
}

/** The response body of `GET /account/consent`: {@link ConsentRecord} in snake_case. Times are ISO 8601, in UTC. */
export interface ConsentJson extends Json<ConsentRecord> {}

const shape: Shape<ConnectedAccountJson> = {
  account_id: parseAnyText,
  provider_id: parseAnyText,
  environment: parseChoice('test', 'live'),
  connected_at: parseTime,
  status: parseChoice('active', 'login_required', 'expired'),
  status_since: parseTime,
  consent: (value) => parseShape(value, consentShape),
  ...ownIdsShape,
};

const consentShape: Shape<ConnectedAccountJson['consent']> = {
  granted_at: parseTime,
  expires_at: parseNullable(parseTime),
  // Unknown shares are left out, because a later version of the service may have more of them.
  shares: (value) =>
    Array.isArray(value) ? value.filter((share) => isOneOf(share, shares)) : undefined,
};

const failures = {
  ErrorClass: AccountError,
  refusals: { '401 invalid_token': 'invalid_token' },
} as const;

/**
 * Reads the connected account to which an access token belongs. This shows whether the token is still valid, and
 * whether records can be read.
 *
 * @throws AccountError `invalid_token` after the token was revoked or the account disconnected; and the codes of
 *   {@link CommonErrorCode}
 * @example
 * ```ts
 * import { getAccount } from 'tax-connect/server';
 *
 * const baseUrl = 'https://connect.example';
 * const { accountId, environment } = await getAccount({ baseUrl, accessToken: 'stored_token' });
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1
 */
export async function getAccount(options: AccountOptions): Promise<ConnectedAccount> {
  const request = { ...failures, path: ['account'], expected: 'an account', parse: parseAccount };
  return await requestAuthenticated(options, request, accountRules);
}

const parseOptionalText = parseNullable(parseAnyText);

const recordShape: Shape<ConsentJson> = {
  ...consentShape,
  consent_id: parseAnyText,
  application: parseAnyText,
  provider: parseAnyText,
  provider_id: parseAnyText,
  account_id: parseAnyText,
  purpose: parseOptionalText,
  purpose_locale: parseOptionalText,
  privacy_url: parseOptionalText,
  locale: parseOptionalText,
  text_hash: parseOptionalText,
};

/**
 * Reads the consent behind an access token: the shared data, the stated purpose, and the time.
 *
 * @throws AccountError as {@link getAccount}
 * @example
 * ```ts
 * import { readConsent } from 'tax-connect/server';
 *
 * const baseUrl = 'https://connect.example';
 * const { purpose } = await readConsent({ baseUrl, accessToken: 'stored_token' });
 * ```
 */
export async function readConsent(options: AccountOptions): Promise<ConsentRecord> {
  const path = ['account', 'consent'];
  const request = { ...failures, path, expected: 'a consent', parse: parseCamelCase(recordShape) };
  return await requestAuthenticated(options, request, accountRules);
}

/**
 * Disconnects an account from this application. All access tokens of the account become invalid, and the Connect
 * service asks the provider to revoke the provider's own grant. Any token of the account can be passed. Disconnecting
 * a disconnected account again is not an error.
 *
 * @throws AccountError with the codes of {@link getAccount}, except `invalid_token`
 * @example
 * ```ts
 * import { disconnect } from 'tax-connect/server';
 *
 * await disconnect({ baseUrl: 'https://connect.example', accessToken: 'stored_token' });
 * ```
 */
export async function disconnect(options: AccountOptions): Promise<void> {
  const path = ['account', 'disconnect'];
  const request = { ...failures, ...noContent, method: 'POST', path } as const;
  try {
    await requestAuthenticated(options, request, accountRules);
  } catch (error) {
    // The token is already invalid, so there is nothing to disconnect.
    if (error instanceof AccountError && error.code === 'invalid_token') return;
    throw error;
  }
}

function parseAccount(body: unknown): ConnectedAccount | undefined {
  const json = parseShape(body, shape);
  if (!json) return undefined;
  const statusSince = new Date(json.status_since);
  return { ...toCamelCase(json), statusSince, consent: toCamelCase(json.consent) };
}
