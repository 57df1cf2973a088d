import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openSqlite } from '../../src/connect/service/store/sqlite/open-sqlite.ts';
import { createFolder, findSqliteDriver } from './database.ts';

const megabyte = 1_000_000;

it('the log of the embedded database is cut after another program has read the file for long', async () => {
  const file = join(createFolder(), 'connect.sqlite');
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
  await close();
});
