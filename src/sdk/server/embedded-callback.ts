import { isOneOf } from '../protocol/record.ts';
import { CallbackError } from './callback-error.ts';
import type { CallbackContext, CheckedOptions } from './callback-options.ts';
import { callApplication, type Exchange, readCode } from './callback-steps.ts';
import { createCrossOrigin } from './cross-origin.ts';
import { warnOnce } from './log-error.ts';
import { SessionError } from './request-errors.ts';
import { assertSameOrigin } from './same-origin.ts';
import { isSameText } from './same-text.ts';
import type { ApplicationOptions } from './service-options.ts';
import { fetchFreshCode } from './sessions.ts';
import type { TokenResponse } from './token-response.ts';

/**
 * Handles the embedded flow's callback: `POST ?code=…` from the application's own page, as `forwardCode` sends it. A
 * request that another site could have caused is refused before the code is read.
 */
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
