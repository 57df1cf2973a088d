import type { PageErrorCode } from 'tax-connect/page';

/** Everything the page can have trouble with, by code; each has its own plain text. */
export const problemCodes = [
  'account_locked',
  'access_denied',
  'connection_lost',
  'host_gone',
  'invalid_answer',
  'invalid_credentials',
  'invalid_one_time_code',
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
  'server_error',
  'session_expired',
  'submission_limit_reached',
  'timeout',
  'unknown_client',
] as const;

/** A code of `problemCodes`. */
export type ProblemCode = (typeof problemCodes)[number];

/** Something that went wrong, as the page shows it. */
export interface Problem {
  readonly code: ProblemCode;
  /** For developers, in English; never shown to the user. */
  readonly description: string;
  /** Whether the same request, sent again, can succeed. */
  readonly retryable: boolean;
}

/** The user has allowed access, but the host has not confirmed the code. The code expires unused. */
export const notReceived = {
  ok: false,
  problem: {
    code: 'not_received',
    description: 'The application did not confirm that it has the code.',
    retryable: false,
  },
} as const satisfies { readonly ok: false; readonly problem: Problem };

/** After these nothing on this page can help: the flow itself is over. */
const sessionEnding: ReadonlySet<ProblemCode> = new Set([
  'access_denied',
  'invalid_request',
  'invalid_step',
  'no_host',
  'not_received',
  'origin_not_allowed',
  'protocol_error',
  'session_expired',
  'submission_limit_reached',
  'unknown_client',
]);

/** What only the application, the provider or time can put right: a new flow ends alike. */
const beyondRestart: ReadonlySet<ProblemCode> = new Set([
  'access_denied',
  'account_locked',
  'host_gone',
  'no_host',
  'not_received',
  'origin_not_allowed',
  'protocol_error',
  'submission_limit_reached',
  'unknown_client',
]);

/**
 * @param problem - what ended the flow
 * @returns whether a new flow can help
 */
export function canRestart({ code }: Problem): boolean {
  return !beyondRestart.has(code);
}

/** Nothing that the user did is wrong: the page waits, or asks to. */
const calm: ReadonlySet<ProblemCode> = new Set([
  'connection_lost',
  'host_gone',
  'no_host',
  'offline',
  'provider_unavailable',
  'session_expired',
  'timeout',
]);

/**
 * @param problem - what went wrong
 * @returns whether it is drawn in quiet colours
 */
export function isDrawnQuietly({ code }: Problem): boolean {
  return calm.has(code);
}

/**
 * @param value - the `error` field of an answer
 * @returns the code, or undefined for one that this page has no words for
 */
export function parseProblemCode(value: unknown): ProblemCode | undefined {
  return problemCodes.find((code) => code === value);
}

/**
 * @param problem - what went wrong
 * @returns whether the flow is over, so that only a new one can help
 */
export function isSessionEnding(problem: Problem): boolean {
  // A silent host may only be busy, and is asked again.
  if (problem.code === 'host_gone') return !problem.retryable;
  return sessionEnding.has(problem.code);
}

/**
 * The host knows fewer codes than the page: what is between page and service becomes the nearest
 * one of them.
 *
 * @param problem - what ended the flow
 * @returns what to tell the host
 */
export function describeForHost(problem: Problem): {
  code: PageErrorCode;
  message: string;
  retryable: boolean;
} {
  const { description, retryable } = problem;
  switch (problem.code) {
    // A new flow starts with a new token and from the first step, so it can help here.
    case 'invalid_step':
    case 'invalid_request':
      return { code: 'session_expired', message: description, retryable: true };
    case 'session_expired':
      return { code: 'session_expired', message: description, retryable: true };
    case 'timeout':
    case 'host_gone':
    case 'no_host':
    case 'not_received':
      return { code: 'connection_lost', message: description, retryable: true };
    case 'account_locked':
    case 'invalid_answer':
    case 'not_approved':
    case 'invalid_credentials':
    case 'invalid_one_time_code':
      return { code: 'access_denied', message: description, retryable };
    default:
      return { code: problem.code, message: description, retryable };
  }
}
