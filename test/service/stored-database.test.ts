import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import {
  createBlankDatabase,
  createFolder,
  createQuery,
  isPostgres,
  migrateDatabase,
  openTestStoreAt,
} from './database.ts';
import { fixtureMigrations } from './fixture-migrations.ts';
import { createTestService } from './harness.ts';
import { readJson } from './world.ts';

let folder: string;
let location: StoreLocation;

beforeEach(async () => {
  folder = createFolder();
  location = {
    databaseUrl: isPostgres ? await createBlankDatabase() : undefined,
    databaseFile: join(folder, 'connect.sqlite'),
  };
});

const runSql = (statement: string) => createQuery(location)(statement);

/** Every value of every table, as text. */
async function readEverything(): Promise<string> {
  const query = createQuery(location);
  const tables = await query(
    isPostgres
      ? "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
      : "SELECT name FROM sqlite_master WHERE type = 'table'",
  );
  const rows = tables.map(({ name }) => query(`SELECT * FROM "${name}"`));
  return JSON.stringify(await Promise.all(rows));
}

it('a copy of the database has no secret of a session, no code and no token', async () => {
  const service = await createTestService({ store: await openTestStoreAt(location) });
  const key = 'order 4711';
  const made = await service.makeSession({}, { 'Idempotency-Key': key });
  const flow = await service.signIn({ session: made.session });
  const lost = await flow.allow();
  const { code } = await readJson(service.askLater(made.session_id));
  const { access_token } = await readJson(service.exchange({ code }));

  const stored = await readEverything();

  // The control: the search does find values that are stored.
  expect(stored).toContain(made.session_id);
  for (const secret of [made.session, key, flow.token, lost, code, access_token]) {
    expect(secret).toMatch(/.{8}/);
    expect(stored).not.toContain(secret);
  }
});

it.skipIf(isPostgres)('a copy by the guide’s command has what is stored', async () => {
  const store = await openTestStoreAt(location);
  const { token } = await (await createTestService({ store })).connectSandbox();
  const guide = readFileSync('demo/docs/backup.md', 'utf8');
  const [, statement = ''] = /`sqlite3 \.data\/connect\.sqlite "(.+)"`/.exec(guide) ?? [];
  const copy = join(folder, 'copy.sqlite');

  // One statement is one snapshot. `.backup` begins anew after each write of the service, and may never end.
  await runSql(statement.replace("'copy.sqlite'", `'${copy}'`));

  const again = await openTestStoreAt({ ...location, databaseFile: copy });
  const service = await createTestService({ store: again });
  expect((await service.asOwner(token).get('/account')).status).toBe(200);
});

it('tables of other programs stay beside those of the service', async () => {
  await runSql('CREATE TABLE invoices (id text PRIMARY KEY)');

  const store = await openTestStoreAt(location);

  await store.assertWritable(0);
  await runSql("INSERT INTO invoices VALUES ('1')");
});

const development = /a development version.*name an empty database/;

it.each([
  [
    'of a newer version, without what this one needs',
    "INSERT INTO schema_migrations VALUES (10000, 'fewer columns', 'contract', 0)",
    'The database was finished for a newer service (migration 10000, "fewer columns")',
  ],
  [
    'of a development version, which has the list of migrations',
    "UPDATE schema_migrations SET name = 'first version'",
    development,
  ],
  [
    'of a development version, which lacks a column',
    'ALTER TABLE flows RENAME COLUMN chosen_at TO picked_at',
    development,
  ],
  ['of another program', 'DROP TABLE schema_migrations', development],
])('a database %s is refused with what to do, and stays as it is', async (_, change, message) => {
  await openTestStoreAt(location);
  await runSql(change);

  await expect(openTestStoreAt(location)).rejects.toThrow(message);
  await expect(openTestStoreAt(location)).rejects.toThrow(message);
});

it('a database that a newer version has only added to is used', async () => {
  await openTestStoreAt(location);
  await runSql("INSERT INTO schema_migrations VALUES (10000, 'a table', 'expand', 0)");

  const store = await openTestStoreAt(location);

  await store.assertFitting();
});

it('a database is upgraded while its service runs, with what it keeps', async () => {
  const service = await createTestService({ store: await openTestStoreAt(location) });
  const { token } = await service.connectSandbox();

  const expanding = fixtureMigrations.filter(({ phase }) => phase === 'expand');
  await migrateDatabase(location, expanding);

  const again = await createTestService({ store: await openTestStoreAt(location) });
  for (const { asOwner } of [service, again]) {
    expect((await asOwner(token).get('/account')).status).toBe(200);
  }
  expect(await readEverything()).toMatch(/"listed_at":"?\d+/);
});
