import { beforeEach, expect, it } from 'vitest';
import { createQuery, createTestDatabase, openTestStoreAt, type Query } from './database.ts';
import { createTestService, type TestService } from './harness.ts';

let query: Query;
let service: TestService;

beforeEach(async () => {
  const location = await createTestDatabase();
  query = createQuery(location);
  service = await createTestService({ store: await openTestStoreAt(location) });
});

/** Does something while no event can be added. */
async function withoutEvents<Result>(act: () => Promise<Result>): Promise<Result> {
  await query('ALTER TABLE events RENAME TO hidden_rows');
  try {
    return await act();
  } finally {
    await query('ALTER TABLE hidden_rows RENAME TO events');
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

    const failed = await withoutEvents(async () => path.act());
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await path.read()).toEqual(before);
    expect(await listTypes()).toEqual(events);

    expect((await path.act()).ok).toBe(true);
    expect(await path.read()).not.toEqual(before);
    expect(await listTypes()).toHaveLength(events.length + 1);
  },
);
