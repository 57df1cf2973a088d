import type { ConnectError } from '../../protocol/errors.ts';
import type { Messages, Notice } from './messages.ts';

/**
 * Finds the texts for an error. In a session, a code that a page has lost cannot be requested again, but the
 * backend may still get it. So this is not called a failure.
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
