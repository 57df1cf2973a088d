import type { Parts } from '../http/parts.ts';
import type { Store } from '../store/store.ts';
import type { Application } from './registered-application.ts';

type FlowEntry = Awaited<ReturnType<Store['flowEntries']['list']>>[number];

interface FlowContext {
  readonly environment: Application['environment'];
  readonly providers: Parts['providers'];
}

export function describeFlow(flow: FlowEntry, { environment, providers }: FlowContext) {
  const { kind, step, outcome, host_origin, redirect_uri, reference, started_at, problem } = flow;
  const provider_id = flow.provider_id ?? flow.problem_provider_id;
  return {
    reference,
    started_at,
    kind,
    provider: provider_id && (providers.find(environment, provider_id)?.name ?? provider_id),
    // A redirect URI is shown without its path and query, which may be private to the application.
    host: host_origin ?? (redirect_uri && new URL(redirect_uri).origin),
    step,
    outcome,
    problem: problem && { code: problem, at: flow.problem_at ?? 0 },
    step_times: {
      provider_chosen: flow.chosen_at,
      signed_in: flow.signed_in_at,
      allowed: flow.allowed_at,
      connected: flow.connected_at,
    },
    session_id: flow.session_id,
    client_user_id: flow.client_user_id,
  };
}

/** The number of characters of a token's hash in a position. They order flows that started in the same millisecond. */
const positionLength = 16;

export function toFlowPosition({ started_at, token_hash }: FlowEntry): string {
  return `${started_at}-${token_hash.slice(0, positionLength)}`;
}
