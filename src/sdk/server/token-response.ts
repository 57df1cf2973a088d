import { isText, readOwn } from '../protocol/record.ts';
import { parseShape, type Shape } from '../protocol/shape.ts';

export interface AccountIds {
  /** The ID of the user's account. In this application, the same account always has the same ID. */
  readonly accountId: string;
  /** The ID of the tax-preparation company. */
  readonly providerId: string;
}

/**
 * The result of an exchange. Keep `accessToken` like a password: encrypted, and never in a log or a browser.
 *
 * The token is hidden, so that a response that is logged by mistake does no harm: JSON, `console.log`, string
 * interpolation, spreading and `structuredClone` leave it out. To store the token, read the property `accessToken` by
 * its name.
 */
export interface TokenResponse extends AccountIds {
  /** The bearer token (RFC 6750) for requests about the account, on the server only. It is not enumerable. */
  readonly accessToken: string;
  /** The remaining lifetime of the token, in seconds; absent when the token never expires. */
  readonly expiresInSeconds?: number;
  /** The `state` that the page passed to `open`, or the backend to `createSession`; absent when there was none. */
  readonly state?: string;
}

/** The response body of `POST /auth/token`: {@link TokenResponse} in snake_case. Its token is not hidden. */
export interface TokenResponseJson {
  readonly account_id: string;
  readonly provider_id: string;
  readonly access_token: string;
  readonly expires_in?: number;
  /** Absent when neither the page nor the backend passed a `state`. */
  readonly state?: string;
}

const maxTextLength = 8192;
const shape: Shape<Omit<TokenResponseJson, 'state' | 'expires_in'>> = {
  account_id: parseFilled,
  provider_id: parseFilled,
  access_token: parseFilled,
};

/** @returns undefined when a field is missing or wrong. @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1 */
export function parseTokenResponse(value: unknown): TokenResponse | undefined {
  const json = parseShape(value, shape);
  const state = readOwn(value, 'state');
  const lifetime = readOwn(value, 'expires_in');
  if (!json || (state !== undefined && !isText(state, maxTextLength))) return undefined;
  if (lifetime !== undefined && !isLifetime(lifetime)) return undefined;
  const visible = {
    accountId: json.account_id,
    providerId: json.provider_id,
    ...(lifetime === undefined ? {} : { expiresInSeconds: lifetime }),
    ...(state === undefined ? {} : { state }),
  };
  return redact(visible, json.access_token);
}

function isLifetime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function redact(visible: Omit<TokenResponse, 'accessToken'>, accessToken: string): TokenResponse {
  // The token is in a closure behind a getter, so an inspector that shows hidden properties prints only "[Getter]".
  const response = Object.defineProperty(visible, 'accessToken', {
    get: () => accessToken,
    enumerable: false,
  }) as TokenResponse;
  return Object.freeze(response);
}

export function parseAnyText(value: unknown): string | undefined {
  return isText(value, maxTextLength) ? value : undefined;
}

export function parseFilled(value: unknown): string | undefined {
  return parseAnyText(value) || undefined;
}

export function parseTime(value: unknown): string | undefined {
  return isText(value, 100) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}
