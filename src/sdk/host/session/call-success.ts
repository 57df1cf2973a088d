import type { ConnectError } from '../../protocol/errors.ts';
import type { Settings } from '../open/options.ts';

/** Calls `onSuccess`, whose exception becomes a rejection. `ConnectErrorClass`: a copy here would fail `instanceof`. */
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
