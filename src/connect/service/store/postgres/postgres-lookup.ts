import type { Pool, QueryResultRow } from 'pg';
import { createJoiner } from '../joiner.ts';
import type { Lookup } from '../opened-database.ts';

/**
 * Simultaneous lookups share a query.
 *
 * @param isPooled - whether the connection goes through a pooler, which keeps no prepared statements
 */
export function createPostgresLookup<Row>(
  pool: Pool,
  isPooled: boolean,
  { name, select, key }: Lookup<Row>,
): (key: string) => Promise<readonly Row[]> {
  const text = `${select} = ANY ($1::text[])`;
  const statement = isPooled ? { text } : { name, text };
  const find = async (keys: readonly string[]): Promise<readonly (readonly Row[])[]> => {
    const { rows } = await pool.query<Row & QueryResultRow>({
      ...statement,
      values: [[...new Set(keys)]],
    });
    return keys.map((one) => rows.filter((row) => row[key] === one));
  };
  return createJoiner(find, { name: `find ${name}`, max: 1000 });
}
