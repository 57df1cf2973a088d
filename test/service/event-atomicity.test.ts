import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createTestDatabase,
  findSqliteDriver,
  openTestStoreAt,
  readTestClient,
} from './database.ts';
import {
  createTestService,
  credentials,
  exchange,
  issueSandboxCode,
  readJson,
  type TestService,
} from './harness.ts';
import {
  authorization,
  cancel,
  exchangeCode,
  makeSession,
  reachConsent,
  readSession,
} from './session-harness.ts';

const adminToken = 'a'.repeat(32);
const asAdmin = { Authorization: `Bearer ${adminToken}` };
const folders: string[] = [];

let service: TestService;
let databaseFile: string;

beforeEach(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'events-'));
  folders.push(folder);
  databaseFile = join(folder, 'connect.sqlite');
  const location = await createTestDatabase(databaseFile);
  const store = await openTestStoreAt(location);
  service = await createTestService({ store, config: { adminToken } });
});

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function execute(statement: string): Promise<void> {
  const client = readTestClient();
  if (client) {
    await client.query(statement);
    return;
  }
  const sqlite = new (findSqliteDriver())(databaseFile);
  sqlite.exec(statement);
  sqlite.close();
}

/** Does something while no event can be written. */
async function withoutEvents<Result>(act: () => Promise<Result>): Promise<Result> {
  await execute('ALTER TABLE events RENAME TO hidden_events');
  try {
    return await act();
  } finally {
    await execute('ALTER TABLE hidden_events RENAME TO events');
  }
}

async function listTypes(): Promise<readonly string[]> {
  const { events } = await readJson(
    await service.app.request('/events', { headers: authorization }),
  );
  return (events as readonly { readonly type: string }[]).map(({ type }) => type);
}

const listAccounts = async () =>
  await readJson(
    await service.app.request('/admin/applications/test_app/accounts', { headers: asAdmin }),
  );

/** One way to something that is reported. */
interface Path {
  /** Can be repeated after a failure. */
  act(): Response | Promise<Response>;
  /** The fact, as the application or the operator sees it. */
  read(): Promise<unknown>;
}

async function connect() {
  return await exchangeCode(service, await issueSandboxCode(service));
}

const requireLogin = (accountId: unknown) =>
  service.post(`/sandbox/accounts/${accountId}/login_required`, credentials);

const paths: Readonly<Record<string, () => Promise<Path>>> = {
  'the first exchange': async () => {
    const code = await issueSandboxCode(service);
    return { act: () => exchange(service, { code }), read: listAccounts };
  },
  'a refused grant': async () => {
    const { account_id } = await connect();
    return { act: () => requireLogin(account_id), read: listAccounts };
  },
  'connecting again': async () => {
    await requireLogin((await connect()).account_id);
    const code = await issueSandboxCode(service);
    return { act: () => exchange(service, { code }), read: listAccounts };
  },
  'an end by the application': async () => {
    const headers = { Authorization: `Bearer ${(await connect()).access_token}` };
    return { act: () => service.post('/account/disconnect', {}, headers), read: listAccounts };
  },
  'an end by the operator': async () => {
    const { account_id } = await connect();
    const path = '/admin/applications/test_app/accounts/disconnect';
    return { act: () => service.post(path, { account_id }, asAdmin), read: listAccounts };
  },
  'a session with a success': async () => {
    const { session, session_id } = await makeSession(service);
    const flow = await reachConsent(service, session);
    return {
      act: () => flow.send('consent', { decision: 'allow' }),
      read: () => readSession(service, session_id),
    };
  },
  'a denied session': async () => {
    const { session, session_id } = await makeSession(service);
    return {
      act: async () =>
        await (await reachConsent(service, session)).send('consent', { decision: 'deny' }),
      read: () => readSession(service, session_id),
    };
  },
  'a canceled session': async () => {
    const { session_id } = await makeSession(service);
    return {
      act: () => cancel(service, session_id),
      read: () => readSession(service, session_id),
    };
  },
};

it.each(Object.keys(paths))('%s happens with its event, or not at all', async (name) => {
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
});
