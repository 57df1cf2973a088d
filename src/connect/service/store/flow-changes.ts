import type { Generated } from 'kysely';

/**
 * A row for each flow whose document may have an event. Triggers write the rows, so no code that changes `flows` can
 * forget it. One short read then finds the changes of every process.
 */
export interface FlowChangesTable {
  id: Generated<number>;
  /** SHA-256 of the flow token; {@link anyFlow} for all flows. */
  token_hash: string;
  /** The clock of the database, in milliseconds since the epoch. */
  changed_at: Generated<number>;
}

/** Stands for all flows of a deleted application. */
export const anyFlow = '';

/** How long rows are kept. They are usually read within a second, but a stalled process needs them longer. */
export const keepChangesMs = 10 * 60 * 1000;

/** Flows that have changed. The list may repeat a flow, or contain one without an event. */
export interface FlowChanges {
  /** Hashes of their tokens, or {@link anyFlow}. */
  readonly hashes: readonly string[];
  readonly position: string;
}

/**
 * Creates the triggers on the columns that events depend on. Flows with one document and no session are left out,
 * because nothing listens for them. `trigger` writes a trigger in the database's own SQL.
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
    // The other document must learn of the change, even when the flow has just left it.
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
