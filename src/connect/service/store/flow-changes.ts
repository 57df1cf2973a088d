import type { Generated } from 'kysely';

/**
 * A row for each change of a flow. Triggers write the rows, so that no code that changes `flows` can forget it. Every
 * process finds the changes of all processes with one short read, and sends events to the pages that listen to it.
 */
export interface FlowChangesTable {
  id: Generated<number>;
  /** SHA-256 of the flow's token, or {@link anyFlow} when every flow may have changed. */
  token_hash: string;
  /** The time of the change by the database's clock, in milliseconds since the epoch. */
  changed_at: Generated<number>;
}

/** Takes the place of a flow's hash when an application was deleted, because any flow may belong to it. */
export const anyFlow = '';

/** The time that rows are kept. Processes usually read a row within a second, but a stalled process needs longer. */
export const keepChangesMs = 10 * 60 * 1000;

/** The flows that changed since a read. A flow may be listed twice, or although its page needs no event. */
export interface FlowChanges {
  /** SHA-256 of the flows' tokens, or {@link anyFlow}. */
  readonly hashes: readonly string[];
  readonly position: string;
}

/**
 * Writes the SQL of triggers on the columns that events depend on. A flow that only one page uses (no popup beside
 * its frame) and that has no session gets no rows, because no page listens for its events. `trigger` writes one
 * trigger in the SQL of the database.
 */
export function noteChanges(
  trigger: (name: string, event: string, statement: string) => readonly string[],
): readonly string[] {
  const isHeard = ['NEW', 'OLD']
    .flatMap((row) =>
      ['handoff_state', 'joined_hash', 'session_hash'].map((name) => `${row}.${name}`),
    )
    .map((value) => `${value} IS NOT NULL`)
    .join(' OR ');
  return [
    'CREATE INDEX flow_changes_by_time ON flow_changes (changed_at)',
    // `joined_hash` is the flow of the other page, frame or popup. That page must learn of the change, even when this
    // flow has just left it.
    ...trigger(
      'flows_changed',
      `UPDATE OF step, provider_id, handoff_state, handoff_number, joined_hash, expires_at ON flows
        FOR EACH ROW WHEN (${isHeard})`,
      `INSERT INTO flow_changes (token_hash) SELECT changed FROM (
        SELECT NEW.token_hash AS changed UNION SELECT NEW.joined_hash UNION SELECT OLD.joined_hash
      ) AS hashes WHERE changed IS NOT NULL`,
    ),
    ...trigger(
      'sessions_ended',
      `UPDATE OF status ON connect_sessions
        FOR EACH ROW WHEN (OLD.status = 'open' AND NEW.status <> 'open')`,
      `INSERT INTO flow_changes (token_hash)
        SELECT token_hash FROM flows WHERE session_hash = NEW.session_hash`,
    ),
    ...trigger(
      'applications_deleted',
      `UPDATE OF deleted_at ON applications FOR EACH ROW WHEN (NEW.deleted_at IS NOT NULL)`,
      `INSERT INTO flow_changes (token_hash) VALUES ('${anyFlow}')`,
    ),
  ];
}
