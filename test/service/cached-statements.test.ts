import { expect, it, vi } from 'vitest';
import {
  cacheStatements,
  maxStatements,
  openConnection,
} from '../../src/connect/service/store/sqlite/open-connection.ts';

async function openCached() {
  const { sqlite } = await openConnection(':memory:');
  sqlite.exec('CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1), (2), (3)');
  const prepare = vi.spyOn(sqlite, 'prepare');
  return { sqlite, cached: cacheStatements(sqlite), prepare };
}

const list = 'SELECT n FROM numbers WHERE n >= ? ORDER BY n';

it('a statement is prepared once, and used with other values', async () => {
  const { sqlite, cached, prepare } = await openCached();
  expect(cached.prepare(list).all([2])).toEqual([{ n: 2 }, { n: 3 }]);
  expect(cached.prepare(list).all([3])[0]).toEqual({ n: 3 });
  expect(prepare).toHaveBeenCalledOnce();
  sqlite.close();
});

it('a statement can run again before its rows were read to the end', async () => {
  const { sqlite, cached } = await openCached();
  const read: unknown[] = [];
  for (const row of cached.prepare(list).iterate([1])) {
    read.push([row, cached.prepare(list).all([3])]);
  }
  expect(read).toEqual([1, 2, 3].map((n) => [{ n }, [{ n: 3 }]]));
  sqlite.close();
});

it('only so many are kept', async () => {
  const { sqlite, cached, prepare } = await openCached();
  for (let n = 0; n <= maxStatements; n += 1) cached.prepare(`SELECT ${n}`).all([]);
  cached.prepare(`SELECT ${maxStatements}`).all([]);
  expect(prepare).toHaveBeenCalledTimes(maxStatements + 1);
  cached.prepare('SELECT 0').all([]);
  expect(prepare).toHaveBeenCalledTimes(maxStatements + 2);
  sqlite.close();
});
