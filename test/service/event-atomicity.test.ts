import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createQuery, createTestDatabase, openTestStoreAt, type Query } from './database.ts';
import { createTestService, type TestService } from './harness.ts';

import { createProviders } from './plugin-service.ts';
import { createAdmin } from './webhook-world.ts';

let folder: string;
let query: Query;
let service: TestService;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'events-'));
  const location = await createTestDatabase(join(folder, 'connect.sqlite'));
  query = createQuery(location);
  service = await createTestService({ store: await openTestStoreAt(location) });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const count = async (table: string) =>
  Number((await query(`SELECT count(*) AS count FROM ${table}`))[0]?.count);

/** Does something while no row can be added to this table. */
async function without<Result>(
  table: 'events' | 'audit_log',
  act: () => Promise<Result>,
): Promise<Result> {
  await query(`ALTER TABLE ${table} RENAME TO hidden_rows`);
  try {
    return await act();
  } finally {
    await query(`ALTER TABLE hidden_rows RENAME TO ${table}`);
  }
}

const listTypes = async () => (await service.listEvents()).map(({ type }) => type);

const listAccounts = () => service.admin.read('applications/test_app/accounts');

/** One way to something that is reported. */
interface Path {
  /** Can be repeated after a failure. */
  act(): Response | Promise<Response>;
  /** The fact, as the application or the operator sees it. */
  read(): Promise<unknown>;
}

const paths: Readonly<Record<string, () => Promise<Path>>> = {
  'the first exchange': async () => {
    const code = await service.issueSandboxCode();
    return { act: () => service.exchange({ code }), read: listAccounts };
  },
  'a refused grant': async () => {
    const { accountId } = await service.connectSandbox();
    return { act: () => service.requireLogin(accountId), read: listAccounts };
  },
  'connecting again': async () => {
    await service.requireLogin((await service.connectSandbox()).accountId);
    const code = await service.issueSandboxCode();
    return { act: () => service.exchange({ code }), read: listAccounts };
  },
  'an end by the application': async () => {
    const { token } = await service.connectSandbox();
    return { act: () => service.disconnect(token), read: listAccounts };
  },
  'an end by the operator': async () => {
    const { accountId } = await service.connectSandbox();
    return { act: () => service.disconnectAsAdmin(accountId), read: listAccounts };
  },
  'a session with a success': async () => {
    const { session, session_id } = await service.makeSession();
    const flow = await service.signIn({ session });
    return {
      act: () => flow.send('consent', { decision: 'allow' }),
      read: () => service.readSession(session_id),
    };
  },
  'a denied session': async () => {
    const { session, session_id } = await service.makeSession();
    const flow = await service.signIn({ session });
    return {
      act: () => flow.send('consent', { decision: 'deny' }),
      read: () => service.readSession(session_id),
    };
  },
  'a canceled session': async () => {
    const { session_id } = await service.makeSession();
    return {
      act: () => service.cancelSession(session_id),
      read: () => service.readSession(session_id),
    };
  },
};

// Each fails first, and is done when it is repeated.
it.each(Object.keys(paths))(
  '%s happens with its event, or not at all',
  {
    tags: ['threat-69', 'control-69'],
  },
  async (name) => {
    const path = await paths[name]?.();
    if (!path) throw new Error('Unknown path');
    const [before, events] = [await path.read(), await listTypes()];

    const failed = await without('events', async () => path.act());
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await path.read()).toEqual(before);
    expect(await listTypes()).toEqual(events);

    expect((await path.act()).ok).toBe(true);
    expect(await path.read()).not.toEqual(before);
    expect(await listTypes()).toHaveLength(events.length + 1);
  },
);

it('a webhook is removed with its deliveries and its entry in the audit log, or not at all', async () => {
  const keyed = { store: service.store, providers: createProviders() };
  const admin = createAdmin(await createTestService({ ...keyed }));
  const { id } = await admin.add('http://localhost:1/');
  await admin.test(id);

  const failed = await without('audit_log', () => admin.post(`webhooks/${id}/remove`));
  const kept = await admin.listDeliveries(id);
  const removed = await admin.post(`webhooks/${id}/remove`);
  await service.store.purge(1_700_000_000_000);

  expect(failed.status).toBe(500);
  expect(kept).toHaveLength(1);
  expect(removed.status).toBe(200);
  expect(await count('jobs')).toBe(0);
  expect(await count('webhooks')).toBe(0);
});
