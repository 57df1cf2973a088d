import { randomBytes } from 'node:crypto';
import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { openQueriedStore } from './database.ts';
import { applications, atOnce, brief, byTime, createGrantWorld, sortGrants } from './grant-ways.ts';
import { createTestService, type TestService } from './harness.ts';
import { createProviders, fake } from './plugin-service.ts';
import { day, live, minute, start } from './test-application.ts';
import { basic, readJson } from './world.ts';

const grantKey = randomBytes(32);

/** A provider as `grant-ways.ts` describes it, which records the grants that it was asked to revoke. */
function createProvider(makeGrant = (name: string, count: number): unknown => `${name} ${count}`) {
  const counts = new Map<string, number>();
  const revoked: unknown[] = [];
  const held = new Map<string, { end(): void }>();
  const hold = (name: string) => new Promise<void>((end) => held.set(name, { end }));
  const plugin = {
    ...fake,
    async begin({ username = '' }): Promise<LoginOutcome> {
      if (username.startsWith('slow ')) await hold(username);
      const count = (counts.get(username) ?? 0) + 1;
      counts.set(username, count);
      const grant = makeGrant(username, count);
      return { status: 'accepted', subject: username, label: username, grant };
    },
    revoke: vi.fn(async (grant: unknown): Promise<void> => {
      revoked.push(grant);
    }),
    records: {
      async list(_: unknown, { grant }: { readonly grant?: unknown }) {
        await hold(String(grant));
        return { status: 'ok', value: { records: [] }, grant: `${grant} renewed` } as const;
      },
      read: async () => ({ status: 'not_found' }) as const,
    },
  } satisfies CredentialProvider;
  return { plugin, revoked, held };
}

async function serve(
  plugin: CredentialProvider,
  { keys = [grantKey], store }: { keys?: readonly Buffer[]; store?: TestService['store'] } = {},
): Promise<TestService> {
  const providers = createProviders([plugin], keys);
  return await createTestService({ applications, providers, ...(store ? { store } : {}) });
}

/** A service with this provider. */
async function serveProvider(makeGrant?: Parameters<typeof createProvider>[0]) {
  const provider = createProvider(makeGrant);
  const service = await serve(provider.plugin);
  /** Revokes what is due. @returns every grant that has been revoked so far */
  async function revoke(): Promise<readonly unknown[]> {
    await service.revokeDue();
    return [...provider.revoked];
  }
  return { ...provider, service, revoke };
}

const visit = { application: live, providerId: 'fake', username: 'me' };

/** A person signs in and goes back. */
const giveUp = async (service: TestService) => (await service.signIn(visit)).send('back');

describe('a grant is revoked at its provider when', { tags: ['threat-49'] }, () => {
  it.for([...atOnce, ...byTime])('%s', async ([, act, grants, afterMs = 0]) => {
    const { revoked, held, service } = await serveProvider();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

    await act(createGrantWorld(service, held));
    vi.useRealTimers();
    await service.store.purgeDeleted();
    await service.store.purge(start + afterMs);

    await expect
      .poll(async () => {
        await service.revokeDue();
        return sortGrants(revoked);
      })
      .toEqual(sortGrants(grants));
    expect(await service.store.revocations.count()).toBe(0);
  });

  it.each<[what: string, act: (service: TestService) => Promise<unknown>]>([
    [
      'the application was deleted',
      async ({ admin, store }) => {
        await admin.post('applications/brief_app/delete', { name: brief.name });
        await store.purgeDeleted();
      },
    ],
    ['the consent has ended', ({ store }) => store.purge(start + day)],
  ])('it is renewed after %s', async (_, act) => {
    const { held, service, revoke } = await serveProvider();
    const world = createGrantWorld(service, held);
    const { token } = await world.connect('me', { app: brief });
    await world.readLate(token, 'me 1', () => act(service));
    await revoke();

    expect([...(await revoke())].sort()).toEqual(['me 1', 'me 1 renewed']);
  });

  it('its application has the client ID of a deleted one, which the plug-in gets as it is registered', async () => {
    const { plugin, service } = await serveProvider();
    await service.admin.post('applications/live_app/delete', { name: live.name });
    await service.store.applications.register(live, 0);
    const { token } = await service.connect(visit);
    await service.disconnect(token);
    await service.revokeDue();

    const context = expect.objectContaining({ clientId: live.client_id });
    expect(plugin.revoke.mock.calls).toEqual([['me 1', context]]);
  });
});

it('a sign-in that is sent twice at once keeps one grant, and the other is revoked', {
  tags: ['threat-49'],
}, async () => {
  const { plugin, revoked } = createProvider();
  let calls = 0;
  const begin: CredentialProvider['begin'] = async (fields) => {
    calls += 1;
    await vi.waitUntil(() => calls === 2);
    return await plugin.begin(fields);
  };
  const service = await serve({ ...plugin, begin });
  const flow = await service.startAt();
  const answers = await Promise.all([flow.logIn('me'), flow.logIn('me')]);
  await service.revokeDue();

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(revoked).toHaveLength(1);
});

describe('a grant that is in use', () => {
  it('is not revoked: connected, at consent, or in a code', { tags: ['control-49'] }, async () => {
    const { service, revoke } = await serveProvider();
    const owner = await service.connect(visit);
    const atConsent = await service.signIn(visit);
    await service.allow(visit);
    await service.store.purge(start);
    const revoked = await revoke();
    const allowed = await atConsent.send('consent', { decision: 'allow' });
    const account = await owner.get('/account');

    expect([allowed.status, account.status, revoked]).toEqual([200, 200, []]);
  });

  it('is not revoked when an earlier login of the person got the same one', async () => {
    const same = { token: 'the same for ever' };
    const { held, service, revoke } = await serveProvider(() => same);
    await service.connect(visit);
    const { token } = await service.connect(visit);
    const flow = await service.signIn(visit);
    await flow.send('consent', { decision: 'deny' });
    await (await createGrantWorld(service, held).visitManage()).logIn('me');
    const early = await revoke();
    await service.disconnect(token);

    expect([early, await revoke()]).toEqual([[], [same]]);
  });

  it('is not revoked while only a flow or a code still holds the same one', async () => {
    const { service, revoke } = await serveProvider(() => 'the same for ever');
    const { token } = await service.connect(visit);
    const flow = await service.signIn(visit);
    await service.disconnect(token);
    const early = await revoke();
    await giveUp(service);
    await flow.allow();

    expect([early, await revoke()]).toEqual([[], []]);
  });
});

it('a code that was replaced by a fresh one has shared its grant, which stays', {
  tags: ['control-49'],
}, async () => {
  const { service, revoke } = await serveProvider();
  const { session, session_id } = await service.makeSession({}, basic(live));
  const lost = await service.allow({ ...visit, session });
  const fresh = await readJson(service.askLater(session_id, basic(live)));
  await service.store.purge(start + 5 * minute);
  await revoke();
  const refused = await service.finish(lost, live);
  const { token } = await service.finish(fresh.code, live);
  await service.store.purge(start + 8 * day);
  const early = await revoke();
  await service.disconnect(token);

  expect([refused.token, early, await revoke()]).toEqual(['undefined', [], ['me 1']]);
});

describe('a grant is revoked when the plug-in', { tags: ['threat-49'] }, () => {
  const answer = (more: object) => async () =>
    ({ status: 'accepted', subject: 'me', label: 'me', grant: 'mine', ...more }) as never;

  it.each<[string, object]>([
    ['misspells the status beside it', { status: 'accept' }],
    ['gives no label beside it', { label: undefined }],
    ['gives a number for a subject beside it', { subject: 7 }],
    ['gives a subject that cannot be stored', { subject: 'me\0' }],
    ['makes it too long to be kept', { grant: 'x'.repeat(20_000) }],
  ])('%s', async (_, wrong: { grant?: string }) => {
    const { plugin, revoked } = createProvider();
    const service = await serve({ ...plugin, begin: answer(wrong) });
    const failed = await (await service.startAt()).logIn('me');
    await expect.poll(() => service.store.revocations.count()).toBe(1);
    await service.revokeDue();

    expect([failed.status, revoked]).toEqual([502, [wrong.grant ?? 'mine']]);
  });

  it('gives a number for a subject beside it, unless it is the grant of a connection', async () => {
    const { plugin, revoked, service } = await serveProvider(() => 'mine');
    await service.connect({ ...visit, username: '7' });
    const broken = await serve({ ...plugin, begin: answer({ subject: 7 }) }, service);
    await (await broken.startAt()).logIn('7');
    await expect.poll(() => service.store.revocations.count()).toBe(1);
    await broken.revokeDue();

    expect([await service.store.revocations.count(), revoked]).toEqual([0, []]);
  });

  it('accepts the sign-in when it should send the code again', async () => {
    const { plugin, revoked } = createProvider();
    const challenge = { status: 'challenge', kind: 'code', prompt: 'Code', state: 1 } as const;
    const service = await serve({
      ...plugin,
      begin: async () => ({ ...challenge, canResend: true }),
      resend: answer({}),
    });
    const flow = await service.startAt();
    const { challenge: asked } = await readJson(flow.logIn('me'));
    const failed = await flow.send('resend', { challenge_id: Object(asked).id });
    await expect.poll(() => service.store.revocations.count()).toBe(1);
    await service.revokeDue();

    expect([failed.status, revoked]).toEqual([502, ['mine']]);
  });
});

/*
 * A provider may end everything of one authorization when any of its tokens is revoked (RFC 7009, section
 * 2.1). So the grant that a renewal has replaced is left to the provider.
 */
it('a grant that was renewed is not revoked; the new one is, when the connection ends', async () => {
  const { held, service, revoke } = await serveProvider();
  const { token } = await service.connect(visit);
  await createGrantWorld(service, held).readLate(token, 'me 1', async () => {});
  await service.store.purge(start + 40 * minute);
  const early = await revoke();
  await service.disconnect(token);

  expect([early, await revoke()]).toEqual([[], ['me 1 renewed']]);
});

describe('a revocation that fails', () => {
  it('is tried again later, and longer later each time', { tags: ['threat-49'] }, async () => {
    const { plugin, service } = await serveProvider();
    plugin.revoke.mockRejectedValue(new Error('down'));
    await giveUp(service);

    // The latest of the random times: a quarter later than usual, and so on to a day.
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const waits = [5, 20, 80, 320, 1280, 5120, 20_480, 81_920, day / 1000, day / 1000];
    const tries: number[][] = [];
    await service.revokeDue();
    for (const wait of waits) {
      const seen: number[] = [];
      for (const step of [1250 * wait - 1, 1]) {
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
    const { plugin, service } = await serveProvider();
    plugin.revoke.mockRejectedValueOnce(new Error('down'));
    await giveUp(service);
    expect(await service.readMetrics()).toContain('connect_revocations_pending 1');
    await service.revokeDue();
    const failed = await service.readMetrics();
    service.advance(day);
    await service.revokeDue();
    const revoked = await service.readMetrics();

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
      const before = await serve(plugin);
      await giveUp(before);
      const other = { ...plugin, info: { ...plugin.info, id: 'other' } };

      const without = await serve(has ? plugin : other, { keys, store: before.store });
      await without.revokeDue();
      const kept = await before.store.revocations.count();
      before.advance(minute);
      await before.revokeDue();

      expect(without.readLog()).toMatch(/"provider_id":"fake".*a grant/);
      expect([kept, revoked]).toEqual([1, ['me 1']]);
    },
  );

  it('needs no second try when the plug-in revokes nothing', async () => {
    const { plugin } = createProvider();
    const { revoke: _, ...other } = plugin;
    const service = await serve(other);
    await giveUp(service);
    await service.revokeDue();

    expect(await service.store.revocations.count()).toBe(0);
  });
});

it('a grant outlives its process during the call', { tags: ['threat-49'] }, async () => {
  const { plugin, revoked } = createProvider();
  const dying = await serve(plugin);
  const other = await serve(plugin, { store: dying.store });
  await giveUp(dying);
  plugin.revoke.mockImplementationOnce(() => new Promise(() => {}));
  // After 20 s the call fails, and the database of this test is closed.
  dying.revokeDue().catch(() => {});
  await vi.waitFor(() => expect(plugin.revoke).toHaveBeenCalledOnce());

  await other.revokeDue();
  const early = [...revoked];
  other.advance(2 * minute);
  await other.revokeDue();

  expect([early, revoked]).toEqual([[], ['me 1']]);
});

it('two providers with many grants to revoke leave room for a third', async () => {
  const { store } = await createTestService();
  const owner = { client_id: 'live_app', subject: 'me', sealed_grant: 'sealed' };
  for (const provider_id of ['a', 'b', 'c']) {
    for (let count = provider_id === 'c' ? 1 : 12; count > 0; count -= 1)
      await store.revocations.add({ ...owner, provider_id }, 'live');
  }
  const taken = await store.revocations.take({ now: start, until: start + minute, count: 20 });

  expect(new Set(taken.map(({ queue }) => queue))).toEqual(new Set(['a', 'b', 'c']));
});

it('a revocation that cannot be read does not stop others', async () => {
  const { store, query } = await openQueriedStore();
  const { plugin, revoked } = createProvider();
  const service = await serve(plugin, { store });
  await giveUp(service);
  await query(`UPDATE jobs SET body = '{'`);
  await giveUp(service);
  await service.revokeDue();

  expect(revoked).toEqual(['me 2']);
  expect(service.readLines('one of the revocations failed')).toHaveLength(1);
});

it('keeps waiting grants encrypted, and out of the log', async () => {
  const { plugin, service } = await serveProvider();
  plugin.revoke.mockRejectedValue(new Error('down'));
  await giveUp(service);
  await service.revokeDue();
  service.advance(day);
  const ever = Number.MAX_SAFE_INTEGER;
  const taken = await service.store.revocations.take({ now: ever, until: ever, count: 10 });

  expect(taken).toMatchObject([{ queue: 'fake', attempts: 2 }]);
  expect(JSON.stringify(taken)).not.toContain('me 1');
  expect(service.readLog()).not.toContain('me 1');
});
