import { beforeEach, describe, expect, it } from 'vitest';
import { hashSecret } from '../../../src/connect/service/basics/secrets.ts';
import { createLifecycle, type Lifecycle } from '../../../src/connect/service/http/lifecycle.ts';
import { sealedColumns } from '../../../src/connect/service/reseal/sealed-values.ts';
import type { Store } from '../../../src/connect/service/store/store.ts';
import { openTwoStores, readTestClient } from '../database.ts';
import { startWaiting } from '../handoff-harness.ts';
import { createTestService, type TestService } from '../harness.ts';
import {
  credentials,
  day,
  hostOrigin,
  minute,
  start,
  testApplication,
} from '../test-application.ts';
import { readJson } from '../world.ts';

const poor = { ...testApplication, client_id: 'poor_app', submission_limit: 5 };

let services: readonly [TestService, TestService];
let lifecycle: Lifecycle;

beforeEach(async () => {
  lifecycle = createLifecycle();
  const options = {
    lifecycle,
    applications: [testApplication, poor],
    config: { submissionLimit: 100_000 },
    rateLimits: { logins: { max: 50, windowMs: minute } },
  };
  const [one, other] = await openTwoStores();
  services = [
    await createTestService({ ...options, store: one }),
    await createTestService({ ...options, store: other }),
  ];
});

/** Sends this many requests to the processes in turn, in parallel; counts the responses by status. */
async function sendAll(
  count: number,
  send: (service: TestService) => Response | Promise<Response>,
) {
  const counts: Record<number, number> = {};
  const sent = Array.from({ length: count }, (_, index) => send(services[index % 2 ? 1 : 0]));
  for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('two processes on one database', () => {
  it('exchange a code once among 32 parallel requests', { tags: ['threat-23'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const code = await services[0].issueSandboxCode();

      expect(await sendAll(32, ({ exchange }) => exchange({ code }))).toEqual({ 200: 1, 400: 31 });
    }
  });

  it('accept exactly 5 of 200 submissions when 5 are left', { tags: ['threat-32'] }, async () => {
    const body = { ...credentials, client_id: 'poor_app' };
    const counts = await sendAll(200, ({ post }) => post('/sandbox/authorization_codes', body));
    expect(counts).toEqual({ 201: 5, 403: 195 });
  });

  it('make a network wait at both, and count logins together', async () => {
    const { token } = await services[0].startLogin();
    const logIn = (service: TestService, username?: string, password?: string) =>
      service.createFlow(token).logIn(username, password);

    const guesses = await sendAll(40, (service) => logIn(service, 'user_good', 'guess'));
    expect(guesses).toEqual({ 401: 10, 429: 30 });
    expect((await logIn(services[1])).status).toBe(429);
    expect((await logIn(services[1], 'user_bad')).status).toBe(401);
    const rest = await sendAll(20, (service) => logIn(service, 'user_bad'));
    expect(rest).toEqual({ 401: 8, 429: 12 });
  });

  it('count in windows together, and begin one at the end of the last one', async () => {
    const [one, other] = services;
    const counts: (readonly number[])[] = [];
    for (const [{ store }, now] of [
      [one, 0],
      [other, minute - 1],
      [one, minute],
      [other, minute + 1],
    ] as const) {
      const { used, windowEnd } = await store.rateCounters.add('one key', 2, {
        now,
        end: now + minute,
      });
      counts.push([used, windowEnd]);
    }

    expect(counts).toEqual([
      [2, minute],
      [4, minute],
      [2, 2 * minute],
      [4, 2 * minute],
    ]);
  });

  it('list a provider as one of them has switched it, with the reason', async () => {
    const [one, other] = services;
    const switched = { state: 'unavailable', reason: 'Back on Monday' };
    await one.admin.post('providers/sandbox/switch', switched);

    const { providers } = await readJson((await other.bind(hostOrigin, 'test_app')).started);
    const { state: status, reason } = switched;
    expect(providers).toContainEqual(expect.objectContaining({ id: 'sandbox', status, reason }));
  });

  it.each([
    ['sweep', 7_318_402, { flows: 1, deleted: 0 }],
    ['purge', 7_318_403, { flows: 0, deleted: 1 }],
  ])('leave a %s to the one that is at it, and then do the next one', async (_, lock, left) => {
    const [one, other] = services;
    const holder = readTestClient();
    const tidy = async ({ store }: TestService) => {
      await store.purge(start + day);
      await store.purgeDeleted();
      const counted = await holder?.query(`SELECT count(*)::int AS flows,
        (SELECT count(*)::int FROM applications WHERE deleted_at IS NOT NULL) AS deleted FROM flows`);
      return counted?.rows[0];
    };
    const addRows = async () => {
      await one.startFlow();
      await one.store.applications.register(poor, 0);
      await one.admin.post('applications/poor_app/delete', { name: poor.name });
    };

    await addRows();
    await holder?.query(`BEGIN; SELECT pg_advisory_xact_lock(${lock})`);
    expect(await tidy(one)).toEqual(left);
    await holder?.query('COMMIT');
    for (const service of [one, other]) {
      await addRows();
      expect(await tidy(service)).toEqual({ flows: 0, deleted: 0 });
    }
  });

  it.each<[string, (store: Store, hashes: readonly string[]) => Promise<unknown>]>([
    ['a mark that pages listen', ({ handoffs }, hashes) => handoffs.markSeen(hashes, start)],
    [
      'a seal with another key',
      async ({ sealedValues }, hashes) => {
        const column = sealedColumns.find(({ table }) => table === 'flows');
        const moves = hashes.map((key) => ({ key, from: 'plain.1', to: 'plain.2' }));
        if (column) await sealedValues.replace(column, moves);
      },
    ],
  ])('pass over a flow that a request has locked: %s', async (_, work) => {
    const [{ store, startFlow }] = services;
    const [locked, free] = [await startFlow(), await startFlow()].map(({ token }) =>
      hashSecret(token),
    );
    const holder = readTestClient();
    await holder?.query("UPDATE flows SET sealed_grant = 'plain.1'");
    await holder?.query('BEGIN');
    await holder?.query('SELECT FROM flows WHERE token_hash = $1 FOR UPDATE', [locked]);
    await work(store, [locked, free] as string[]);
    const done = await holder?.query(
      "SELECT token_hash FROM flows WHERE seen_at IS NOT NULL OR sealed_grant = 'plain.2'",
    );
    await holder?.query('COMMIT');

    expect(done?.rows).toEqual([{ token_hash: free }]);
  });

  it('end their streams cleanly when they are stopped', async () => {
    const { heard } = await startWaiting(services[0]);
    await lifecycle.stop();
    await heard.ended;

    expect(heard.events).toMatchObject([{ handoff: 'waiting' }]);
  });
});
