import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../src/connect/service/store/sqlite/open-sqlite.ts';
import { createFolder, findSqliteDriver } from './database.ts';
import { startOnNetwork } from './network.ts';

let folder: string;

beforeEach(() => {
  folder = createFolder();
});

const readMode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/**
 * Starts and stops the service with the embedded database. @returns the files that others could read
 * meanwhile
 */
async function runIn(dataFolder: string) {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const location = { databaseFile: join(dataFolder, 'connect.sqlite') };
  const started = { location, level: 'warn', write };
  const service = await startOnNetwork({ DATA_DIR: dataFolder }, started);
  const names = readdirSync(dataFolder);
  const modes = Object.fromEntries(names.map((name) => [name, readMode(join(dataFolder, name))]));
  await service.close();
  return { modes, log: lines.join('') };
}

const allPrivate = {
  'connect.sqlite': '600',
  'connect.sqlite-shm': '600',
  'connect.sqlite-wal': '600',
};

// This test is the first, because SQLite reads the variable when it opens the first database.
it('sorts more data than its cache holds without a file outside of its folder', async () => {
  process.env.SQLITE_TMPDIR = folder;
  const { database, close } = await openSqlite(':memory:');
  const { mtimeMs } = statSync(folder);
  await sql`WITH RECURSIVE up(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM up WHERE n < 200)
    SELECT n FROM up ORDER BY randomblob(100000)`.execute(database);

  expect(statSync(folder).mtimeMs).toBe(mtimeMs);
  await close();
});

it('makes its files private in an existing folder, and warns about the folder', async () => {
  chmodSync(folder, 0o755);

  const { modes, log } = await runIn(folder);

  expect(modes).toEqual(allPrivate);
  expect(log).toContain(`"paths":["${folder}"]`);
  expect(log).toContain('other users of this machine may access DATA_DIR');
  expect(readMode(folder)).toBe('755');
});

it('does not warn about a folder that it creates', async () => {
  const { modes, log } = await runIn(join(folder, 'data'));

  expect(modes).toEqual(allPrivate);
  expect(readMode(join(folder, 'data'))).toBe('700');
  expect(log).not.toContain('DATA_DIR');
});

it('closes files that others could read', async () => {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  await runIn(data);
  writeFileSync(join(data, 'connect.sqlite-wal'), '');
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);

  const { modes, log } = await runIn(data);

  expect(modes).toEqual(allPrivate);
  expect(log).not.toContain('DATA_DIR');
});

it('is not ready once its file was removed, because what it writes would be lost', async () => {
  const location = { databaseFile: join(folder, 'connect.sqlite') };
  const service = await startOnNetwork({ DATA_DIR: folder }, { location, level: 'silent' });
  const ask = async () => (await fetch(`${service.url}/readyz`)).status;
  expect(await ask()).toBe(200);

  rmSync(location.databaseFile);

  await expect.poll(ask, { timeout: 5000 }).toBe(503);
  await service.close();
});

const megabyte = 1_000_000;

it('the log of the embedded database is cut after another program has read the file for long', async () => {
  const file = join(folder, 'connect.sqlite');
  const { database, close } = await openSqlite(file);
  const readSize = () => statSync(`${file}-wal`).size;
  const write = (count: number) =>
    sql`INSERT INTO filler SELECT zeroblob(${megabyte}) FROM
      (WITH RECURSIVE up(n) AS (SELECT 1 UNION SELECT n + 1 FROM up WHERE n < ${count}) SELECT n FROM up)`.execute(
      database,
    );
  await sql`CREATE TABLE filler (bytes blob)`.execute(database);
  const reader = new (findSqliteDriver())(file);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM filler').all();
  await write(120);
  const whileRead = readSize();
  reader.exec('COMMIT');
  reader.close();
  // The first write copies the log to the file, and the second one begins the log anew.
  for (const _ of ['copies', 'begins anew']) await write(1);

  expect(whileRead).toBeGreaterThan(120 * megabyte);
  expect(readSize()).toBeLessThan(101 * megabyte);
  // A commit waits for the disk, so that a power cut undoes none.
  expect((await sql`PRAGMA synchronous`.execute(database)).rows).toEqual([{ synchronous: 2 }]);
  await close();
});
