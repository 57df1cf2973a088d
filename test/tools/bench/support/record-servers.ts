import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { Client } from 'pg';
import { startPostgres } from '../../../support/postgres-server.ts';
import { dashboardPassword } from './delete-application.ts';
import { type BenchProcess, startConnectService, startTalkingProcess } from './processes.ts';

/** A server that answers reads. */
export type RecordServer = BenchProcess & { readonly listenPort: number };

/** The databases of the benchmark, and their servers. */
export interface RecordWorld {
  /** Starts a process of the built service. */
  startOurs(database: DatabaseName): Promise<RecordServer>;
  /**
   * Starts the handlers that are written by hand.
   *
   * @param records - the text that `GET /records` answers
   */
  startHono(database: DatabaseName, records: string): Promise<RecordServer>;
  /** Connected accounts of simulated people, and of the providers whose records have a large file. */
  readonly tokens: { readonly people: readonly string[]; readonly files: readonly string[] };
  close(): Promise<void>;
}

/** Every database has the same rows. */
export type DatabaseName = 'SQLite' | 'PostgreSQL';

/** An application of each environment. The one with the plug-ins must be live. */
const applications = { people: 'bench', files: 'bench_live' } as const;
const shares = 'identity returns transcripts forms';

/**
 * @param count - connected accounts of each kind
 * @returns the world, with a separate PostgreSQL server
 */
export async function openRecordWorld(count: {
  readonly people: number;
  readonly files: number;
}): Promise<RecordWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-records-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(createRegistrations()), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true });
  const environments = {
    SQLite: { DATA_DIR: folder },
    PostgreSQL: { DATABASE_URL: postgres.url, MIGRATE_ON_START: 'true' },
  };
  const databaseFile = join(folder, 'connect.sqlite');
  const createTokens = (length: number) =>
    Array.from({ length }, () => randomBytes(32).toString('hex'));
  const tokens = { people: createTokens(count.people), files: createTokens(count.files) };
  const rows = [
    ...tokens.people.map((token, index) => describeRow(token, { index, isLive: false })),
    ...tokens.files.map((token, index) => describeRow(token, { index, isLive: true })),
  ];
  const planted = new Set<DatabaseName>();
  let starts = 0;
  return {
    async startOurs(database) {
      starts += 1;
      const service = await startConnectService(
        {
          ...environments[database],
          APPLICATIONS_FILE: applicationsFile,
          DASHBOARD_PASSWORD: dashboardPassword,
          PROVIDERS_MODULE: 'test/tools/bench/processes/file-providers.mjs',
          GRANT_KEY: randomBytes(32).toString('base64'),
        },
        join(folder, `${starts}.log`),
      );
      if (!planted.has(database)) {
        if (database === 'SQLite') plantInSqlite(databaseFile, rows);
        else await plantInPostgres(postgres.url, rows);
      }
      planted.add(database);
      return service;
    },
    async startHono(database, records) {
      const place =
        database === 'SQLite' ? { DATABASE_FILE: databaseFile } : environments.PostgreSQL;
      const server = startTalkingProcess('hono', { ...place, RECORDS: records });
      const { listenPort } = (await server.receive()) as { listenPort: number };
      return { ...server, listenPort };
    },
    tokens,
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createRegistrations() {
  const common = {
    name: 'Bench',
    origins: [],
    client_secret: randomBytes(32).toString('hex'),
    redirect_uris: ['https://app.example/callback'],
  };
  return [
    { ...common, client_id: applications.people, environment: 'test' },
    { ...common, client_id: applications.files, environment: 'live' },
  ];
}

/** An account with a token, as a parameter for each column. */
type PlantedRow = ReturnType<typeof describeRow>;

function describeRow(token: string, { index, isLive }: { index: number; isLive: boolean }) {
  const provider = ['one', 'two', 'three', 'four'][index % 4] ?? '';
  return {
    id: `${isLive ? 'live' : 'test'}_${index}`,
    application: isLive ? applications.files : applications.people,
    provider: isLive ? provider : 'sandbox',
    person: `person ${index}`,
    hash: createHash('sha256').update(token).digest('hex'),
    environment: isLive ? 'live' : 'test',
  };
}

function plantInSqlite(file: string, rows: readonly PlantedRow[]): void {
  const sqlite = new SqliteConnection(file, { timeout: 10_000 });
  try {
    const addAccount = sqlite.prepare(`INSERT INTO accounts
      (id, client_id, provider_id, username, connected_at, status_since, consented_at, shares)
      VALUES (?, ?, ?, ?, 1, 1, 1, '${shares}')`);
    const addToken = sqlite.prepare(`INSERT INTO tokens
      (token_hash, account_id, code_hash, issued_at, environment) VALUES (?, ?, ?, 1, ?)`);
    sqlite.transaction(() => {
      for (const { id, application, provider, person, hash, environment } of rows) {
        addAccount.run(id, application, provider, person);
        addToken.run(hash, id, `code ${hash}`, environment);
      }
    })();
  } finally {
    sqlite.close();
  }
}

async function plantInPostgres(url: string, rows: readonly PlantedRow[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const source = `json_to_recordset($1) AS planted
      (id text, application text, provider text, person text, hash text, environment text)`;
    await client.query(
      `INSERT INTO accounts
        (id, client_id, provider_id, username, connected_at, status_since, consented_at, shares)
      SELECT id, application, provider, person, 1, 1, 1, '${shares}' FROM ${source}`,
      [JSON.stringify(rows)],
    );
    await client.query(
      `INSERT INTO tokens (token_hash, account_id, code_hash, issued_at, environment)
      SELECT hash, id, 'code ' || hash, 1, environment FROM ${source}`,
      [JSON.stringify(rows)],
    );
    await client.query('VACUUM ANALYZE');
  } finally {
    await client.end();
  }
}
