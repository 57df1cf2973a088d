import type { ConnectError } from '../../protocol/errors.ts';
import type { Settings } from '../open/options.ts';

/**
 * Calls `onSuccess`. The function is async, so that an exception in the host's callback becomes a rejection.
 *
 * @param ConnectErrorClass - the class that the SDK exports, because the host's `instanceof` would fail for a copy of
 *   the class in this chunk
 */
export async function callSuccess(
  { onSuccess }: Settings,
  ConnectErrorClass: typeof ConnectError,
  code: string,
): Promise<void> {
  const result: unknown = await onSuccess({ code });
  if (typeof result !== 'function') return;
  const message = 'onSuccess returned a function: did you mean forwardCode(...)?';
  throw new ConnectErrorClass('callback_failed', message);
}
