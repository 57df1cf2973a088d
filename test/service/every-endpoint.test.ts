import { beforeEach, expect, it } from 'vitest';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { openConnection } from '../../src/connect/service/store/sqlite/open-connection.ts';
import { isLongRun } from '../support/extent.ts';
import {
  createQuery,
  createTestDatabase,
  isPostgres,
  openTestStoreAt,
  withoutTable,
} from './database.ts';
import {
  askEndpoint,
  createEndpointWorld,
  type EndpointWorld,
  isOperators,
  listEndpoints,
  prepareOperatorRequest,
} from './endpoint-requests.ts';

/* Rules that hold for every row of `app.ts`. */

let location: StoreLocation;
let world: EndpointWorld;

beforeEach(async () => {
  location = await createTestDatabase();
  // One connection is for requests, the other one for exchanges.
  world = await createEndpointWorld(await openTestStoreAt({ ...location, databasePoolSize: 2 }));
});

// On SQLite, `guard-transactions.ts` notices the same in every test.
it.runIf(isLongRun || isPostgres)(
  'every endpoint needs one connection to the database at a time',
  async () => {
    const failed: string[] = [];
    for (const name of listEndpoints(world.service)) {
      const answer = await askEndpoint(world, name);
      if (answer && answer.status < 400) continue;
      const text = answer?.bodyUsed ? '' : await answer?.text();
      const reason = answer ? `${answer.status} ${text}` : 'has no request here';
      failed.push(`${name}: ${reason}`);
    }

    expect(failed).toEqual([]);
  },
);

// One transaction has both, whatever the store is.
it.runIf(isLongRun || !isPostgres)(
  'every change of an operator happens with its entry in the audit log, or not at all',
  async () => {
    const query = createQuery(location);
    const changes = listEndpoints(world.service).filter(
      (name) => /^POST \/admin\//.test(name) && !name.endsWith('/search'),
    );
    const wrong: string[] = [];
    for (const name of changes.filter(isOperators)) {
      const send = await prepareOperatorRequest(world, name);
      const before = await readRows();
      const failed = await withoutTable(query, 'audit_log', send);
      if (failed.status < 500) wrong.push(`${name}: ${failed.status} without its entry`);
      if ((await readRows()) !== before) wrong.push(`${name}: has changed something`);
      const answer = await send();
      if (answer.status >= 400) wrong.push(`${name}: ${answer.status} ${await answer.text()}`);
    }

    expect(changes.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  },
);

/** All rows but the counts of rate limits. */
async function readRows(): Promise<string> {
  if (isPostgres) {
    // One statement reads all tables, because each statement opens a connection.
    const rows = await createQuery(location)(`
      SELECT tablename, query_to_xml(format('SELECT * FROM %I t ORDER BY t::text', tablename), true, true, '')::text
      FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'rate_counts' ORDER BY tablename`);
    return JSON.stringify(rows);
  }
  const { sqlite } = await openConnection(location.databaseFile);
  const read = (text: string) => sqlite.prepare<Record<string, unknown>>(text).all([]);
  const tables = read(`
    SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'rate_counts' ORDER BY name`);
  const rows = tables.map(({ name }) =>
    read(`SELECT * FROM ${name}`)
      .map((row) => JSON.stringify(row))
      .sort(),
  );
  sqlite.close();
  return JSON.stringify(rows);
}
