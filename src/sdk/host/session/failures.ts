import type { ConnectError, ConnectErrorCode } from '../../protocol/errors.ts';
import type { SessionFacts } from './phase.ts';

type Failure = readonly [isRetryable: boolean, message: string];

/** The errors that the SDK itself detects. `{url}` is the Connect page's address. Users read texts of `src/texts`. */
export const failures = {
  load_timeout: [true, 'The Connect page at {url} did not get ready in time.'],
  connection_lost: [true, 'The Connect page at {url} stopped answering.'],
  offline: [true, 'The browser is offline.'],
  callback_failed: [true, 'onSuccess failed; see cause.'],
  protocol_error: [true, 'The Connect page at {url} broke the protocol.'],
  popup_blocked: [true, 'The browser blocked the popup.'],
  popup_closed: [true, 'The user closed the popup.'],
  opener_severed: [true, 'The popup is out of reach.'],
  unsupported_version: [false, 'The Connect page at {url} speaks another version.'],
  unsupported_browser: [false, 'The browser is too old.'],
  origin_not_allowed: [
    false,
    'A sandboxed page, a file or an extension has no origin to register.',
  ],
  provider_unavailable: [false, 'The provider needs a popup.'],
  frame_blocked: [false, 'Your CSP blocked the frame.'],
} as const satisfies { readonly [code in ConnectErrorCode]?: Failure };

export type FailureCode = keyof typeof failures;

type FailureFacts = Pick<SessionFacts, 'ConnectError' | 'address' | 'docs' | 'hasSession'>;

/** @param cause - the underlying error, if any. The message of a `ConnectError` replaces that of `failures` */
export function createFailure(
  { ConnectError: ConnectErrorClass, address, docs, hasSession }: FailureFacts,
  code: FailureCode,
  cause?: unknown,
): ConnectError {
  const [canHelp, message] = failures[code];
  // The code has used up the backend's session, for which the backend can still get a new code by `finishSession`.
  const retryable = canHelp && !(hasSession && code === 'callback_failed');
  const url = address.origin + address.pathname;
  const isExplained = cause instanceof ConnectErrorClass;
  const reason = isExplained ? cause.message : message.replace('{url}', url);
  return new ConnectErrorClass(code, reason, { retryable, cause, docs });
}

/** @returns whether a popup may work although the frame did not */
export function isFrameAtFault(
  error: ConnectError,
): error is ConnectError & { readonly code: 'load_timeout' | 'frame_blocked' } {
  return error.code === 'load_timeout' || error.code === 'frame_blocked';
}

/** @returns the address of the documentation of errors; undefined for the default service */
export function findDocs(connectUrl: string | URL | undefined): string | undefined {
  return connectUrl ? new URL('docs/errors', connectUrl).href : undefined;
}
