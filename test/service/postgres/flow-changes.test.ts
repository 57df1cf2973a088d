import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase, openTestStoreAt } from '../database.ts';

const change = (hash: string) => `INSERT INTO flow_changes (token_hash) VALUES ('${hash}')`;

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}

it('a change is read once, also beside an old transaction of another database, and a late one is not missed', async () => {
  const { databaseUrl = '', ...rest } = await createTestDatabase(':memory:');
  const store = await openTestStoreAt({ databaseUrl, ...rest });
  const elsewhere = await connectTo(databaseUrl.replace(/[^/]+$/, 'postgres'));
  const late = await connectTo(databaseUrl);
  const client = await connectTo(databaseUrl);
  await elsewhere.query('BEGIN; SELECT pg_current_xact_id()');
  const start = await store.listFlowChanges(undefined);
  await late.query(`BEGIN; ${change('late')}`);
  for (const hash of ['one', 'two', 'two']) await client.query(change(hash));

  const first = await store.listFlowChanges(start.position);
  const second = await store.listFlowChanges(first.position);
  await client.query(change('three'));
  await late.query('COMMIT');
  const third = await store.listFlowChanges(second.position);
  const last = await store.listFlowChanges(third.position);

  for (const one of [elsewhere, late, client]) await one.end();
  expect([...first.hashes].sort()).toEqual(['one', 'two']);
  expect(second.hashes).toEqual([]);
  expect([...third.hashes].sort()).toEqual(['late', 'three']);
  expect(last.hashes).toEqual([]);
});
