import { isText, readOwn } from '../protocol/record.ts';
import { parseChoice, parseShape, type Shape } from '../protocol/shape.ts';
import { AccountError } from './account-error.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  isTimeout,
  joinPath,
  requestService,
  timeoutRule,
} from './request-service.ts';
import { parseServiceUrl } from './service-url.ts';

/** The options of a request about a connected account. */
export interface AccountOptions {
  /** Address of the Connect service; https, or http on this machine. */
  readonly baseUrl: string | URL;
  /** The access token from the exchange. */
  readonly accessToken: string;
  /** The longest wait for the whole response, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait early, with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** A connected account. */
export interface ConnectedAccount {
  /** The user's account at the provider, stable for this application. */
  readonly accountId: string;
  /** The tax-preparation company. */
  readonly providerId: string;
  /** The environment of the application when the account was connected. */
  readonly environment: 'test' | 'live';
  /** When it was connected. */
  readonly connectedAt: Date;
}

/** The JSON of `GET /account`. */
export interface ConnectedAccountJson {
  /** As `accountId` of {@link ConnectedAccount}. */
  readonly account_id: string;
  /** As `providerId`. */
  readonly provider_id: string;
  /** As `environment`. */
  readonly environment: 'test' | 'live';
  /** ISO 8601, in UTC. */
  readonly connected_at: string;
}

const parseId = (value: unknown) => (isText(value, 8192) ? value : undefined);

const shape: Shape<ConnectedAccountJson> = {
  account_id: parseId,
  provider_id: parseId,
  environment: parseChoice('test', 'live'),
  connected_at: (value) => (isText(value, 100) ? value : undefined),
};

/**
 * Reads the account of an access token, and so tells whether the token is still valid.
 *
 * @param options - the service and the token
 * @returns the account
 * @throws AccountError `invalid_options` before the request is sent; `invalid_token` after the token was
 *   revoked or the account disconnected; `rate_limited`, `server_error`, `network_error`, `timeout`,
 *   `aborted` and `bad_response`
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
  const { body } = await request('GET', '/account', options);
  const account = parseAccount(body);
  if (account) return account;
  throw new AccountError('bad_response', 'The answer is not an account. Check baseUrl.', 200);
}

/**
 * Ends a connection: every token of the account becomes invalid for this application, and the provider is
 * asked to revoke its grant. It may be called again: a disconnected account is not an error.
 *
 * @param options - the service, and any token of the account
 * @throws AccountError as {@link getAccount}, except `invalid_token`
 * @example
 * ```ts
 * import { disconnect } from 'tax-connect/server';
 *
 * await disconnect({ baseUrl: 'https://connect.example', accessToken: 'stored_token' });
 * ```
 */
export async function disconnect(options: AccountOptions): Promise<void> {
  try {
    await request('POST', '/account/disconnect', options);
  } catch (error) {
    // The token is invalid already, so there is nothing to disconnect.
    if (error instanceof AccountError && error.code === 'invalid_token') return;
    throw error;
  }
}

async function request(
  method: 'GET' | 'POST',
  path: string,
  options: AccountOptions,
): Promise<Answer> {
  const { accessToken, timeoutMs = defaultTimeoutMs, signal, fetch: send } = options;
  const url = joinPath(assertOptions(options), path);
  const answer = await requestService({
    url,
    method,
    headers: { Authorization: `Bearer ${accessToken}` },
    timeoutMs,
    signal,
    fetch: send,
  });
  if ('failure' in answer) {
    throw new AccountError(answer.failure, clean(answer.message, [accessToken]));
  }
  const { status, isTooLong, body } = answer;
  if (!isTooLong && status >= 200 && status < 300) return answer;
  const description = readOwn(body, 'error_description');
  const code = toCode(answer);
  const advice = code === 'bad_response' ? adviseOnAddress(status, url) : '';
  const message = `${method} ${url.href} answered ${status}.${advice} ${isText(description, 500) ? description : ''}`;
  throw new AccountError(code, clean(message, [accessToken]), status);
}

/** @returns the address of the service */
function assertOptions({
  baseUrl,
  accessToken,
  timeoutMs = defaultTimeoutMs,
}: AccountOptions): URL {
  const url = parseServiceUrl(baseUrl);
  if (!url) throw invalid('baseUrl must be an https address (or http on localhost)');
  // Other characters would make `fetch` throw an error that quotes the token.
  if (typeof accessToken !== 'string' || !/^[\w~+/.-]{1,4096}=*$/.test(accessToken)) {
    throw invalid('accessToken must be the access token of an exchange');
  }
  if (!isTimeout(timeoutMs)) throw invalid(timeoutRule);
  return url;
}

function invalid(message: string): AccountError {
  return new AccountError('invalid_options', `${message}.`);
}

function toCode({ status, isRedirect, body }: Answer) {
  if (status === 429) return 'rate_limited';
  if (status >= 500) return 'server_error';
  const isRefused = status === 401 && !isRedirect && readOwn(body, 'error') === 'invalid_token';
  return isRefused ? 'invalid_token' : 'bad_response';
}

function parseAccount(body: unknown): ConnectedAccount | undefined {
  const json = parseShape(body, shape);
  if (!json) return undefined;
  const { account_id: accountId, provider_id: providerId, environment } = json;
  const connectedAt = new Date(json.connected_at);
  if (Number.isNaN(connectedAt.getTime())) return undefined;
  return { accountId, providerId, environment, connectedAt };
}
