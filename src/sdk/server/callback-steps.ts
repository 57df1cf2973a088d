import { parseAuthorizationCode } from '../protocol/brands.ts';
import { CallbackError, type CallbackFunction } from './callback-error.ts';
import type { CheckedOptions } from './callback-options.ts';
import { type ExchangeOptions, exchangeCode } from './exchange-code.ts';
import { ExchangeError } from './exchange-error.ts';
import { createRecentKeys, type RecentKeys } from './recent-keys.ts';
import { hashText } from './same-text.ts';
import type { TokenResponse } from './token-response.ts';

/**
 * Exchanges a code, once. Only the redirect flow has a binding.
 *
 * @throws CallbackError `invalid_grant`, also for a code that was used before; `exchange_failed`
 */
export type Exchange = (
  code: string,
  binding?: Pick<ExchangeOptions, 'redirectUri' | 'codeVerifier'>,
) => Promise<TokenResponse>;

/**
 * When a code is presented again, a Connect service may revoke its token, as long as it keeps the code. The service
 * of this repository keeps a code for 25 hours after its expiry.
 */
const codeLifetimeMs = 26 * 60 * 60 * 1000;
/** The most codes or tickets that a process remembers. */
const maxKeys = 10_000;

/**
 * @returns the authorization code from the query
 * @throws CallbackError `invalid_request` unless there is exactly one
 */
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

type ExchangeSetup = Pick<
  CheckedOptions,
  'baseUrl' | 'insecureHosts' | 'clientId' | 'clientSecret' | 'timeoutMs' | 'fetch' | 'claimCode'
>;

/**
 * Calls a function of the application.
 *
 * @throws CallbackError `callback_failed` with the function's exception
 */
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

/** @returns a function that is true for one call with each hash: in this process, and with `claimCode` in all */
export function createClaim(
  { claimCode }: Pick<CheckedOptions, 'claimCode'>,
  lifetimeMs: number,
  seen: RecentKeys = createRecentKeys({ lifetimeMs, capacity: maxKeys }),
): (hash: string) => Promise<boolean> {
  const claimInStore = async (hash: string): Promise<boolean> => {
    const isNew: unknown = claimCode ? await claimCode(hash, lifetimeMs) : true;
    if (typeof isNew === 'boolean') return isNew;
    // It would refuse or admit every code.
    throw new TypeError(`claimCode must return true or false, and returned a ${typeof isNew}.`);
  };
  return async (hash) => {
    if (!seen.add(hash)) return false;
    try {
      return await callApplication('claimCode', () => claimInStore(hash));
    } catch (error) {
      // Nothing was used, so it may be presented again.
      seen.delete(hash);
      throw error;
    }
  };
}

/**
 * Creates the exchange. A code that was used before is not sent to the Connect service again, because that would
 * revoke the token, and anyone can post a code that they have seen. The codes' hashes are remembered in each process,
 * and in the application's store if it has one.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.1.2
 */
export function createExchange(
  options: ExchangeSetup,
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
