import { CallbackError } from './callback-error.ts';
import type { CheckedOptions } from './callback-options.ts';
import { callApplication, type Exchange, readCode } from './callback-steps.ts';
import { assertSameOrigin } from './same-origin.ts';
import { isSameText } from './same-text.ts';

/**
 * The embedded flow's callback: `POST ?code=…` from the application's own page, as `forwardCode` sends it.
 * A request that another site could have caused is refused before the code is read.
 *
 * @param request - the callback's request, a POST
 * @param options - the application's options
 * @param exchange - the exchange with these options
 * @throws CallbackError unless the connection has been stored
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.5
 */
export async function handleEmbedded(
  request: Request,
  options: CheckedOptions,
  exchange: Exchange,
): Promise<void> {
  assertSameOrigin(request, options.redirectUri);
  if (!hasHarmlessBody(request)) throw new CallbackError('unsupported_media_type');
  const code = readCode(request);
  const state = await callApplication('getState', () => options.getState?.(request));
  // The application requires a state, and the session has none: the user is not logged in.
  if (options.getState && !state) throw new CallbackError('state_mismatch');
  const tokens = await exchange(code);
  if (state && !(await isSameText(state, tokens.state ?? ''))) {
    throw new CallbackError('state_mismatch');
  }
  await callApplication('onConnected', () =>
    options.onConnected(tokens, { request, flow: 'embedded' }),
  );
}

/** A form of another site can send three media types without a preflight. JSON is not one of them. */
function hasHarmlessBody(request: Request): boolean {
  const type = request.headers.get('content-type');
  return type === null || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}
