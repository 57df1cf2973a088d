import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';

/** The accounts of an application that the benchmark deletes. */
export interface DoomedAccounts {
  readonly application: { readonly clientId: string; readonly name: string };
  /** Adds accounts, each with a token. */
  plant(count: number): Promise<void>;
  /** @returns the number of remaining accounts */
  count(): Promise<number>;
}

/** Registered beside the application whose exchanges are measured. */
export const doomed = { clientId: 'doomed', name: 'Doomed' } as const;

const addAccounts = (
  numbers: string,
) => `INSERT INTO accounts (id, client_id, provider_id, username)
  SELECT 'doomed_' || n, '${doomed.clientId}', 'sandbox', 'user_' || n FROM ${numbers}`;
const addTokens = (
  numbers: string,
) => `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at)
  SELECT 'doomed_token_' || n, 'doomed_' || n, 'doomed_code_' || n, 1 FROM ${numbers}`;
const countAccounts = `SELECT count(*) AS count FROM accounts WHERE client_id = '${doomed.clientId}'`;

/** @returns the accounts in the database */
export function createSqliteAccounts(file: string): DoomedAccounts {
  const use = async <Result>(work: (sqlite: SqliteConnection.Database) => Result) => {
    const sqlite = new SqliteConnection(file, { timeout: 10_000 });
    try {
      return work(sqlite);
    } finally {
      sqlite.close();
    }
  };
  return {
    application: doomed,
    plant: (count) =>
      use((sqlite) => {
        const numbers = `(WITH RECURSIVE numbers (n) AS (
          SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count}) SELECT n FROM numbers)`;
        sqlite.exec(`${addAccounts(numbers)}; ${addTokens(numbers)}`);
        sqlite.pragma('wal_checkpoint(PASSIVE)');
      }),
    count: () =>
      use((sqlite) => (sqlite.prepare(countAccounts).get() as { readonly count: number }).count),
  };
}

/**
 * @param url - of the database
 * @returns the accounts in the database
 */
export function createPostgresAccounts(url: string): DoomedAccounts {
  const use = async (texts: readonly string[]) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      let rows: readonly Record<string, unknown>[] = [];
      for (const text of texts) ({ rows } = await client.query(text));
      return rows;
    } finally {
      await client.end();
    }
  };
  return {
    application: doomed,
    async plant(count) {
      const numbers = `generate_series(1, ${count}) AS numbers (n)`;
      await use([addAccounts(numbers), addTokens(numbers), 'VACUUM ANALYZE', 'CHECKPOINT']);
    },
    async count() {
      const [row] = await use([countAccounts]);
      return Number(row?.count);
    },
  };
}
