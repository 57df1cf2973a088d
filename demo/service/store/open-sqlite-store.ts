import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Kysely, Migrator, SqliteDialect, sql } from 'kysely';
import { createApplicationStore } from './applications.ts';
import { createCodeStore } from './codes.ts';
import { createFlowStore } from './flows.ts';
import { createLoginAttemptStore } from './login-attempts.ts';
import { migrations } from './migrations.ts';
import type { Database } from './schema.ts';
import { createSqliteExchange } from './sqlite-exchange.ts';
import type { Store } from './store.ts';

const keepCodesMs = 24 * 60 * 60 * 1000;

/**
 * Opens the embedded database and brings its schema up to date.
 *
 * @param file - path, made if missing, or `:memory:`
 * @returns the store
 * @throws Error when the file cannot be opened or a migration fails
 */
export async function openSqliteStore(file: string): Promise<Store> {
  // Only this user may read it: the hashes in it are worth protecting too.
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = new SqliteConnection(file, { timeout: 5000 });
  sqlite.pragma('journal_mode = WAL');
  // With WAL, only FULL keeps a consumed code consumed after a power failure.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  const database = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) });
  await migrate(database);
  return {
    applications: createApplicationStore(database),
    flows: createFlowStore(database),
    codes: createCodeStore(database, createSqliteExchange(sqlite, database)),
    loginAttempts: createLoginAttemptStore(database),
    async assertReachable() {
      await sql`SELECT 1`.execute(database);
    },
    async purge(now) {
      const before = now - keepCodesMs;
      await database.deleteFrom('flows').where('expires_at', '<', now).execute();
      await database.deleteFrom('codes').where('expires_at', '<', before).execute();
      await database.deleteFrom('login_attempts').where('window_end', '<', now).execute();
    },
    close: () => database.destroy(),
  };
}

async function migrate(database: Kysely<Database>): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (!error) return;
  await database.destroy();
  throw new Error('The database could not be brought up to date.', { cause: error });
}
