import type { ConnectError } from '../protocol/errors.ts';
import type { SessionContext } from './session-context.ts';

/** By code: what happened, for developers; and whether the same flow, started again, can succeed. */
const failures = {
  load_timeout: ['The Connect page took too long.', true],
  connection_lost: ['The Connect page stopped answering.', true],
  offline: ['The browser is offline.', true],
  callback_failed: ['onSuccess failed; see cause.', true],
  protocol_error: ['The Connect page broke the protocol.', true],
  unsupported_version: ['The Connect page speaks another version.', false],
  unsupported_browser: ['The browser is too old.', false],
  origin_not_allowed: ['The page is sandboxed or a file.', false],
  popup_blocked: ['The browser blocked the window.', true],
  popup_closed: ['The user closed the window.', true],
  opener_severed: ['The window is out of reach.', true],
  provider_unavailable: ['The provider needs a window.', false],
  frame_blocked: ['Your CSP blocked the frame.', false],
} as const;

/** What the SDK itself finds out about the browser, the surface and the host. */
export type FailureCode = keyof typeof failures;

/**
 * @param context - of the session
 * @param code - what went wrong
 * @param cause - the error underneath, if there is one; one of the SDK's own says more in the message
 * @returns the error
 */
export function createFailure(
  { ConnectError }: SessionContext,
  code: FailureCode,
  cause?: unknown,
): ConnectError {
  const [message, retryable] = failures[code];
  const reason = cause instanceof ConnectError ? cause.message : message;
  return new ConnectError(code, reason, { retryable, cause });
}
