import { randomBytes } from 'node:crypto';
import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { pluginTimeoutMs } from '../../src/connect/service/providers/supervise.ts';
import { handoff, listen, openWindow } from './handoff-harness.ts';
import {
  asAdmin,
  basic,
  bearer,
  createTestService,
  day,
  live,
  minute,
  readJson,
  start,
  type TestFlow,
  type TestService,
} from './harness.ts';
import { createProviders } from './plugin-service.ts';

const grantKey = randomBytes(32);

afterEach(() => {
  vi.useRealTimers();
});

/** A provider that gives each login another grant, and records the grants that it was asked to revoke. */
function createProvider(makeGrant = (count: number): unknown => `grant ${count}`) {
  let count = 0;
  const revoked: unknown[] = [];
  const accept = async (subject = 'person'): Promise<LoginOutcome> => {
    count += 1;
    return { status: 'accepted', subject, label: 'A. Person', grant: makeGrant(count) };
  };
  const plugin = {
    info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
    begin: vi.fn<CredentialProvider['begin']>(({ username }) => accept(username)),
    answer: () => accept(),
    revoke: vi.fn(async (grant: unknown): Promise<void> => {
      revoked.push(grant);
    }),
  };
  return { plugin, revoked, accept };
}

async function serve(
  plugins: readonly CredentialProvider[],
  { keys = [grantKey], store }: { keys?: readonly Buffer[]; store?: TestService['store'] } = {},
): Promise<TestService> {
  const providers = createProviders(plugins, keys);
  return await createTestService({ applications: [live], providers, ...(store ? { store } : {}) });
}

/** A flow whose person has signed in, and is asked for consent. */
async function logIn(
  service: TestService,
  { session = null, username = 'me' }: { session?: string | null; username?: string } = {},
): Promise<TestFlow> {
  return await service.signIn({ application: live, providerId: 'fake', session, username });
}

/** The same in a popup of the flow. */
async function logInByPopup(service: TestService): Promise<TestFlow> {
  const frame = await service.startFlow({ clientId: 'live_app' });
  await frame.send('handoff', { handoff, provider_id: null });
  const { events } = listen(frame);
  await expect.poll(() => events).not.toEqual([]);
  const popup = await openWindow(service, { clientId: 'live_app' });
  await popup.joinByHandoff(handoff);
  await popup.pick('fake');
  await popup.logIn();
  return popup;
}

const allow = async (service: TestService, session: string | null = null) =>
  (await logIn(service, { session })).allow();

const exchange = (service: TestService, code: string) => service.finish(code, live);

const connect = async (service: TestService) => await exchange(service, await allow(service));

const { client_id, client_secret } = live;

async function createSession(service: TestService, fields: object = {}) {
  const order = { client_id, client_secret, ...fields };
  const made = await readJson(service.post('/connect/sessions', order));
  return { session: String(made.session), path: `/connect/sessions/${made.session_id}` };
}

const asBackend = (service: TestService, path: string) => service.post(path, {}, basic(live));

const deleteApplication = (service: TestService) =>
  service.admin.post('applications/live_app/delete', { name: live.name });

interface Way {
  readonly name: string;
  readonly giveUp: (service: TestService) => Promise<unknown>;
  /** The grants that it gives up; default: one. */
  readonly count?: number;
}

/** Each way to give up a grant. */
const ways: readonly (readonly [string, Way['giveUp'], Way['count']?])[] = [
  [
    'the person denies access',
    async (service) => (await logIn(service)).send('consent', { decision: 'deny' }),
  ],
  ['the person goes back', async (service) => (await logIn(service)).send('back')],
  [
    'a popup with a login is closed',
    async (service) => (await logInByPopup(service)).send('leave'),
  ],
  [
    'the person allows in a popup, whose opener does not ask for the code',
    async (service) => {
      await (await logInByPopup(service)).send('consent', { decision: 'allow' });
      await service.store.purge(start + 3 * minute);
    },
  ],
  [
    'a new popup takes the flow over',
    async (service) =>
      (await logIn(service)).send('handoff', { handoff: 'h'.repeat(43), provider_id: null }),
  ],
  [
    'the person closes the page at consent',
    async (service) => {
      await logIn(service);
      await service.store.purge(start + 40 * minute);
    },
  ],
  [
    'the code is never exchanged',
    async (service) => {
      await allow(service);
      await service.store.purge(start + 5 * minute);
    },
  ],
  [
    'a later connection replaces it',
    async (service) => {
      await connect(service);
      await connect(service);
    },
  ],
  [
    'two codes of one account are exchanged at once',
    async (service) => {
      const codes = [await allow(service), await allow(service)];
      await Promise.all(codes.map((code) => exchange(service, code)));
    },
  ],
  [
    'the application disconnects the account',
    async (service) => service.disconnect((await connect(service)).token),
  ],
  [
    'the person connects the account again',
    async (service) => {
      const { accountId: account_id } = await connect(service);
      const { session } = await createSession(service, { account_id });
      await exchange(service, await allow(service, session));
    },
  ],
  [
    'the person of an account signs in with another one',
    async (service) => {
      const { accountId: account_id } = await connect(service);
      const { session } = await createSession(service, { account_id });
      await logIn(service, { session, username: 'another' });
    },
  ],
  [
    'its session is canceled during consent',
    async (service) => {
      const { session, path } = await createSession(service);
      await logIn(service, { session });
      await asBackend(service, `${path}/cancel`);
    },
  ],
  [
    'its session is denied in another window',
    async (service) => {
      const { session } = await createSession(service);
      await logIn(service, { session });
      const other = await logIn(service, { session });
      await other.send('consent', { decision: 'deny' });
    },
    2,
  ],
  [
    'its session expires during consent',
    async (service) => {
      const { session } = await createSession(service, { expires_in: 60 });
      await logIn(service, { session });
      await service.store.purge(start + minute);
    },
  ],
  [
    'its session connects the account in another window',
    async (service) => {
      const { session } = await createSession(service);
      await logIn(service, { session });
      await exchange(service, await allow(service, session));
      await service.store.purge(start + 40 * minute);
    },
  ],
  [
    'the code of a session is never exchanged, nor the fresh one that replaced it',
    async (service) => {
      const { session, path } = await createSession(service);
      await allow(service, session);
      await asBackend(service, `${path}/code`);
      await service.store.purge(start + 7 * day + 5 * minute);
    },
  ],
  [
    'the consent ends',
    async (service) => {
      const path = '/admin/applications/live_app/consent-terms';
      await service.post(path, { consent_days: 1 }, asAdmin);
      await connect(service);
      await service.store.purge(start + day);
    },
  ],
  [
    'the operator disconnects the account',
    async (service) => {
      const { accountId } = await connect(service);
      const path = '/admin/applications/live_app/accounts/disconnect';
      await service.post(path, { account_id: accountId }, asAdmin);
    },
  ],
  ...['an account', 'a code', 'a person at consent'].map(
    (owner) =>
      [
        `the application is deleted, with ${owner}`,
        async (service: TestService) => {
          if (owner === 'an account') await connect(service);
          else if (owner === 'a code') await allow(service);
          else await logIn(service);
          await deleteApplication(service);
          await service.store.purgeDeleted();
        },
      ] as const,
  ),
];

describe('a grant is revoked at its provider when', { tags: ['threat-49'] }, () => {
  it.each<Way>(ways.map(([name, giveUp, count]) => ({ name, giveUp, count: count ?? 1 })))(
    '$name',
    async ({ giveUp, count = 1 }) => {
      const { plugin, revoked } = createProvider();
      const service = await serve([plugin]);

      await giveUp(service);
      await service.revokeDue();
      await service.revokeDue();

      // Either of two codes that are exchanged at once may be the later one.
      expect(revoked).toHaveLength(count);
      expect(revoked[0]).toMatch(/^grant [12]$/);
      expect(await service.store.revocations.count()).toBe(0);
      expect(plugin.revoke.mock.calls[0]).toMatchObject([revoked[0], { clientId: 'live_app' }]);
    },
  );

  it.each<[string, (service: TestService, flow: TestFlow, path: string) => Promise<unknown>]>([
    ['the service has stopped waiting', () => vi.advanceTimersByTimeAsync(pluginTimeoutMs)],
    ['the person has gone back', (_, flow) => flow.send('back')],
    ['the application was deleted', deleteApplication],
    ['the session was canceled', (service, _, path) => asBackend(service, `${path}/cancel`)],
  ])('the provider answers after %s', { tags: ['threat-49'] }, async (_, end) => {
    const { plugin, revoked, accept } = createProvider();
    let answer = () => {};
    plugin.begin.mockImplementationOnce(
      () => new Promise((resolve) => (answer = () => resolve(accept()))),
    );
    const service = await serve([plugin]);
    const { session, path } = await createSession(service);
    const flow = await service.startFlow({ clientId: 'live_app', session });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    const asked = flow.pick('fake').then(() => flow.logIn());
    await vi.waitFor(() => expect(plugin.begin).toHaveBeenCalled());
    await end(service, flow, path);
    vi.useRealTimers();
    answer();
    await asked;
    await service.store.purge(start + 40 * minute);

    await vi.waitFor(async () => {
      await service.revokeDue();
      expect(revoked).toEqual(['grant 1']);
    });
  });

  it('two connections race: every grant but one', async () => {
    const { plugin, revoked } = createProvider();
    const service = await serve([plugin]);
    const codes = [await allow(service), await allow(service), await allow(service)];
    await Promise.all(codes.map((code) => exchange(service, code)));
    await service.revokeDue();
    const others = revoked.length;
    const { token } = await connect(service);
    await service.disconnect(token);
    await service.revokeDue();

    expect(others).toBe(2);
    expect([...revoked].sort()).toEqual(['grant 1', 'grant 2', 'grant 3', 'grant 4']);
  });
});

describe('a grant that is in use', () => {
  it('is not revoked: connected, at consent, or in a code', { tags: ['control-49'] }, async () => {
    const { plugin, revoked } = createProvider();
    const service = await serve([plugin]);
    const { token } = await connect(service);
    const atConsent = await logIn(service);
    await allow(service);
    await service.store.purge(start);
    await service.revokeDue();
    const allowed = await atConsent.send('consent', { decision: 'allow' });
    const account = await service.get('/account', bearer(token));

    expect([allowed.status, account.status, revoked]).toEqual([200, 200, []]);
  });

  it('is not revoked when an earlier login of the person got the same one', async () => {
    const { plugin, revoked } = createProvider(() => ({ token: 'the same for ever' }));
    const service = await serve([plugin]);
    await connect(service);
    const { token } = await connect(service);
    const flow = await logIn(service);
    await flow.send('consent', { decision: 'deny' });
    await service.revokeDue();
    const early = [...revoked];
    await service.disconnect(token);
    await service.revokeDue();

    expect(early).toEqual([]);
    expect(revoked).toEqual([{ token: 'the same for ever' }]);
  });
});

describe('a code that was replaced by a fresh one', () => {
  it('has shared its grant, which stays', { tags: ['control-49'] }, async () => {
    const { plugin, revoked } = createProvider();
    const service = await serve([plugin]);
    const { session, path } = await createSession(service);
    const lost = await allow(service, session);
    service.advance(30_000);
    const fresh = await readJson(asBackend(service, `${path}/code`));
    await service.store.purge(start + 5 * minute);
    await service.revokeDue();
    const refused = await exchange(service, lost);
    const { token } = await exchange(service, String(fresh.code));
    await service.store.purge(start + 8 * day);
    await service.revokeDue();
    const early = [...revoked];
    await service.disconnect(token);
    await service.revokeDue();

    expect([refused.token, early, revoked]).toEqual(['undefined', [], ['grant 1']]);
  });
});

/*
 * A provider may end everything of one authorization when any of its tokens is revoked (RFC 7009, section
 * 2.1). So the grant that a renewal has replaced is left to the provider.
 */
describe('a grant that was renewed', () => {
  const readRecords = (service: TestService, token: string) =>
    service.get('/records', bearer(token));

  it('is not revoked; the new one is, when the connection ends', async () => {
    const { plugin, revoked } = createProvider();
    const value = { records: [] };
    const list = async () => ({ status: 'ok', value, grant: 'renewed' }) as const;
    const records = { list, read: async () => ({ status: 'not_found' }) as const };
    const service = await serve([{ ...plugin, records }]);
    const { token } = await connect(service);
    const { status } = await readRecords(service, token);
    await service.store.purge(start + 40 * minute);
    await service.revokeDue();
    const early = [...revoked];
    await service.disconnect(token);
    await service.revokeDue();

    expect([status, early, revoked]).toEqual([200, [], ['renewed']]);
  });

  it.each<[string, (service: TestService, token: string) => Promise<unknown>]>([
    ['its account was disconnected', async (service, token) => service.disconnect(token)],
    [
      'its application was deleted',
      async (service) => {
        await deleteApplication(service);
        await service.store.purgeDeleted();
      },
    ],
    [
      'the person has connected the account again',
      async (service) => {
        service.advance(1000);
        await connect(service);
      },
    ],
  ])('too late, because %s, is revoked, too', { tags: ['threat-49'] }, async (_, end) => {
    const { plugin, revoked } = createProvider();
    let finish = () => {};
    const isFinished = new Promise<void>((resolve) => (finish = resolve));
    const list = vi.fn(async () => {
      await isFinished;
      return { status: 'ok', value: { records: [] }, grant: 'renewed' } as const;
    });
    const records = { list, read: async () => ({ status: 'not_found' }) as const };
    const service = await serve([{ ...plugin, records }]);
    const { token } = await connect(service);
    const reading = readRecords(service, token);
    await vi.waitFor(() => expect(list).toHaveBeenCalled());
    await end(service, token);
    finish();
    await reading;
    for (let count = 0; count < 2; count += 1) await service.revokeDue();

    expect([...revoked].sort()).toEqual(['grant 1', 'renewed']);
  });
});

describe('a revocation that fails', () => {
  it('is tried again later, and longer later each time', { tags: ['threat-49'] }, async () => {
    const { plugin } = createProvider();
    plugin.revoke.mockRejectedValue(new Error('down'));
    const service = await serve([plugin]);
    await (await logIn(service)).send('back');

    // Each give or take a quarter, and so on to a day.
    const waits = [5, 20, 80, 320, 1280, 5120, 20_480, 81_920, day / 1000, day / 1000];
    const tries: number[][] = [];
    await service.revokeDue();
    for (const wait of waits) {
      const seen: number[] = [];
      for (const step of [750 * wait - 1, 500 * wait + 2]) {
        service.advance(step);
        await service.revokeDue();
        seen.push(plugin.revoke.mock.calls.length);
      }
      tries.push(seen);
    }
    plugin.revoke.mockResolvedValue();
    service.advance(2 * day);
    await service.revokeDue();

    expect(tries).toEqual(waits.map((_, index) => [index + 1, index + 2]));
    expect(await service.store.revocations.count()).toBe(0);
    expect(service.readLog()).toMatch(/"provider_id":"fake".*down.*"provider failed"/);
  });

  it('is shown in the metrics, as are those that wait and those that succeed', async () => {
    const { plugin } = createProvider();
    plugin.revoke.mockRejectedValueOnce(new Error('down'));
    const service = await serve([plugin]);
    await (await logIn(service)).send('back');
    const waiting = await service.readMetrics();
    await service.revokeDue();
    const failed = await service.readMetrics();
    service.advance(day);
    await service.revokeDue();
    const revoked = await service.readMetrics();

    expect(waiting).toContain('connect_revocations_pending 1');
    expect(failed).toContain('connect_revocations_total{result="failed"} 1');
    expect(failed).toContain('connect_revocations_pending 1');
    expect(revoked).toContain('connect_revocations_total{result="revoked"} 1');
    expect(revoked).toContain('connect_revocations_pending 0');
  });

  it.each<[string, readonly Buffer[], boolean]>([
    ['plug-in', [grantKey], false],
    ['key', [randomBytes(32)], true],
  ])(
    'because its %s is missing is logged, kept, and done when it is back',
    { tags: ['threat-49'] },
    async (_, keys, has) => {
      const { plugin, revoked } = createProvider();
      const before = await serve([plugin]);
      await (await logIn(before)).send('back');
      const other = { ...plugin, info: { ...plugin.info, id: 'other' } };

      const without = await serve([has ? plugin : other], { keys, store: before.store });
      await without.revokeDue();
      const kept = await before.store.revocations.count();
      before.advance(minute);
      await before.revokeDue();

      expect(without.readLog()).toMatch(/"provider_id":"fake".*a grant/);
      expect([kept, revoked]).toEqual([1, ['grant 1']]);
    },
  );

  it('needs no second try when the plug-in revokes nothing', async () => {
    const { plugin } = createProvider();
    const { revoke: _, ...other } = plugin;
    const service = await serve([other]);
    await (await logIn(service)).send('back');
    await service.revokeDue();

    expect(await service.store.revocations.count()).toBe(0);
  });
});

describe('two processes', () => {
  it('share the work: each grant is revoked once', async () => {
    const { plugin, revoked } = createProvider();
    const first = await serve([plugin]);
    const second = await serve([plugin], { store: first.store });
    for (let count = 0; count < 30; count += 1) await (await logIn(first)).send('back');

    await Promise.all([first.revokeDue(), second.revokeDue(), first.revokeDue()]);

    expect(revoked).toHaveLength(30);
    expect(new Set(revoked).size).toBe(30);
  });

  it('lose nothing when one of them dies during a call', { tags: ['threat-49'] }, async () => {
    const { plugin, revoked } = createProvider();
    const dying = await serve([plugin]);
    const other = await serve([plugin], { store: dying.store });
    await (await logIn(dying)).send('back');
    plugin.revoke.mockImplementationOnce(() => new Promise(() => {}));
    // After 20 s the call fails, and the database of this test is closed.
    dying.revokeDue().catch(() => {});
    await vi.waitFor(() => expect(plugin.revoke).toHaveBeenCalledOnce());

    await other.revokeDue();
    const early = [...revoked];
    other.advance(2 * minute);
    await other.revokeDue();

    expect([early, revoked]).toEqual([[], ['grant 1']]);
  });
});

it('keeps waiting grants encrypted, and out of the log', async () => {
  const { plugin } = createProvider();
  plugin.revoke.mockRejectedValue(new Error('down'));
  const service = await serve([plugin]);
  await (await logIn(service)).send('back');
  await service.revokeDue();
  service.advance(day);
  const taken = await service.store.revocations.take({
    now: Number.MAX_SAFE_INTEGER,
    until: Number.MAX_SAFE_INTEGER,
    count: 10,
  });

  expect(taken).toMatchObject([{ grant: { provider_id: 'fake' }, attempts: 2 }]);
  expect(JSON.stringify(taken)).not.toContain('grant 1');
  expect(service.readLog()).not.toContain('grant 1');
});
