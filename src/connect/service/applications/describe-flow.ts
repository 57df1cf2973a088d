import type { FlowOutcome, FlowProblem } from '../../shapes/unions.ts';
import type { Parts } from '../http/parts.ts';
import type { Store } from '../store/store.ts';
import type { RegisteredApplication } from './registrations.ts';

/** A flow without secret or personal data. */
type FlowEntry = Awaited<ReturnType<Store['flowEntries']['list']>>[number];

/** The other inputs of {@link describeFlow}. */
interface FlowContext {
  readonly environment: RegisteredApplication['environment'];
  readonly providers: Parts['providers'];
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Problems that the person can correct within the flow. */
const correctable: ReadonlySet<FlowProblem> = new Set([
  'invalid_credentials',
  'invalid_one_time_code',
  'invalid_answer',
  'not_approved',
  'too_many_attempts',
  'rate_limited',
]);

/**
 * @param flow - a flow without secret or personal data
 * @returns the flow as the dashboard shows it
 */
export function describeFlow(flow: FlowEntry, { environment, now, providers }: FlowContext) {
  const { kind, step, host_origin, redirect_uri, reference, started_at, problem } = flow;
  const provider_id = flow.provider_id ?? flow.problem_provider_id;
  return {
    reference,
    started_at,
    kind,
    provider: provider_id && (providers.find(environment, provider_id)?.name ?? provider_id),
    // Shown without the query, which may be private to the application.
    host: host_origin ?? (redirect_uri && new URL(redirect_uri).origin),
    step,
    outcome: findOutcome(flow, now),
    problem: problem && { code: problem, at: flow.problem_at ?? 0 },
  };
}

function findOutcome(flow: FlowEntry, now: number): FlowOutcome {
  const { step, problem } = flow;
  if (step === 'denied') return 'denied';
  if (step !== 'issued') {
    const isOver = flow.expires_at <= now;
    if (problem && (isOver || !correctable.has(problem))) return 'failed';
    return isOver ? 'abandoned' : 'in_progress';
  }
  if (flow.code_consumed_at !== null) return 'code_exchanged';
  // Flows older than this column have no known expiry.
  const isExpired = flow.code_expires_at !== null && flow.code_expires_at <= now;
  if (!isExpired) return 'code_issued';
  // The backend can still request a fresh code for the session.
  return flow.session_hash === null ? 'code_expired' : 'code_recoverable';
}
