import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../support/postgres-server.ts';
import { type PlantedPerson, plantPeople } from './plant-people.ts';
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

/** The applications of both environments. Those with the plug-ins must be live. */
const applications = {
  people: 'bench',
  // A provider serves 16 reads of an application at a time, and each of four providers 50 readers.
  files: ['bench_live_1', 'bench_live_2', 'bench_live_3', 'bench_live_4'],
} as const;

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
  const people = [
    ...tokens.people.map((token, index) => describePerson(token, { index, isLive: false })),
    ...tokens.files.map((token, index) => describePerson(token, { index, isLive: true })),
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
          PROVIDERS_MODULE: 'test/tools/bench/processes/file-providers.mjs',
          GRANT_KEY: randomBytes(32).toString('base64'),
        },
        join(folder, `${starts}.log`),
      );
      if (!planted.has(database)) {
        const place = database === 'SQLite' ? { file: databaseFile } : { url: postgres.url };
        await plantPeople(place, people);
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
    ...applications.files.map((client_id) => ({ ...common, client_id, environment: 'live' })),
  ];
}

function describePerson(
  token: string,
  { index, isLive }: { readonly index: number; readonly isLive: boolean },
): PlantedPerson {
  const provider = ['one', 'two', 'three', 'four'][index % 4] ?? '';
  return {
    account: `${isLive ? 'live' : 'test'}_${index}`,
    application: isLive
      ? (applications.files[Math.floor(index / 4) % 4] ?? '')
      : applications.people,
    environment: isLive ? 'live' : 'test',
    provider: isLive ? provider : 'sandbox',
    person: `person ${index}`,
    hash: createHash('sha256').update(token).digest('hex'),
  };
}
