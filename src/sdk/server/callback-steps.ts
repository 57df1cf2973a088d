import { parseAuthorizationCode } from '../protocol/brands.ts';
import { isOneOf } from '../protocol/record.ts';
import { CallbackError, type CallbackFunction } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { type ExchangeOptions, exchangeCode } from './exchange-code.ts';
import { warnOnce } from './log-error.ts';
import { createRecentKeys, type RecentKeys } from './recent-keys.ts';
import { ExchangeError, SessionError } from './request-errors.ts';
import { assertSameOrigin } from './same-origin.ts';
import { hashText, isSameText } from './same-text.ts';
import type { ApplicationOptions } from './service-options.ts';
import { fetchFreshCode } from './sessions.ts';
import type { TokenResponse } from './token-response.ts';

/** Exchanges each authorization code once. Only the redirect flow passes `binding`. @throws CallbackError */
export type Exchange = (
  code: string,
  binding?: Pick<ExchangeOptions, 'redirectUri' | 'codeVerifier'>,
) => Promise<TokenResponse>;

// A Connect service may revoke the token of a code that it gets again: ours, until 25 hours after the code's expiry.
const codeLifetimeMs = 26 * 60 * 60 * 1000;

/** @throws CallbackError `invalid_request` unless the query has exactly one valid code */
export function readCode(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const values = searchParams.getAll('code');
  const code = values.length === 1 ? parseAuthorizationCode(values[0]) : undefined;
  if (code) return code;
  const form = `${request.method} ${pathname}?code=CODE`;
  const problems: { readonly [count: number]: string } = {
    0: `There is no query parameter code. The body is not read: send ${form}, as forwardCode does.`,
    1: 'The query parameter code is empty, too long, or has characters that no code has.',
  };
  const problem = problems[values.length];
  const cause = new Error(
    problem ?? `There are ${values.length} query parameters code, expected one.`,
  );
  throw new CallbackError('invalid_request', { cause });
}

/** Calls a function of the application. @throws CallbackError `callback_failed` with the function's exception */
export async function callApplication<Value>(
  name: CallbackFunction,
  call: () => Value | Promise<Value>,
): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    throw new CallbackError('callback_failed', { cause, thrownBy: name });
  }
}

/** @returns a function that resolves to true for the first call with a hash, with `claimCode` in all processes */
export function createClaim(
  { claimCode }: Pick<CheckedOptions, 'claimCode'>,
  lifetimeMs: number,
  seen: RecentKeys = createRecentKeys(lifetimeMs),
): (hash: string) => Promise<boolean> {
  const claimInStore = async (hash: string): Promise<boolean> => {
    const isNew: unknown = claimCode ? await claimCode(hash, lifetimeMs) : true;
    if (typeof isNew === 'boolean') return isNew;
    // A value that is not a boolean, such as undefined, would refuse or accept every code.
    throw new TypeError(`claimCode must return true or false, and returned a ${typeof isNew}.`);
  };
  return async (hash) => {
    if (!seen.add(hash)) return false;
    try {
      return await callApplication('claimCode', () => claimInStore(hash));
    } catch (error) {
      // The claim has failed, so the code or ticket is still unused and may be sent again.
      seen.delete(hash);
      throw error;
    }
  };
}

/**
 * A used code is not sent to the Connect service again, because the service would revoke the token, and anyone who has
 * seen the code can post it: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export function createExchange<Context>(
  options: Omit<CheckedOptions<Context>, 'onConnected'>,
  seen: RecentKeys = createRecentKeys(codeLifetimeMs),
): Exchange {
  const { baseUrl, insecureHosts, clientId, clientSecret, timeoutMs, fetch } = options;
  const claim = createClaim(options, codeLifetimeMs, seen);
  return async (code, binding) => {
    const hash = await hashText(code);
    if (!(await claim(hash))) {
      const cause = new ExchangeError(
        'invalid_grant',
        'The code was sent to this callback before.',
      );
      throw new CallbackError('invalid_grant', { cause });
    }
    const credentials = { baseUrl, insecureHosts, clientId, clientSecret, code };
    try {
      return await exchangeCode({ ...credentials, ...binding, timeoutMs, fetch });
    } catch (cause) {
      const isGrant = cause instanceof ExchangeError && cause.code === 'invalid_grant';
      // Invalid codes are not remembered, so that invented codes cannot displace real ones.
      if (isGrant) seen.delete(hash);
      throw new CallbackError(isGrant ? 'invalid_grant' : 'exchange_failed', { cause });
    }
  };
}

/** Handles the POST of `forwardCode`. Refuses a request that another site could cause before it reads the code. */
export async function handleEmbedded<Context>(
  call: CallbackContext<Context>,
  options: CheckedOptions<Context>,
  exchange: Exchange,
): Promise<void> {
  const { request, context } = call;
  const { isListed } = createCrossOrigin(options.allowedOrigins);
  assertSameOrigin(request, options.redirectUri, isListed);
  if (!hasHarmlessBody(request)) throw new CallbackError('unsupported_media_type');
  const { getConnectSessionId } = options;
  const isLost = getConnectSessionId && !new URL(request.url).searchParams.has('code');
  const code = isLost ? undefined : readCode(request);
  const state = await callApplication('getState', () => options.getState?.(request, context));
  // `getState` has found no state for this user, for example because the user is not signed in. So no code can match.
  if (options.getState && !state) throw new CallbackError('state_mismatch');
  const found = await callApplication('getConnectSessionId', () =>
    getConnectSessionId?.(request, context),
  );
  const claims = { code, sessionId: found || undefined };
  const tokens = await exchangeOrFinish(claims, options, exchange);
  if (!options.getState && tokens.state !== undefined) {
    warnOnce(
      'The page has passed a state, and nothing compares it: set getState of createCallback.',
    );
  }
  if (state && !(await isSameText(state, tokens.state ?? ''))) {
    throw new CallbackError('state_mismatch');
  }
  await callApplication('onConnected', () => options.onConnected(tokens, call));
}

/** The request's code, undefined when the page has lost it; and the ID of the user's Connect session, if any. */
interface Claims {
  readonly code: string | undefined;
  readonly sessionId: string | undefined;
}

/** Exchanges the code. If it is lost or expired, and the user has a Connect session, exchanges a fresh code of it. */
async function exchangeOrFinish(
  { code, sessionId }: Claims,
  options: Omit<ApplicationOptions, 'signal'>,
  exchange: Exchange,
): Promise<TokenResponse> {
  if (sessionId === undefined) {
    if (code !== undefined) return await exchange(code);
    const cause = new Error('There is no code, and getConnectSessionId has returned no session.');
    throw new CallbackError('invalid_request', { cause });
  }
  try {
    if (code !== undefined) return await exchange(code);
  } catch (error) {
    const isExpired = error instanceof CallbackError && error.code === 'invalid_grant';
    if (!isExpired) throw error;
  }
  const { baseUrl, insecureHosts, clientId, clientSecret, timeoutMs, fetch } = options;
  const credentials = { baseUrl, insecureHosts, clientId, clientSecret, timeoutMs, fetch };
  const fresh = await fetchFreshCode({ ...credentials, sessionId }).catch((cause) => {
    const isOver = cause instanceof SessionError && isOneOf(cause.code, finalCodes);
    throw new CallbackError(isOver ? 'invalid_grant' : 'exchange_failed', { cause });
  });
  return await exchange(fresh);
}

// Errors of sessions that will never give a fresh code.
const finalCodes = ['not_found', 'not_connected', 'already_exchanged'] as const;

/** @returns whether the body is JSON or missing. A form of another site sends other types without a preflight */
function hasHarmlessBody(request: Request): boolean {
  const type = request.headers.get('content-type');
  return type === null || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
