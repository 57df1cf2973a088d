import type { PageErrorCode } from 'tax-connect/page';

/** The codes of the page's problems. The page has a text for each code. */
export const problemCodes = [
  'account_locked',
  'access_denied',
  'connection_lost',
  'different_account',
  'host_gone',
  'invalid_answer',
  'invalid_credentials',
  'invalid_one_time_code',
  'invalid_options',
  'invalid_request',
  'invalid_step',
  'no_host',
  'not_approved',
  'not_received',
  'offline',
  'origin_not_allowed',
  'protocol_error',
  'provider_unavailable',
  'rate_limited',
  'request_blocked',
  'server_error',
  'session_expired',
  'session_ended',
  'storage_blocked',
  'submission_limit_reached',
  'timeout',
  'too_many_attempts',
  'unknown_client',
  'wrong_number',
] as const;

export type ProblemCode = (typeof problemCodes)[number];

/** A problem of a request or of the flow, as the page shows it. */
export interface Problem {
  readonly code: ProblemCode;
  /** The cause, in English, for developers. The page never shows it to the user. */
  readonly description: string;
  /** Whether the same request can succeed later, so that "Try again" makes sense. */
  readonly retryable: boolean;
  /** How long the user must wait before the service accepts another try. Absent when the service has set no wait. */
  readonly wait?: Wait;
  /**
   * The number of tries left before the user must wait, or before the flow ends. Absent while there are enough tries.
   */
  readonly triesLeft?: number;
}

/** The service's answer to a request, or the problem. */
export type FlowResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** How long the user must wait for another try. */
export interface Wait {
  readonly seconds: number;
  /** The end of the wait by the system's clock, which can be set back, in milliseconds since the epoch. */
  readonly until: number;
  /** The end of the wait by `performance.now()`, which may stop while the device sleeps. */
  readonly untilTick: number;
}

/** Creates a wait that begins now. */
export function startWait(seconds: number): Wait {
  const ms = seconds * 1000;
  return { seconds, until: Date.now() + ms, untilTick: performance.now() + ms };
}

/** Problems that end the flow. No action on this page can help. */
const sessionEnding: ReadonlySet<ProblemCode> = new Set([
  'access_denied',
  'invalid_options',
  'invalid_request',
  'invalid_step',
  'no_host',
  'not_received',
  'origin_not_allowed',
  'protocol_error',
  'session_expired',
  'session_ended',
  'submission_limit_reached',
  'unknown_client',
]);

/** Problems that only the application, the provider or time can solve. A new flow would end in the same way. */
const beyondRestart: ReadonlySet<ProblemCode> = new Set([
  'access_denied',
  'account_locked',
  'host_gone',
  'invalid_options',
  'no_host',
  'not_received',
  'origin_not_allowed',
  'protocol_error',
  'request_blocked',
  'session_ended',
  'submission_limit_reached',
  'unknown_client',
]);

/** @returns whether a new flow can solve the problem */
export function canRestart({ code }: Problem): boolean {
  return !beyondRestart.has(code);
}

/** Problems that are temporary and not the user's fault. The page shows them in quiet colours. */
const calm: ReadonlySet<ProblemCode> = new Set([
  'connection_lost',
  'host_gone',
  'no_host',
  'offline',
  'provider_unavailable',
  'session_expired',
  'session_ended',
  'timeout',
]);

/** @returns whether the problem is drawn in quiet colours */
export function isDrawnQuietly({ code }: Problem): boolean {
  return calm.has(code);
}

/**
 * @param value - the `error` field of an answer
 * @returns the code, or undefined for a code without a text on this page
 */
export function parseProblemCode(value: unknown): ProblemCode | undefined {
  return problemCodes.find((code) => code === value);
}

/** @returns whether the problem ends the flow, so that only a new flow can help */
export function isSessionEnding(problem: Problem): boolean {
  // `host_gone` is retryable when the host is only silent. A silent host may be busy, so the page can ask it again.
  if (problem.code === 'host_gone') return !problem.retryable;
  return sessionEnding.has(problem.code);
}

/**
 * Maps a problem to the nearest code that the host knows, because the host knows fewer codes than the page.
 *
 * @returns the code for the host
 */
export function describeForHost(problem: Problem): {
  code: PageErrorCode;
  message: string;
  retryable: boolean;
} {
  const { description, retryable } = problem;
  switch (problem.code) {
    // A new flow gets a new token and starts at the first step, so the host may offer another try.
    case 'invalid_step':
    case 'invalid_request':
      return { code: 'session_expired', message: description, retryable: true };
    case 'session_ended':
      return { code: 'session_expired', message: description, retryable: false };
    case 'session_expired':
      return { code: 'session_expired', message: description, retryable: true };
    case 'timeout':
    case 'host_gone':
    case 'no_host':
    case 'not_received':
      return { code: 'connection_lost', message: description, retryable: true };
    case 'request_blocked':
      return { code: 'invalid_options', message: description, retryable };
    case 'storage_blocked':
      return { code: 'provider_unavailable', message: description, retryable };
    case 'too_many_attempts':
      return { code: 'rate_limited', message: description, retryable: true };
    case 'account_locked':
    case 'different_account':
    case 'invalid_answer':
    case 'not_approved':
    case 'invalid_credentials':
    case 'invalid_one_time_code':
    case 'wrong_number':
      return { code: 'access_denied', message: description, retryable };
    default:
      return { code: problem.code, message: description, retryable };
  }
}
