import type { ConnectError } from '../protocol/errors.ts';
import type { SessionContext } from './session-context.ts';

const messages = {
  load_timeout: 'The Connect page did not get ready in time.',
  connection_lost: 'The Connect page stopped answering, or something else took its place.',
  offline: 'The browser is offline.',
  callback_failed: 'onSuccess failed, or did not settle in time.',
  protocol_error: 'The page sent malformed messages, or the code of another flow.',
  unsupported_version: 'The page and this SDK speak different versions of the protocol.',
  unsupported_browser: 'Connect needs a browser with <dialog> and constructable style sheets.',
  origin_not_allowed: 'This document has no origin: it is sandboxed, or not from a server.',
  popup_blocked: 'The browser did not open a window.',
  popup_closed: 'The user closed the window.',
  opener_severed: 'The window cannot be reached any more, and did not find its flow again.',
  provider_unavailable: 'The provider needs a window, and display: frame forbids it.',
  frame_blocked: 'The content security policy of this page refuses the Connect frame.',
};

/** What the SDK itself finds out about the browser, the surface and the host. */
export type FailureCode = keyof typeof messages;

/**
 * @param context - of the session
 * @param code - what went wrong
 * @param cause - the error underneath, if there is one
 * @returns the error; retryable unless only another browser, SDK or policy would help
 */
export function createFailure(
  { ConnectError }: SessionContext,
  code: FailureCode,
  cause?: unknown,
): ConnectError {
  const retryable = !/^unsupported|^frame|^prov|^origin/.test(code);
  return new ConnectError(code, messages[code], { retryable, cause });
}
