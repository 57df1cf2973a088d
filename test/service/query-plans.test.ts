import type { Client } from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { createOperator } from './dashboard-harness.ts';
import { readTestClient, type SqliteDatabase } from './database.ts';
import {
  createFlow,
  credentials,
  exchange,
  issueCode,
  issueSandboxCode,
  joinByHandoff,
  logIn,
  openPage,
  readJson,
  startLogin,
  type TestService,
} from './harness.ts';
import { recordStatements, type Statement } from './statements.ts';

// Password hashing is slow by design, and slower on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Tables that grow with use. Applications are few, and the dashboard lists all of them. */
const growing =
  /\b(?:accounts|application_secrets|audit_log|codes|consents|deliveries|events|flows|login_attempts|network_attempts|origins|rate_counts|redirect_uris|tokens)\b/;

/** This index has the events that webhooks wait for, and no other. All of them are wanted. */
const waiting = /\bevents_awaited\b/;

/** Each step of a flow reads all switches of providers, which are few. */
const isOfFew = (scan: string) => /\b(provider_switches|switched_providers)\b/.test(scan);

afterEach(() => {
  vi.restoreAllMocks();
});

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

/** Records every frequent statement of the service from now on. */
function listen() {
  const { readAll, findSqlite } = recordStatements();
  const isQuery = ({ text }: Statement) =>
    /^\s*(?:DELETE|INSERT|SELECT|UPDATE|WITH)\b/i.test(text) && growing.test(text);
  return {
    readStatements: (): readonly Statement[] => [
      ...new Map(
        readAll()
          .filter(isQuery)
          .map((one) => [one.text, one]),
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
  const code = await issueCode(service);
  await exchange(service, { code });
  const next = await issueSandboxCode(service);
  for (const one of [next, next]) await exchange(service, { code: one });
  await exchange(service, { code: next, client_secret: 'wrong' });
  const flow = await startLogin(service);
  await logIn(flow, 'user_mfa');
  await flow.send('answer', { answer: '123456' });
  await flow.send('back');
  const handoff = 'h'.repeat(43);
  await flow.send('handoff', { handoff, provider_id: null });
  const popup = createFlow(service, await openPage(service, 'client_id=test_app'));
  await joinByHandoff(popup, handoff);
  await service.app.request(
    `/connect?client_id=test_app&redirect_uri=${encodeURIComponent('http://localhost/callback')}`,
  );
  await useAccount(service);
  await searchConsents(service);
  await service.store.purge(2_000_000_000_000);
}

/** Uses the endpoints of an access token, and the dashboard's pages of accounts. */
async function useAccount(service: TestService): Promise<void> {
  const answer = await exchange(service, { code: await issueSandboxCode(service) });
  const { access_token, account_id } = await readJson(answer);
  const headers = { Authorization: `Bearer ${access_token}` };
  await service.app.request('/account', { headers });
  await service.app.request('/auth/revoke', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: 'none', ...credentials }).toString(),
  });
  for (const search of ['', 'sandbox', String(account_id)]) {
    await service.store.accounts.list('test_app', { search, after: 'a', count: 2 });
  }
  await service.app.request('/account/disconnect', { method: 'POST', headers });
  const authorization = { Authorization: `Basic ${btoa(Object.values(credentials).join(':'))}` };
  const events = await service.app.request('/events?limit=1', { headers: authorization });
  const { next } = await readJson(events);
  await service.app.request(`/events?after=${next}`, { headers: authorization });
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
  const clientId = 'test_app';
  const [webhookId, url] = ['wh_failing', 'http://localhost:3000/'];
  const created = { sealedSecret: 'sealed', createdAt: now };
  await store.webhooks.add({ clientId, webhookId, url, types: 'all', ...created });
  for (let count = 0; count < 20; count += 1) {
    const event = { webhookId, eventId: `ev_${count}`, type: 'webhook.test', body: '{}' };
    await store.deliveryEntries.add(event, now);
  }
  const [taken] = await store.deliveryQueue.take({ now, until: now + 60_000, count: 64 });
  if (!taken) throw new Error('nothing was taken');
  const made = { at: now, ms: 1, result: 500 };
  const end = { made, isDelivered: false, dueAt: now, endsAt: now, pausedUntil: 0 };
  await store.deliveryQueue.finish(taken, end);
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
  for (const part of [/AS first_due/, /insert into "deliveries"/, /update "deliveries"/]) {
    expect(statements.map(({ text }) => text)).toContainEqual(expect.stringMatching(part));
  }
  expect(scans).toEqual([]);
  expect(control).toHaveLength(1);
});
