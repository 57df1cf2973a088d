import { Client } from 'pg';
import { type MockInstance, vi } from 'vitest';
import { findSqliteDriver, isPostgres, type SqliteDatabase } from './database.ts';

/** A statement as a database got it. */
export interface Statement {
  readonly text: string;
  /** Empty on SQLite. */
  readonly values: readonly unknown[];
}

/** A prepared statement of better-sqlite3 or of Node. */
interface SqliteStatement {
  readonly source?: string;
  readonly sourceSQL?: string;
  readonly all: () => unknown;
  readonly get: () => unknown;
  readonly iterate: () => unknown;
  readonly run: () => unknown;
}

/** Records every statement of the service from now on. The end of the test ends that, or `vi.restoreAllMocks`. */
export function recordStatements() {
  // Read at once, because Node refuses to read the text from the statement of a closed database.
  const texts: string[] = [];
  spyOnStatements((text) => texts.push(text));
  const prepare = vi.spyOn(findSqliteDriver().prototype, 'prepare');
  const query = vi.spyOn(Client.prototype, 'query');
  return {
    readAll: (): readonly Statement[] =>
      // The comparison with the OpenAPI document may open another service, on SQLite.
      isPostgres
        ? (query.mock.calls as unknown as Parameters<typeof readQuery>[0][]).map(readQuery)
        : texts.map((text) => ({ text, values: [] })),
    findSqlite: () => prepare.mock.contexts[0] as SqliteDatabase | undefined,
  };
}

function spyOnStatements(listener?: (text: string) => void): MockInstance[] {
  const database = new (findSqliteDriver())(':memory:');
  const statement = database.prepare('SELECT 1') as unknown as SqliteStatement;
  const prototype = Object.getPrototypeOf(statement) as SqliteStatement;
  database.close();
  const names = ['all', 'get', 'iterate', 'run'] as const;
  return names.map((name) => {
    const run = prototype[name];
    const spy = vi.spyOn(prototype, name) as MockInstance;
    return spy.mockImplementation(function runStatement(this: SqliteStatement, ...values) {
      listener?.(this.source ?? this.sourceSQL ?? '');
      return Reflect.apply(run, this, values);
    });
  });
}

function readQuery([query, values]: readonly [unknown, unknown]): Statement {
  const config = typeof query === 'string' ? { text: query, values } : (query as Statement);
  return { text: config.text, values: (config.values as readonly unknown[] | undefined) ?? [] };
}

/**
 * Call it before the store is opened.
 *
 * @returns how many rows SQLite has returned and changed since then, by cascades and triggers, too
 */
export function countRows(): () => number {
  const runs = spyOnStatements();
  const prepare = vi.spyOn(findSqliteDriver().prototype, 'prepare');
  let returned = 0;
  return () => {
    for (const run of runs) {
      for (const { value } of run.mock.results) if (Array.isArray(value)) returned += value.length;
      run.mockClear();
    }
    const [sqlite] = prepare.mock.contexts as SqliteDatabase[];
    const [row] = sqlite?.prepare('SELECT total_changes() AS changes').all() ?? [];
    return returned + (row as { readonly changes: number }).changes;
  };
}
