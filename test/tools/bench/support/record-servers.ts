import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../../support/postgres-server.ts';
import { type BenchService, startConnectService, startTalkingProcess } from './processes.ts';

/** The databases of the benchmark, and their servers. */
export interface RecordWorld {
  /** Starts a process of the built service. */
  startOurs(database: DatabaseName): Promise<BenchService>;
  /**
   * Starts the handlers that are written by hand.
   *
   * @param records - the text that `GET /records` answers
   */
  startHono(database: DatabaseName, records: string): Promise<BenchService>;
  /** Connects simulated people at a server. @returns their tokens */
  connectPeople(server: BenchService, count: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

type DatabaseName = 'SQLite' | 'PostgreSQL';

/** @returns the world, with a separate PostgreSQL server */
export async function openRecordWorld(): Promise<RecordWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-records-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify([registration]), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true });
  const environments = {
    SQLite: { DATA_DIR: folder },
    PostgreSQL: { DATABASE_URL: postgres.url, MIGRATE_ON_START: 'true' },
  };
  const databaseFile = join(folder, 'connect.sqlite');
  let starts = 0;
  return {
    async startOurs(database) {
      starts += 1;
      return await startConnectService(
        { ...environments[database], APPLICATIONS_FILE: applicationsFile },
        join(folder, `${starts}.log`),
      );
    },
    async startHono(database, records) {
      const place =
        database === 'SQLite' ? { DATABASE_FILE: databaseFile } : environments.PostgreSQL;
      const server = startTalkingProcess('hono', { ...place, RECORDS: records });
      const { listenPort } = (await server.receive()) as { listenPort: number };
      return { ...server, listenPort };
    },
    async connectPeople({ listenPort }, count) {
      const send = async (path: string, fields: object) => {
        const body = JSON.stringify({ ...credentials, ...fields });
        const headers = { 'Content-Type': 'application/json' };
        const url = `http://127.0.0.1:${listenPort}${path}`;
        const answer = await fetch(url, { method: 'POST', headers, body });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return (await answer.json()) as Readonly<Record<string, string>>;
      };
      const tokens: string[] = [];
      for (let person = 0; person < count; person += 1) {
        const { code } = await send('/sandbox/authorization_codes', {
          username: `person ${person}`,
        });
        tokens.push((await send('/auth/token', { code })).access_token ?? '');
      }
      return tokens;
    },
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const credentials = { client_id: 'bench', client_secret: randomBytes(32).toString('hex') };
const registration = {
  ...credentials,
  name: 'Bench',
  environment: 'test',
  submission_limit: 1e9,
  origins: [],
  redirect_uris: ['https://app.example/callback'],
};
