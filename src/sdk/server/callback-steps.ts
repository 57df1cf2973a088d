import { parseAuthorizationCode } from '../protocol/brands.ts';
import { CallbackError, type CallbackFunction } from './callback-error.ts';
import type { CheckedOptions } from './callback-options.ts';
import { type ExchangeOptions, exchangeCode } from './exchange-code.ts';
import { createRecentKeys, type RecentKeys } from './recent-keys.ts';
import { ExchangeError } from './request-errors.ts';
import { hashText } from './same-text.ts';
import type { TokenResponse } from './token-response.ts';

/** Exchanges each authorization code once. Only the redirect flow passes `binding`. @throws CallbackError */
export type Exchange = (
  code: string,
  binding?: Pick<ExchangeOptions, 'redirectUri' | 'codeVerifier'>,
) => Promise<TokenResponse>;

// A Connect service may revoke the token of a code that it gets again: ours, until 25 hours after the code's expiry.
const codeLifetimeMs = 26 * 60 * 60 * 1000;
// A process may forget a used code or ticket after it has seen this number of newer ones.
const maxKeys = 10_000;

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
  seen: RecentKeys = createRecentKeys({ lifetimeMs, capacity: maxKeys }),
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
  seen: RecentKeys = createRecentKeys({ lifetimeMs: codeLifetimeMs, capacity: maxKeys }),
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
