import type { PageErrorCode } from 'tax-connect/page';

interface Treatment {
  /** The nearest code that the host knows, because the host knows fewer codes than the page. */
  readonly host: PageErrorCode;
  /** True when the host may offer another try. Default: `retryable` of the problem. */
  readonly hostMayRetry?: boolean;
  /** True when the problem ends the flow, because no action on this page can help. */
  readonly endsFlow?: boolean;
  /** True when only the application, the provider or time can solve it. A new flow would end in the same way. */
  readonly outlastsFlow?: boolean;
  /** True when nothing is broken: it is temporary, or the user has decided it. The page shows it in quiet colours. */
  readonly isCalm?: boolean;
}

const lost = { host: 'connection_lost', hostMayRetry: true } as const;
// A new flow gets a new token and starts at the first step. So the host may offer another try, and nothing is broken.
const expired = {
  host: 'session_expired',
  hostMayRetry: true,
  endsFlow: true,
  isCalm: true,
} as const;
const final = { endsFlow: true, outlastsFlow: true } as const;

const treatments = {
  account_locked: { host: 'access_denied', outlastsFlow: true },
  access_denied: { host: 'access_denied', ...final, isCalm: true },
  connection_lost: { host: 'connection_lost', isCalm: true },
  different_account: { host: 'access_denied' },
  host_gone: { ...lost, outlastsFlow: true, isCalm: true },
  invalid_answer: { host: 'access_denied' },
  invalid_credentials: { host: 'access_denied' },
  invalid_one_time_code: { host: 'access_denied' },
  invalid_options: { host: 'invalid_options', ...final },
  invalid_request: expired,
  invalid_step: expired,
  no_host: { ...lost, ...final, isCalm: true },
  not_approved: { host: 'access_denied' },
  not_received: { ...lost, ...final },
  offline: { host: 'offline', isCalm: true },
  origin_not_allowed: { host: 'origin_not_allowed', ...final },
  protocol_error: { host: 'protocol_error', ...final },
  provider_unavailable: { host: 'provider_unavailable', isCalm: true },
  rate_limited: { host: 'rate_limited', isCalm: true },
  request_blocked: { host: 'invalid_options', outlastsFlow: true },
  server_error: { host: 'server_error' },
  session_expired: expired,
  session_ended: { host: 'session_expired', hostMayRetry: false, ...final, isCalm: true },
  storage_blocked: { host: 'provider_unavailable', isCalm: true },
  submission_limit_reached: { host: 'submission_limit_reached', ...final },
  timeout: { ...lost, isCalm: true },
  too_many_attempts: { host: 'rate_limited', hostMayRetry: true, isCalm: true },
  unknown_client: { host: 'unknown_client', ...final },
  wrong_number: { host: 'access_denied' },
} as const satisfies Readonly<Record<string, Treatment>>;

export type ProblemCode = keyof typeof treatments;

const treatmentOf: Readonly<Record<ProblemCode, Treatment>> = treatments;

export const problemCodes = Object.keys(treatments) as readonly ProblemCode[];

export interface Problem {
  readonly code: ProblemCode;
  /** The cause, in English, for developers. The page never shows it to the user. */
  readonly description: string;
  /** True when the same request can succeed later, so that "Try again" makes sense. */
  readonly retryable: boolean;
  /** The user's wait before the service accepts another try. Absent when the service has set no wait. */
  readonly wait?: Wait;
  /** The tries left before the user must wait, or before the flow ends. Absent while there are enough tries. */
  readonly triesLeft?: number;
}

export type FlowResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

export interface Wait {
  readonly seconds: number;
  /** The end of the wait by the system's clock, which can be set back, in milliseconds since the epoch. */
  readonly until: number;
  /** The end of the wait by `performance.now()`, which may stop while the device sleeps. */
  readonly untilTick: number;
}

export function startWait(seconds: number): Wait {
  const ms = seconds * 1000;
  return { seconds, until: Date.now() + ms, untilTick: performance.now() + ms };
}

export function canRestart({ code }: Problem): boolean {
  return !treatmentOf[code].outlastsFlow;
}

export function isDrawnQuietly({ code }: Problem): boolean {
  return treatmentOf[code].isCalm === true;
}

export function isSessionEnding({ code, retryable }: Problem): boolean {
  // `host_gone` is retryable when the host is only silent. A silent host may be busy, so the page can ask it again.
  return code === 'host_gone' ? !retryable : treatmentOf[code].endsFlow === true;
}

export function describeForHost({ code, description, retryable }: Problem): {
  code: PageErrorCode;
  message: string;
  retryable: boolean;
} {
  const { host, hostMayRetry = retryable } = treatmentOf[code];
  return { code: host, message: description, retryable: hostMayRetry };
}
