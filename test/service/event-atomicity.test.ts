import { beforeEach, expect, it } from 'vitest';
import { openQueriedStore, type Query, withoutTable } from './database.ts';
import { createTestService, type TestService } from './harness.ts';
import type { MadeSession } from './world.ts';

let query: Query;
let service: TestService;

beforeEach(async () => {
  const opened = await openQueriedStore();
  query = opened.query;
  service = await createTestService({ store: opened.store });
});

async function listTypes() {
  await service.store.events.publish(0);
  return (await service.listEvents()).map(({ type }) => type);
}

const listAccounts = () => service.admin.read('applications/test_app/accounts');

type Connected = Awaited<ReturnType<TestService['connectSandbox']>>;

type Act = () => Response | Promise<Response>;

/** An act that can be repeated after a failure, and the fact, as the application or the operator sees it. */
interface Path {
  readonly act: Act;
  read(): Promise<unknown>;
}

const ofAccount = (prepare: () => Promise<Act>) => async () => {
  return { act: await prepare(), read: listAccounts };
};

const ofOwner = (act: (own: Connected) => ReturnType<Act>) =>
  ofAccount(async () => {
    const own = await service.connectSandbox();
    return () => act(own);
  });

const ofSession = (prepare: (made: MadeSession) => Promise<Act>) => async () => {
  const made = await service.makeSession();
  return { act: await prepare(made), read: () => service.readSession(made.session_id) };
};

const exchange = async () => {
  const code = await service.issueSandboxCode();
  return () => service.exchange({ code });
};

const decide = (decision: string) => async (made: MadeSession) => {
  const flow = await service.signIn(made);
  return () => flow.send('consent', { decision });
};

const paths: Readonly<Record<string, () => Promise<Path>>> = {
  'the first exchange': ofAccount(exchange),
  'a refused grant': ofOwner(({ accountId }) => service.requireLogin(accountId)),
  'connecting again': ofAccount(async () => {
    await service.requireLogin((await service.connectSandbox()).accountId);
    return await exchange();
  }),
  'an end by the application': ofOwner(({ token }) => service.disconnect(token)),
  'an end by the operator': ofOwner(({ accountId }) => service.disconnectAsAdmin(accountId)),
  'a switch of a provider': async () => {
    await service.connectSandbox();
    return {
      act: () => service.admin.post('providers/sandbox/switch', { state: 'unavailable' }),
      read: () => service.admin.read('providers'),
    };
  },
  'a session with a success': ofSession(decide('allow')),
  'a denied session': ofSession(decide('deny')),
  'a canceled session': ofSession(async ({ session_id }) => {
    return () => service.cancelSession(session_id);
  }),
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

    const failed = await withoutTable(query, 'events', path.act);
    expect(failed.status).toBeGreaterThanOrEqual(500);
    expect(await path.read()).toEqual(before);
    expect(await listTypes()).toEqual(events);

    expect((await path.act()).ok).toBe(true);
    expect(await path.read()).not.toEqual(before);
    expect(await listTypes()).toHaveLength(events.length + 1);
  },
);
