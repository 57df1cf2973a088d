import { isText, readOwn } from '../protocol/record.ts';
import { parseShape, type Shape } from '../protocol/shape.ts';

/**
 * The result of an exchange. Keep `accessToken` like a password: store it encrypted, never log it, never send it to
 * a browser.
 *
 * The response redacts itself, so that a response in a log by mistake does no harm. `accessToken` can be read only
 * by its name. JSON, `console.log`, string interpolation, spreading and `structuredClone` leave it out. When you
 * store it, name the property.
 */
export interface TokenResponse {
  /** The user's account at the provider, stable for this application. */
  readonly accountId: string;
  /** The tax-preparation company. */
  readonly providerId: string;
  /** Bearer token (RFC 6750); server only. Not enumerable. */
  readonly accessToken: string;
  /** The lifetime of the token from now on, in seconds; absent when it never ends. */
  readonly expiresInSeconds?: number;
  /** The host's `state`, as it was bound to the code; absent when the host passed none. */
  readonly state?: string;
}

/** The JSON of `POST /auth/token`: {@link TokenResponse} in snake_case, but not redacted. */
export interface TokenResponseJson {
  readonly account_id: string;
  readonly provider_id: string;
  readonly access_token: string;
  readonly expires_in?: number;
  /** Absent when the host passed no `state`. */
  readonly state?: string;
}

const maxTextLength = 8192;

const shape: Shape<Omit<TokenResponseJson, 'state' | 'expires_in'>> = {
  account_id: parseFilled,
  provider_id: parseFilled,
  access_token: parseFilled,
};

/**
 * @returns the redacting token response, or undefined when a field is missing or mistyped
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
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
  // A getter over a closure: even an inspector that shows hidden properties prints "[Getter]".
  const response = Object.defineProperty(visible, 'accessToken', {
    get: () => accessToken,
    enumerable: false,
  }) as TokenResponse;
  return Object.freeze(response);
}

/** @returns a non-empty text; undefined for any other value */
export function parseFilled(value: unknown): string | undefined {
  return isText(value, maxTextLength) && value !== '' ? value : undefined;
}
