import type { ConnectError } from '../../protocol/errors.ts';
import type { Messages, Notice } from './messages.ts';

/**
 * A code that a page has lost cannot be asked for again in a session. Its backend may still get it, so it is not
 * called a failure.
 *
 * @returns what happened, and what to do
 */
export function findErrorTexts(
  { errors, unconfirmed }: Messages,
  { code, retryable }: ConnectError,
): Notice {
  if (code === 'callback_failed' && !retryable) return unconfirmed;
  return errors[code] ?? errors.server_error;
}
