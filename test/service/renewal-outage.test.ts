import type { ProviderPlugin, ProviderRecords } from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { openTestStore } from './database.ts';
import { prepareOutage } from './outage.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider, taxReturn } from './record-provider.ts';
import { stopClock } from './stopped-clock.ts';
import { second } from './test-application.ts';
import { readError, readJson } from './world.ts';

/**
 * A connected account whose token has expired, at two processes. The provider accepts a token once: renewing with
 * an old one ends the grant.
 */
async function createRotating() {
  const store = await openTestStore();
  const outage = prepareOutage(store);
  const { plugin, records, state } = createProvider();
  const during: { run: () => unknown } = { run() {} };
  const refresh = vi.fn<NonNullable<ProviderPlugin['refresh']>>(async ({ grant }) => {
    if ((grant as { token: number }).token !== state.valid - 1) return { status: 'login_required' };
    const renewed = { token: state.valid };
    await during.run();
    return { status: 'ok', value: null, grant: renewed };
  });
  const one = await servePlugin({ ...plugin, refresh }, store);
  const other = await servePlugin({ ...plugin, refresh }, store);
  const { token, get } = await connect(one);
  state.valid = 2;
  stopClock();
  const readStatus = async () => (await readJson(get('/account'))).status;
  return {
    ...{ store, outage, one, other, records, refresh, get, readStatus, during },
    getThere: other.asOwner(token).get,
  };
}

const unavailable = [503, 'server_error'];

describe('the database goes away during a renewal', {
  tags: ['threat-56', 'threat-69'],
}, () => {
  it('for 60 s: the read is refused as our fault, and the next one has the new grant', async () => {
    const { outage, one, other, get, getThere, refresh, readStatus, during } =
      await createRotating();
    during.run = outage.takeAway;

    const { value: read } = await outage.move(get('/records'));
    await outage.pass(60);
    one.advance(60 * second);
    other.advance(60 * second);
    outage.giveBack();
    // The first process has not tried again yet. Its lease keeps the second one from renewing.
    const { value: next } = await outage.move(getThere('/records'));

    expect(read.headers.get('Retry-After')).toBe('5');
    expect(await readError(read)).toEqual(unavailable);
    expect(one.readLog()).not.toContain('provider failed');
    expect(await one.readMetrics()).not.toMatch(/^connect_provider_reads_total\{.*fake/m);
    expect(next.status).toBe(200);
    expect(refresh).toHaveBeenCalledOnce();
    expect(await readStatus()).toBe('active');
  });

  it('and the provider asks for its person: that is stored, and asked once', async () => {
    const { outage, get, refresh, during, readStatus } = await createRotating();
    refresh.mockImplementation(async () => {
      during.run();
      return { status: 'login_required' };
    });
    during.run = () => outage.takeAwayFor(20 * second);

    const { value: read } = await outage.move(get('/records'));
    await outage.pass(30);

    expect(await readError(read)).toEqual(unavailable);
    expect(await readError(get('/records'))).toEqual([409, 'login_required']);
    expect(await readStatus()).toBe('login_required');
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('and the provider fails, too: the next read may renew at once', async () => {
    const { outage, get, refresh, during } = await createRotating();
    refresh.mockImplementationOnce(async () => {
      during.run();
      return { status: 'failed' };
    });
    during.run = () => outage.takeAwayFor(20 * second);

    await outage.move(get('/records'));
    await outage.pass(30);
    during.run = () => {};
    const { value: next, seconds } = await outage.move(get('/records'));

    expect([next.status, refresh.mock.calls.length]).toEqual([200, 2]);
    expect(seconds).toBeLessThan(5);
  });

  it('while the lease is taken: the provider is not asked, and the next read renews at once', async () => {
    const { outage, store, get, refresh } = await createRotating();
    outage.loseAnswer('accounts.startRenewal');
    const start = vi.spyOn(store.accounts, 'startRenewal');

    const { value: read } = await outage.move(get('/records'));
    const { value: next } = await outage.move(get('/records'));

    expect(await readError(read)).toEqual(unavailable);
    expect(next.status).toBe(200);
    expect(refresh).toHaveBeenCalledOnce();
    // So long, others would wait for a process that has been killed.
    for (const [{ now, until }] of start.mock.calls) expect(until - now).toBe(100 * second);
  });

  it('with the process: others wait, and do not blame the provider', async () => {
    const { outage, store, other, get, getThere, refresh } = await createRotating();
    const { account_id } = await readJson(get('/account'));
    const lease = { accountId: String(account_id), grantRevision: 0, id: 'killed', now: 1 };
    const held = await store.accounts.findGrant(lease.accountId);
    const grantRevision = held?.grant_revision ?? 0;
    await store.accounts.startRenewal({ ...lease, grantRevision, until: 1_700_000_100_000 });

    const { value: read } = await outage.move(getThere('/records'));
    other.advance(101 * second);
    const { value: control } = await outage.move(getThere('/records'));

    expect(await readError(read)).toEqual(unavailable);
    expect(other.readLog()).not.toContain('provider failed');
    expect(control.status).toBe(200);
    expect(refresh).toHaveBeenCalledOnce();
  });

  type Rotating = Awaited<ReturnType<typeof createRotating>>;

  it.each<[string, (world: Rotating) => unknown, readonly unknown[]]>([
    ['for 2.5 s: the read waits', ({ outage }) => outage.takeAwayFor(2.5 * second), [200]],
    [
      'after COMMIT: the read goes on',
      ({ outage }) => outage.loseAnswer('accounts.replaceGrant'),
      [200],
    ],
    [
      'and the provider answers too late',
      async ({ outage }) => {
        await new Promise((resolve) => setTimeout(resolve, 22 * second));
        outage.takeAwayFor(40 * second);
      },
      [504, 'provider_timeout'],
    ],
  ])('%s, and the grant is kept', async (_, act, [status, error]) => {
    const world = await createRotating();
    const { outage, get, refresh, during } = world;
    during.run = () => act(world);

    const { value: read } = await outage.move(get('/records'));
    await outage.pass(60);

    expect(await readError(read)).toEqual([status, error]);
    expect((await get('/records')).status).toBe(200);
    expect(refresh).toHaveBeenCalledOnce();
  });
});

describe('a grant beside the value of a read', { tags: ['threat-56'] }, () => {
  const methods: readonly (readonly [keyof ProviderRecords, string])[] = [
    ['list', '/records'],
    ['read', '/records/r1'],
    ['file', '/records/r1/files/f1'],
  ];

  it.each(methods)('of %s is kept when the database goes away meanwhile', async (name, path) => {
    const { outage, get, records, refresh } = await createRotating();
    const method = records[name].getMockImplementation() as (...given: unknown[]) => unknown;
    const answerOnce = async (request: unknown, context: object) => {
      // The plug-in renews by itself.
      const renewed = { ...context, grant: { token: 2 } };
      const answer = (await method(request, renewed)) as object;
      outage.takeAwayFor(40 * second);
      return { ...answer, grant: renewed.grant } as never;
    };
    records[name].mockImplementationOnce(answerOnce);

    // A file is sent when its record has been read.
    if (name === 'file') {
      records.read.mockResolvedValueOnce({ status: 'ok', value: { ...taxReturn, data: {} } });
    }

    const { value: read } = await outage.move(get(path));
    await read.text();
    await outage.pass(60);

    expect(read.status).toBe(200);
    expect((await get('/records')).status).toBe(200);
    expect(refresh).not.toHaveBeenCalled();
  });

  it('is kept when it comes after the application has left', async () => {
    const { outage, get, records, refresh } = await createRotating();
    const leaving = new AbortController();
    records.list.mockImplementationOnce(async () => {
      leaving.abort();
      await new Promise((resolve) => setTimeout(resolve, second));
      return { status: 'ok', value: { records: [] }, grant: { token: 2 } };
    });

    await outage.move(Promise.resolve(get('/records', { signal: leaving.signal })).catch(() => {}));
    await outage.pass(3);

    expect((await get('/records')).status).toBe(200);
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('a plug-in is asked a counted number of times', () => {
  const renewingList = async (_: unknown, context: { renewGrant(): Promise<unknown> }) => {
    await context.renewGrant();
    return { status: 'ok', value: { records: [] } } as const;
  };

  it.each([
    ['ok without a grant', { status: 'ok', value: null }, 200],
    ['ok with a grant', { status: 'ok', value: null, grant: { token: 2 } }, 200],
    ['login_required', { status: 'login_required' }, 409],
    ['failed', { status: 'failed' }, 502],
    ['not_found', { status: 'not_found' }, 502],
  ])('once, when refresh answers %s for an account without a grant', async (_, answer, status) => {
    const { plugin, records } = createProvider();
    records.list.mockImplementation(renewingList);
    const refresh = vi.fn(async () => answer as never);
    const begin = async () => ({ status: 'accepted', subject: 'person', label: 'person' }) as const;
    const { get } = await connect(await servePlugin({ ...plugin, begin, refresh }));

    expect((await get('/records')).status).toBe(status);
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('once more, when it refuses a grant that another process has replaced, each time', async () => {
    const { outage, store, get, records } = await createRotating();
    const { account_id } = await readJson(get('/account'));
    records.list.mockImplementation(async () => {
      const held = await store.accounts.findGrant(String(account_id));
      if (!held) throw new Error('There is no such account.');
      await store.accounts.replaceGrant({
        ...{ ...held, account_id: String(account_id), environment: 'live' },
        ...{ client_id: 'live_app', provider_id: 'fake', subject: 'person' },
        sealed_grant: held.sealed_grant ?? '',
      });
      return { status: 'login_required' };
    });

    const { value: read } = await outage.move(get('/records'));

    expect(await readError(read)).toEqual([502, 'provider_failed']);
    expect(records.list).toHaveBeenCalledTimes(2);
  });

  it('twenty times, when it renews for ever, which the log says', async () => {
    const { plugin, records } = createProvider();
    records.list.mockImplementation(async (_, context) => {
      // A loop without an end would stop all tests when nothing stops it.
      for (let count = 0; count < 100; count += 1) await context.renewGrant();
      return { status: 'ok', value: { records: [] } };
    });
    const refresh = vi.fn(async () => ({ status: 'ok', value: null, grant: 1 }) as const);
    const service = await servePlugin({ ...plugin, refresh });
    const { get } = await connect(service);

    expect(await readError(get('/records'))).toEqual([502, 'provider_failed']);
    expect(refresh).toHaveBeenCalledTimes(20);
    expect(service.readLog()).toContain('renewGrant was called 21 times');
  });
});
