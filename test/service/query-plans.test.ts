import type { Client } from 'pg';
import { expect, it, vi } from 'vitest';
import { consentIdPrefix } from '../../src/connect/service/consents/consents.ts';
import { toFirstId } from '../../src/connect/service/store/sortable-id.ts';
import { deliveryStatuses, sessionStatuses } from '../../src/connect/shapes/unions.ts';
import { createOperator, type TestOperator } from './dashboard-harness.ts';
import { isPostgres, openQueriedStore, readTestClient, type SqliteDatabase } from './database.ts';
import type { TestService } from './harness.ts';
import { plantedAt, plantRows } from './planted-rows.ts';
import { recordStatements, type Statement } from './statements.ts';
import { day } from './test-application.ts';
import { fail } from './webhook-world.ts';
import { authorization, readJson, redirectQuery } from './world.ts';

/** Tables that grow with use. Applications are few, and the dashboard lists all of them. */
const growing =
  /\b(?:accounts|application_secrets|audit_log|codes|connect_sessions|consents|events|flows|jobs|login_attempts|network_attempts|origins|rate_counts|redirect_uris|tokens)\b/;

/** This index has the events that webhooks wait for, and no other. All of them are wanted. */
const waiting = /\bevents_awaited\b/;

/** Each step of a flow reads all switches of providers, which are few. */
const isOfFew = (scan: string) => /\b(provider_switches|switched_providers)\b/.test(scan);

/** Explains a statement: a line for each table that the database reads from end to end. */
type FindScans = (statement: Statement) => Promise<readonly string[]>;

const explainBySqlite =
  (sqlite: SqliteDatabase): FindScans =>
  async ({ text }) => {
    const values = text.match(/\?/g)?.map(() => null) ?? [];
    const steps = sqlite.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values);
    return (steps as readonly { readonly detail: string }[])
      .map(({ detail }) => detail)
      .filter(
        (detail) =>
          /^SCAN (?!CONSTANT|\(|happened|numbered|queued|queues|\d+-ROW VALUES)/.test(detail) &&
          !waiting.test(detail),
      );
  };

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** The planner prefers to scan small tables. Here it scans only when there is no other way. */
const explainByPostgres =
  (client: Client): FindScans =>
  async ({ text, values }) => {
    await client.query(
      'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off',
    );
    const explain = `EXPLAIN (FORMAT JSON) ${text}`;
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain, [
      ...values,
    ]);
    const [row] = rows;
    return row ? listScans(row['QUERY PLAN'][0].Plan) : [];
  };

function listScans(node: PlanNode): readonly string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Name': index } = node;
  const isWhole = type === 'Seq Scan' || (/Index/.test(type) && node['Index Cond'] === undefined);
  const own =
    isWhole && !waiting.test(index ?? '') ? [`${type} ${table ?? ''} ${index ?? ''}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap(listScans)];
}

/** Records every frequent statement of the service from now on, but none that reads no row. */
function listen() {
  const { readAll, findSqlite } = recordStatements();
  const isQuery = ({ text }: Statement) =>
    /^\s*(?:DELETE|INSERT|SELECT|UPDATE|WITH)\b(?!.*LIMIT 0$)/i.test(text) && growing.test(text);
  return {
    readStatements: (): readonly Statement[] => [
      ...new Map(
        readAll()
          .filter(isQuery)
          .map((one) => [JSON.stringify([one.text, one.values]), one]),
      ).values(),
    ],
    findScans(): FindScans {
      const client = readTestClient();
      const sqlite = findSqlite();
      if (client) return explainByPostgres(client);
      if (sqlite) return explainBySqlite(sqlite);
      throw new Error('No statement was sent to a database.');
    },
  };
}

/** Does everything that people and programs do often, and sweeps. */
async function useEverything(service: TestService): Promise<void> {
  const code = await service.issueCode();
  await service.exchange({ code });
  const next = await service.issueSandboxCode();
  for (const one of [next, next]) await service.exchange({ code: one });
  await service.exchange({ code: next, client_secret: 'wrong' });
  const flow = await service.signIn({ username: 'user_mfa' });
  await flow.send('answer', { answer: '123456' });
  await flow.send('back');
  const handoff = 'h'.repeat(43);
  await flow.send('handoff', { handoff, provider_id: null });
  const popup = service.createFlow(await service.openPage('client_id=test_app'));
  await popup.joinByHandoff(handoff);
  await service.get(`/connect?${redirectQuery('http://localhost/callback')}`);
  await useAccount(service);
  await searchConsents(service);
  await service.store.purge(2_000_000_000_000);
}

/** Uses the endpoints of an access token, and the dashboard's pages of accounts. */
async function useAccount(service: TestService): Promise<void> {
  const { token, accountId, get } = await service.connectSandbox();
  await get('/account');
  await service.revokeToken('none');
  for (const search of ['', 'sandbox', accountId]) {
    await service.store.accounts.list('test_app', { search, after: 'a', count: 2 });
  }
  await service.disconnect(token);
  const { next } = await service.read('/events?limit=1', authorization);
  await service.get(`/events?after=${next}`, authorization);
}

/** Lists the consents of each kind of search, as pages of their own and by the names of a person. */
async function searchConsents({ store }: TestService): Promise<void> {
  const person = { name: 'user_good', providerIds: ['sandbox', 'tallybird'] };
  const accounts = await store.consents.findAccounts('test_app', person);
  const kinds = [
    { kind: 'all' },
    { kind: 'provider', providerId: 'sandbox' },
    { kind: 'account', ids: accounts },
    { kind: 'consent', ids: ['consent_1'] },
  ] as const;
  for (const of of kinds) {
    for (const from of [null, 1_700_000_000_000]) {
      await store.consents.list('test_app', { of, from, before: from, after: '', count: 2 });
    }
  }
}

/** Takes and ends deliveries of a webhook with a long queue, whose receiver fails. */
async function deliver({ store }: TestService): Promise<void> {
  const now = 1_700_000_000_000;
  const [client_id, webhook_id, url] = ['test_app', 'wh_failing', 'http://localhost:3000/'];
  const created = { sealed_secret: 'sealed', created_at: now };
  await store.webhooks.add({ client_id, webhook_id, url, types: 'all', ...created });
  for (let count = 0; count < 20; count += 1) {
    const event = { id: `ev_${count}`, type: 'webhook.test' };
    await store.deliveryEntries.add({ webhook_id, event }, now);
  }
  const [taken] = await store.deliveryQueue.take({ now, until: now + 60_000, count: 64 });
  if (!taken) throw new Error('nothing was taken');
  await store.deliveryQueue.finish(taken, { ...fail(now), dueAt: now, pausedUntil: 0 });
}

it('every frequent query finds its rows by an index', async () => {
  const ears = listen();
  const operator = await createOperator();
  await deliver(operator.service);
  await useEverything(operator.service);
  await operator.service.store.events.publish(1_700_000_000_000);
  await operator.get('applications/test_app');
  await operator.post('applications/test_app/rename', { name: 'Renamed' });
  for (const filter of ['', '&client_id=test_app']) {
    await operator.get(`audit-log?after=f${filter}`);
  }
  const statements = ears.readStatements();
  const findScans = ears.findScans();
  vi.restoreAllMocks();

  const scans: string[] = [];
  for (const statement of statements) {
    for (const scan of await findScans(statement)) {
      if (!isOfFew(scan)) scans.push(`${scan}: ${statement.text}`);
    }
  }
  const control = await findScans({ text: 'SELECT * FROM flows WHERE nonce IS NULL', values: [] });

  expect(statements.length).toBeGreaterThan(20);
  expect(statements.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/"consumed_at" = /),
  );
  for (const part of [/AS first_due/, /insert into "jobs"/, /update "jobs"/]) {
    expect(statements.map(({ text }) => text)).toContainEqual(expect.stringMatching(part));
  }
  expect(scans).toEqual([]);
  expect(control).toHaveLength(1);
});

/** Rows that a list may read for a page of 50: the page, one more, and the rows that belong to each. */
const maxRead = 500;
/** Rows that a count of flows may read: 1,001 flows, and the code and session of each. */
const maxReadToCount = 3003;
const planted = 3000;
const isPlanted =
  /SCAN (accounts|audit_log|codes|connect_sessions|consents|events|flows|jobs|tokens)\b/;

/** All lists of an application and of a person, with each filter. */
async function listAll({ service, get, post }: TestOperator): Promise<void> {
  const path = 'applications/test_app';
  const statuses = (list: string, names: readonly string[]) =>
    names.map((status) => `${path}/${list}?status=${status}`);
  // All consents are of one account, most of them later.
  const oldPage = `?after=${consentIdPrefix}${toFirstId(plantedAt - day)}10001000`;
  const lists = [
    ...[path, `${path}/accounts`, `${path}/accounts?search=sandbox`],
    ...statuses('accounts', ['login_required', 'expired']),
    ...[`${path}/sessions`, ...statuses('sessions', sessionStatuses)],
    `${path}/webhooks`,
    ...statuses('webhooks/wh_1/deliveries', deliveryStatuses),
    ...['', '?type=connection.created', '?delivery=failed'].map(
      (query) => `${path}/events${query}`,
    ),
    ...['', '?search=acct_1', '?search=sandbox', '?search=user_1', oldPage].map(
      (query) => `${path}/consents${query}`,
    ),
    ...['audit-log', 'audit-log?client_id=test_app'],
  ];
  for (const list of lists) expect((await get(list)).status, list).toBe(200);
  for (const order of ['newest', 'oldest']) {
    for (const after of ['', `1-${'8'.repeat(16)}`]) {
      for (const search of ['', 'shop.example']) {
        const answer = await post(`${path}/flows/search`, { order, after, search });
        expect(answer.status).toBe(200);
        // There are too many flows to count.
        expect(await readJson(answer)).toMatchObject({ counts: null });
      }
    }
  }
  const { store } = service;
  await store.consents.find('acct_1', 7);
  await store.events.list('test_app', { after: '', count: 50, now: plantedAt });
  const environments = ['test'] as const;
  await store.accounts.listAccesses(
    { providerId: 'sandbox', subject: 'user_1', environments },
    plantedAt,
  );
  await service.issueSandboxCode({ username: 'user_mfa' });
}

/** @returns how many rows the scans of a plan have read */
function countRead(node: ReadNode): number {
  const { 'Actual Rows': rows, 'Actual Loops': loops, Plans: plans = [] } = node;
  const removed = node['Rows Removed by Filter'] ?? 0;
  const own = /Scan/.test(node['Node Type']) ? (rows + removed) * loops : 0;
  return plans.reduce((sum, one) => sum + countRead(one), own);
}

interface ReadNode extends PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly ReadNode[];
}

/** Explains a statement: why it reads more rows than a page needs, or nothing. */
async function findExcess(statement: Statement): Promise<readonly string[]> {
  const client = readTestClient();
  if (!client) throw new Error('Only PostgreSQL counts what a plan reads.');
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: ReadNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${statement.text}`,
    [...statement.values],
  );
  const read = rows[0] ? countRead(rows[0]['QUERY PLAN'][0].Plan) : 0;
  const limit = /count\(\*\)/.test(statement.text) ? maxReadToCount : maxRead;
  return read > limit ? [`${read} rows: ${statement.text}`] : [];
}

it('on filled and analysed tables each list reads a page, whatever its filter and whatever it has', async () => {
  const ears = listen();
  const { store, query } = await openQueriedStore();
  const operator = await createOperator({ store });
  await plantRows(query, planted);
  // An operator who looks at the lists has a process that ends sessions each second.
  await operator.service.store.events.publish(plantedAt);
  await query('ANALYZE');
  const before = new Set(ears.readStatements().map(({ text }) => text));
  await listAll(operator);
  const isNewList = ({ text }: Statement) => /^\s*select/i.test(text) && !before.has(text);
  const lists = ears.readStatements().filter(isNewList);
  const findScans = ears.findScans();
  vi.restoreAllMocks();
  const control = { text: 'SELECT * FROM consents WHERE shares IS NULL', values: [] };
  // SQLite reads a table of a few rows from end to end.
  const find = isPostgres
    ? findExcess
    : async (one: Statement) => (await findScans(one)).filter((scan) => isPlanted.test(scan));

  const excess: string[] = [];
  for (const one of lists) excess.push(...(await find(one)));

  expect(lists.length).toBeGreaterThan(15);
  expect(excess).toEqual([]);
  expect(await find(control)).toHaveLength(1);
});
