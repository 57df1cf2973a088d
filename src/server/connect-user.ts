import { parseAuthorizationCode } from '../protocol/brands.ts';
import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CallbackOptions } from './callback-options.ts';
import { exchangeCode } from './exchange-code.ts';
import { ExchangeError } from './exchange-error.ts';
import type { TokenResponse } from './token-response.ts';

/** What the two flows do the same way, each step with the error that the user gets to see. */

/**
 * @param request - the callback's request
 * @returns the authorization code in its query
 * @throws CallbackError `invalid_request` unless there is exactly one
 */
export function readCode(request: Request): string {
  const values = new URL(request.url).searchParams.getAll('code');
  const code = values.length === 1 ? parseAuthorizationCode(values[0]) : undefined;
  if (!code) throw new CallbackError('invalid_request');
  return code;
}

/**
 * @param code - the authorization code; used up by the call
 * @param options - the application's set-up
 * @param redirectUri - the address that started the redirect flow; undefined in the embedded flow
 * @throws CallbackError `invalid_grant` or `exchange_failed`
 */
export async function exchange(
  code: string,
  options: CallbackOptions,
  redirectUri?: string,
): Promise<TokenResponse> {
  const { baseUrl, clientId, clientSecret, timeoutMs, fetch } = options;
  try {
    return await exchangeCode({
      ...{ baseUrl, clientId, clientSecret, code },
      ...(redirectUri === undefined ? {} : { redirectUri }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
      ...(fetch === undefined ? {} : { fetch }),
    });
  } catch (cause) {
    const isGrant = cause instanceof ExchangeError && cause.code === 'invalid_grant';
    throw new CallbackError(isGrant ? 'invalid_grant' : 'exchange_failed', { cause });
  }
}

/**
 * @param tokens - what the code was exchanged for
 * @param options - the application's set-up
 * @param context - whose connection it is
 * @throws CallbackError `callback_failed` when the application could not store it
 */
export async function store(
  tokens: TokenResponse,
  options: CallbackOptions,
  context: CallbackContext,
): Promise<void> {
  try {
    await options.onConnected(tokens, context);
  } catch (cause) {
    throw new CallbackError('callback_failed', { cause });
  }
}
