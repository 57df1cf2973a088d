import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSystemClock } from '../../src/connect/service/basics/clock.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { readConfig } from '../../src/connect/service/config.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import { openSqlite } from '../../src/connect/service/store/sqlite/open-sqlite.ts';
import { builtAssets } from './built-assets.ts';
import { createFolder, findSqliteDriver } from './database.ts';
import { actAt, issueCodes } from './network.ts';
import { credentials, testApplication } from './test-application.ts';
import { atOnce, readStatus } from './world.ts';

let folder: string;
let service: RunningService;
let wall: number;
let elapsed: number;

/** Lets time pass, on both clocks of the machine. */
function pass(durationMs: number): void {
  wall += durationMs;
  elapsed += durationMs;
}

beforeEach(async () => {
  folder = createFolder();
  [wall, elapsed] = [1_700_000_000_000, 0];
  const config = readConfig({ PORT: '0', DATA_DIR: folder });
  service = await startService(
    { ...config, applications: [testApplication] },
    {
      log: createLogger('silent'),
      assets: builtAssets,
      clock: createSystemClock({ wall: () => wall, elapsed: () => elapsed }),
    },
  );
});

afterEach(() => service.close());

const exchange = (code: string | undefined) => readStatus(actAt(service.url).exchange({ code }));

it('an expired code stays expired when the machine’s clock is set back, and new codes work', async () => {
  const [old] = await issueCodes(service.url, 1);
  pass(61_000);
  expect(await exchange(old)).toBe(400);

  wall -= 60 * 60_000;
  pass(1000);
  expect(await exchange(old)).toBe(400);
  const [fresh, late] = await issueCodes(service.url, 2);
  expect(await exchange(fresh)).toBe(200);
  pass(61_000);
  expect(await exchange(late)).toBe(400);
});

it('a database that another program has locked refuses requests at once, and keeps the service alive', async () => {
  const { post } = actAt(service.url);
  const issueMany = () => atOnce(30, () => post('/sandbox/authorization_codes', credentials));
  const file = join(folder, 'connect.sqlite');
  const other = new (findSqliteDriver())(file);
  other.exec('BEGIN IMMEDIATE');
  const refused = await issueMany();
  const alive = await fetch(`${service.url}/livez`);
  other.exec('ROLLBACK');
  other.close();
  const served = await issueMany();
  const { database, close } = await openSqlite(file);
  const wait = await sql`PRAGMA busy_timeout`.execute(database);
  await close();

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503));
  expect(refused[0]?.headers.get('Retry-After')).toBe('5');
  expect(alive.status).toBe(200);
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 201));
  // Each wait for a lock stops the process for all requests: 30 of them may take less than a second.
  expect(wait.rows).toEqual([{ timeout: 20 }]);
});
