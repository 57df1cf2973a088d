import type { ConnectError } from '../protocol/errors.ts';
import type { SessionContext } from './session-context.ts';

/** For developers, in English. */
const messages = {
  load_timeout: 'The Connect page took too long.',
  connection_lost: 'The Connect page stopped answering or was replaced.',
  offline: 'The browser is offline.',
  callback_failed: 'onSuccess failed or took too long.',
  protocol_error: 'The Connect page sent malformed messages or a foreign code.',
  unsupported_version: 'The Connect page speaks another protocol version.',
  unsupported_browser: 'The browser lacks dialogs or constructable style sheets.',
  origin_not_allowed: 'This document has no origin: it is sandboxed or a file.',
  popup_blocked: 'The browser blocked the window.',
  popup_closed: 'The user closed the window.',
  opener_severed: 'The window cannot be reached.',
  provider_unavailable: 'The provider needs a window; display is frame.',
  frame_blocked: 'A content security policy blocked the Connect page.',
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
