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
  /** Of connected accounts of simulated people. */
  readonly tokens: readonly string[];
  close(): Promise<void>;
}

/** Every database has the same rows. */
type DatabaseName = 'SQLite' | 'PostgreSQL';

/**
 * @param count - connected accounts
 * @returns the world, with a separate PostgreSQL server
 */
export async function openRecordWorld(count: number): Promise<RecordWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-records-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify([registration]), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true });
  const environments = {
    SQLite: { DATA_DIR: folder },
    PostgreSQL: { DATABASE_URL: postgres.url, MIGRATE_ON_START: 'true' },
  };
  const databaseFile = join(folder, 'connect.sqlite');
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('hex'));
  const people = tokens.map(describePerson);
  const planted = new Set<DatabaseName>();
  let starts = 0;
  return {
    async startOurs(database) {
      starts += 1;
      const service = await startConnectService(
        { ...environments[database], APPLICATIONS_FILE: applicationsFile },
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

const registration = {
  name: 'Bench',
  client_id: 'bench',
  client_secret: randomBytes(32).toString('hex'),
  environment: 'test',
  origins: [],
  redirect_uris: ['https://app.example/callback'],
};

function describePerson(token: string, index: number): PlantedPerson {
  return {
    account: `account_${index}`,
    application: registration.client_id,
    person: `person ${index}`,
    hash: createHash('sha256').update(token).digest('hex'),
  };
}
