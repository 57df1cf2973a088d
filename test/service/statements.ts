import { Client } from 'pg';
import { vi } from 'vitest';
import { findSqliteDriver, isPostgres, type SqliteDatabase } from './database.ts';

/** A statement as a database got it. */
export interface Statement {
  readonly text: string;
  /** Empty on SQLite. */
  readonly values: readonly unknown[];
}

/** Records every statement of the service from now on. `vi.restoreAllMocks` ends that. */
export function recordStatements() {
  const prepare = vi.spyOn(findSqliteDriver().prototype, 'prepare');
  const query = vi.spyOn(Client.prototype, 'query');
  return {
    readAll: (): readonly Statement[] =>
      // The comparison with the OpenAPI document may open another service, on SQLite.
      isPostgres
        ? (query.mock.calls as unknown as Parameters<typeof readQuery>[0][]).map(readQuery)
        : prepare.mock.calls.map(([text]) => ({ text, values: [] })),
    findSqlite: () => prepare.mock.contexts[0] as SqliteDatabase | undefined,
  };
}

function readQuery([query, values]: readonly [unknown, unknown]): Statement {
  const config = typeof query === 'string' ? { text: query, values } : (query as Statement);
  return { text: config.text, values: (config.values as readonly unknown[] | undefined) ?? [] };
}
