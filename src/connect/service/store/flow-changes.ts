import type { Generated } from 'kysely';

/**
 * A row for each flow whose document may have an event. Triggers write it, so that no writer of `flows` can forget
 * it, and one short read finds what every process has changed.
 */
export interface FlowChangesTable {
  id: Generated<number>;
  /** SHA-256 of the flow token; {@link anyFlow}: of any flow. */
  token_hash: string;
  /** By the clock of the database, in milliseconds since the epoch. */
  changed_at: Generated<number>;
}

/** Stands for the flows of an application that has been deleted. */
export const anyFlow = '';

/** Rows are read within a second. They are kept for this long, in milliseconds, for processes that stall. */
export const keepChangesMs = 10 * 60 * 1000;

/** Flows that have changed. One may be listed again, and one that has no event may be listed. */
export interface FlowChanges {
  /** Hashes of their tokens, or {@link anyFlow}. */
  readonly hashes: readonly string[];
  /** The next read continues here. */
  readonly position: string;
}

/**
 * Statements that create what notes changes. The triggers fire for what an event depends on. A flow in one
 * document without a session has no listener.
 *
 * @param trigger - creates a trigger in the database's own SQL
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
    // The other document hears of the change, too, also when the flow has just left it.
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
