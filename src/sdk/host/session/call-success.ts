import { ConnectError } from '../../protocol/errors.ts';
import type { Settings } from '../open/options.ts';

/** Calls `onSuccess`. The function is async, so that a throw becomes a rejection. */
export async function callSuccess({ onSuccess }: Settings, code: string): Promise<void> {
  const result: unknown = await onSuccess({ code });
  if (typeof result !== 'function') return;
  const message = 'onSuccess returned a function: did you mean onSuccess: forwardCode(...)?';
  throw new ConnectError('callback_failed', message);
}
