import type { Kysely } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { publicClientId } from '../applications/live-application.ts';
import type { Database } from '../store/schema.ts';
import type { Flow } from './flows-table.ts';

/** A flow without secret or personal data. */
export type FlowEntry = Pick<
  Flow,
  | 'kind'
  | 'step'
  | 'provider_id'
  | 'host_origin'
  | 'redirect_uri'
  | 'started_at'
  | 'expires_at'
  | 'reference'
  | 'problem'
  | 'problem_at'
  | 'problem_provider_id'
  | 'session_hash'
> & {
  /** When the flow's code expires; null without a code. */
  readonly code_expires_at: number | null;
  /** When the code was exchanged; null before that. */
  readonly code_consumed_at: number | null;
};

/** A flow found by its reference, with its application. */
interface FoundFlow extends FlowEntry {
  /** The client ID that the application's developers know. */
  readonly clientId: string;
  readonly application: string;
  readonly environment: Environment;
}

/** Flows, as the dashboard shows them. */
type FlowEntryStore = ReturnType<typeof createFlowEntryStore>;

declare module '../store/store.ts' {
  interface Store {
    /** Flows, as the dashboard shows them. */
    readonly flowEntries: FlowEntryStore;
  }
}

export function createFlowEntryStore(database: Kysely<Database>) {
  const entries = () =>
    database
      .selectFrom('flows')
      .leftJoin('codes', 'codes.code_hash', 'flows.code_hash')
      .select(['flows.kind', 'step', 'flows.provider_id', 'flows.host_origin'])
      .select(['flows.redirect_uri', 'started_at', 'flows.expires_at', 'reference'])
      .select(['problem', 'problem_at', 'problem_provider_id', 'flows.session_hash'])
      .select(['codes.expires_at as code_expires_at', 'consumed_at as code_consumed_at']);
  return {
    /** @returns the application's latest flows, newest first */
    list: (clientId: string, count: number): Promise<readonly FlowEntry[]> =>
      entries()
        .where('flows.client_id', '=', clientId)
        .where('started_at', 'is not', null)
        .orderBy('started_at', 'desc')
        .limit(count)
        .execute(),
    // Documents that never started a flow have a reference, too.
    /**
     * @param reference - eight characters
     * @param count - the maximum number of flows
     * @returns the flows with this reference, of all applications, newest first
     */
    listByReference: (reference: string, count: number): Promise<readonly FoundFlow[]> =>
      entries()
        .innerJoin('applications', 'applications.client_id', 'flows.client_id')
        .select([publicClientId.as('clientId'), 'applications.name as application'])
        .select('applications.environment')
        .where('deleted_at', 'is', null)
        .where('reference', '=', reference)
        .orderBy('flows.expires_at', 'desc')
        .limit(count)
        .execute(),
  };
}
