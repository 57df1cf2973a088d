import { isText, readOwn } from '../protocol/record.ts';

/**
 * The result of an exchange. Keep `accessToken` like a password: store it encrypted, never log it, never
 * send it to a browser.
 *
 * The response redacts itself. `accessToken` can only be read by its name. JSON, `console.log`, string
 * interpolation, spreading and `structuredClone` leave it out, so a response that ends up in a log by
 * mistake does no harm. When you store it, name the property.
 */
export interface TokenResponse {
  /** The user's account at the provider, stable for this application. */
  readonly accountId: string;
  /** The tax-preparation company. */
  readonly providerId: string;
  /** Bearer token (RFC 6750); server only. Not enumerable. */
  readonly accessToken: string;
  /** The host's `state`, as it was bound to the code; absent when the host passed none. */
  readonly state?: string;
}

const maxTextLength = 8192;

/**
 * @param value - the parsed JSON of a successful response
 * @returns the redacting token response, or undefined when a field is missing or mistyped
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.1
 */
export function parseTokenResponse(value: unknown): TokenResponse | undefined {
  const account_id = readOwn(value, 'account_id');
  const provider_id = readOwn(value, 'provider_id');
  const access_token = readOwn(value, 'access_token');
  const state = readOwn(value, 'state');
  if (!isFilled(account_id) || !isFilled(provider_id) || !isFilled(access_token)) return undefined;
  if (state !== undefined && !isText(state, maxTextLength)) return undefined;
  const visible = {
    accountId: account_id,
    providerId: provider_id,
    ...(state === undefined ? {} : { state }),
  };
  return redact(visible, access_token);
}

function redact(visible: Omit<TokenResponse, 'accessToken'>, accessToken: string): TokenResponse {
  // A getter over a closure: even an inspector that shows hidden properties prints "[Getter]".
  const response = Object.defineProperty(visible, 'accessToken', {
    get: () => accessToken,
    enumerable: false,
  }) as TokenResponse;
  return Object.freeze(response);
}

function isFilled(value: unknown): value is string {
  return isText(value, maxTextLength) && value !== '';
}
