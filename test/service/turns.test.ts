import { describe, expect, it } from 'vitest';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { moveValues } from '../../src/connect/service/reseal/reseal.ts';
import { createOperator } from './dashboard-harness.ts';
import { isPostgres, openQueriedStore } from './database.ts';
import { createTestService } from './harness.ts';
import { plantedAt, plantRows } from './planted-rows.ts';
import { countRows } from './statements.ts';
import { testApplication } from './test-application.ts';

const planted = 600;

/** Counts the rows that work reads and changes in each turn of the event loop. */
async function measure(read: () => number, work: () => Promise<unknown>) {
  const start = read();
  let [most, before] = [0, start];
  let isOver = false;
  const end = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    const now = read();
    most = Math.max(most, now - before);
    before = now;
  }
  await end;
  return { most, all: before - start };
}

it('one sweep and one publication handle every row that is due, also beyond a batch', async () => {
  const { store, query } = await openQueriedStore();
  await createTestService({ store });
  await plantRows(query, 120);
  await query(`INSERT INTO webhooks (webhook_id, client_id, url, sealed_secret, created_at, removed_at)
    VALUES ('wh_gone', 'test_app', 'http://localhost:3000/', 'plain.1', 1, 1)`);
  await query(
    `UPDATE flows SET nonce = 'nonce', session_hash = NULL, expires_at = ${plantedAt} - 3600000`,
  );
  await store.purge(plantedAt);
  const emptied = await query('SELECT 1 FROM flows WHERE nonce IS NULL AND sealed_grant IS NULL');
  await store.events.publish(plantedAt);
  const due = {
    accounts: 'sealed_grant IS NOT NULL',
    codes: 'sealed_grant IS NOT NULL',
    connect_sessions: "status = 'open'",
    audit_log: 'changed_at = 1',
    tokens: 'issued_at = 1',
    flow_changes: 'changed_at = 1',
    jobs: "status = 'failed'",
    webhooks: 'removed_at = 1',
  };

  expect(emptied).toHaveLength(120);
  for (const [table, condition] of Object.entries(due)) {
    expect(await query(`SELECT 1 FROM ${table} WHERE ${condition}`), table).toEqual([]);
  }
});

// PostgreSQL runs its statements in another process.
describe.runIf(!isPostgres)('with SQLite, every loop over rows', () => {
  it('gives the event loop back after at most 500 rows', async () => {
    const read = countRows();
    const { store, query } = await openQueriedStore();
    const operator = await createOperator({ store });
    await plantRows(query, planted);
    const path = 'applications/test_app';
    const seal = createGrantSeal([Buffer.alloc(32, 1)]);
    // Each with the rows of which it handles all.
    const loops: Readonly<Record<string, readonly [rows: number, () => Promise<unknown>]>> = {
      export: [planted, async () => (await operator.get(`${path}/consents/export`)).text()],
      'end of sessions': [4 * planted, () => store.events.publish(plantedAt)],
      sweep: [5 * planted, () => store.purge(plantedAt)],
      'events of consents': [2 * planted, () => store.events.publish(plantedAt)],
      counting: [0, () => store.sealedValues.countKeys()],
      reseal: [planted, () => moveValues(store.sealedValues, seal)],
      'removal of a webhook': [
        2 * planted,
        async () => {
          await store.webhooks.remove({ client_id: 'test_app', webhook_id: 'wh_1' }, plantedAt);
          await store.purge(plantedAt);
        },
      ],
      'late sweep': [2 * planted, () => store.purge(plantedAt + 2000 * 86_400_000)],
    };
    const most: Record<string, number> = {};
    for (const [name, [rows, work]] of Object.entries(loops)) {
      const turns = await measure(read, work);
      most[name] = turns.most;
      expect(turns.all, name).toBeGreaterThanOrEqual(rows);
    }

    for (const [name, rows] of Object.entries(most)) expect(rows, name).toBeLessThanOrEqual(500);
  });

  it('deletes an application in such steps', async () => {
    const read = countRows();
    const { store, query } = await openQueriedStore();
    const operator = await createOperator({ store });
    await plantRows(query, planted);

    const { most, all } = await measure(read, async () => {
      await operator.post('applications/test_app/delete', { name: testApplication.name });
      await operator.service.store.purgeDeleted();
    });

    // Rows of the tables of accounts, tokens, codes, flows, sessions and deliveries.
    expect(all).toBeGreaterThan(6 * planted);
    expect(most).toBeLessThanOrEqual(500);
  });
});
