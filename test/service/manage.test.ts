import type { CredentialProvider, ProviderPlugin } from 'tax-connect/providers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestService, type TestService } from './harness.ts';
import { createProviders, fake, fakeSite } from './plugin-service.ts';
import {
  hostOrigin,
  hour,
  liveApplication,
  minute,
  publicUrl,
  start,
  testApplication,
} from './test-application.ts';
import { basic, inTurn, readError, readJson, readStatus } from './world.ts';

const tally = { ...testApplication, name: 'Tally', client_id: 'tally' };
const abacus = { ...testApplication, name: 'Abacus', client_id: 'abacus' };
const ledger = { ...liveApplication, name: 'Ledger', client_id: 'ledger', origins: [hostOrigin] };
const applications = [tally, abacus, ledger];

let service: TestService;

beforeEach(async () => {
  service = await createTestService({ applications });
});

/** An application with access, as the page shows it. */
interface ShownAccess {
  readonly account_id: string;
  readonly application: { readonly name: string };
  readonly last_used_at: number | null;
}

async function signIn(username = 'user_good', providerId = 'sandbox') {
  const visit = await service.startVisit();
  await visit.pick(providerId);
  const answer = await readJson(visit.logIn(username));
  const endAccess = (account_id: string) => visit.send('end-access', { account_id });
  return { visit, answer, endAccess, accesses: answer.accesses as readonly ShownAccess[] };
}

const namesOf = (accesses: readonly ShownAccess[]) =>
  accesses.map(({ application }) => application.name).sort();

describe('GET /manage', () => {
  it('counts together with the pages of Connect', { tags: ['threat-60'] }, async () => {
    service = await createTestService({ rateLimits: { pages: { max: 2, windowMs: minute } } });
    await service.get('/connect?client_id=test_app');

    expect(await readStatus(service.get('/manage'))).toBe(200);
    const begin = service.postFromPage('/connect/flow/begin', { client_id: 'test_app' });
    expect(await readStatus(begin)).toBe(429);
    expect(await readStatus(service.get('/manage'))).toBe(429);
  });

  it('offers each provider once, the sandbox included, which lists test applications', async () => {
    service = await createTestService({ applications, providers: createProviders([fake]) });
    await service.connect({ application: tally });

    const { providers } = await (await service.startVisit()).read('start');
    expect(providers).toMatchObject([
      { id: 'fake', status: 'available' },
      { id: 'sandbox', status: 'available' },
    ]);
    expect(namesOf((await signIn()).accesses)).toEqual(['Tally']);
  });
});

describe('a visit to /manage', () => {
  it('lists every application with access through the account by its name of today, the last consent first', async () => {
    await service.connect({ application: ledger });
    service.advance(minute);
    const { accountId } = await service.connect({ application: tally });
    service.advance(minute);
    await service.connect({ application: ledger });
    await service.store.applications.register({ ...tally, name: 'Tally & Sons' }, 0);

    const { answer } = await signIn();

    expect(answer).toEqual({
      step: 'manage',
      account: { label: expect.any(String) },
      accesses: [
        expect.objectContaining({
          application: { name: 'Ledger', environment: 'live', logo: null },
        }),
        {
          account_id: accountId,
          application: { name: 'Tally & Sons', environment: 'test', logo: null },
          shares: ['identity', 'returns', 'transcripts', 'forms'],
          granted_at: start + minute,
          ends_at: null,
          last_used_at: null,
          status: 'active',
        },
      ],
    });
  });

  it('lists nothing of another person, another provider, an ended access or a deleted application', async () => {
    await service.connect({ application: tally, username: 'user_slow' });
    await service.connect({ application: ledger, providerId: 'oakline' });
    const ended = await service.connect({ application: abacus });
    await service.disconnect(ended.token);
    await service.connect({ application: tally });
    const before = await signIn();
    await service.admin.post('applications/tally/delete', { name: 'Tally' });

    expect(namesOf(before.accesses)).toEqual(['Tally']);
    expect((await signIn()).accesses).toEqual([]);
  });

  it('leaves out an access whose consent has ended, and says when it will', async () => {
    service = await createTestService({ applications: [{ ...tally, consent_days: 1 }] });
    await service.connect({ application: tally });
    expect((await signIn()).accesses).toMatchObject([{ ends_at: start + 24 * hour }]);
    service.advance(24 * hour);
    expect((await signIn()).accesses).toEqual([]);
  });

  it('says which access needs its person, who can end it', async () => {
    const { accountId: account_id } = await service.connect({ application: tally });
    await service.requireLogin(account_id, tally);

    const { visit, accesses } = await signIn();
    expect(accesses).toMatchObject([{ account_id, status: 'login_required' }]);
    const ended = { ended: 'Tally', accesses: [] };
    expect(await visit.read('end-access', { account_id })).toEqual(ended);
  });

  it('says when an application has read for the last time, to the hour', async () => {
    const { get } = await service.connect({ application: tally });
    const readLastUse = async () => {
      await get('/records');
      return (await signIn()).accesses[0]?.last_used_at;
    };
    service.advance(minute);
    await get('/records');
    service.advance(minute);
    const first = await readLastUse();
    service.advance(hour);
    const later = await readLastUse();
    service.advance(-2 * hour);

    expect(first).toBe(start + minute);
    expect(later).toBe(start + 2 * minute + hour);
    expect(await readLastUse()).toBe(start + 2 * minute - hour);
  });

  it('asks for the second factor as Connect does', async () => {
    const visit = await service.startVisit();
    await visit.pick('sandbox');

    expect(await readJson(visit.logIn('user_mfa'))).toMatchObject({ step: 'mfa' });
    const wrong = visit.send('answer', { answer: '000000' });
    expect(await readError(wrong)).toEqual([401, 'invalid_one_time_code']);
    const right = await visit.read('answer', { answer: '123456' });
    expect(right).toMatchObject({ step: 'manage', accesses: [] });
  });

  it('answers a login again whose answer was lost', async () => {
    await service.connect({ application: tally });
    const { visit, answer } = await signIn();

    expect(await readJson(visit.logIn())).toEqual(answer);
  });

  it('ends one access, and tells its application once', { tags: ['control-60'] }, async () => {
    const first = await service.connect({ application: tally });
    const second = await service.connect({ application: abacus });
    const { visit, accesses } = await signIn();
    expect(namesOf(accesses)).toEqual(['Abacus', 'Tally']);

    const { accountId: account_id } = first;
    const ended = await visit.read('end-access', { account_id });
    expect(ended).toMatchObject({
      ended: 'Tally',
      accesses: [{ application: { name: 'Abacus' } }],
    });
    // The answer was lost, so the page sends it again.
    expect(await visit.read('end-access', { account_id })).toEqual(ended);
    expect(await readStatus(first.get('/account'))).toBe(401);
    expect(await readStatus(first.get('/records'))).toBe(401);
    expect(await readStatus(second.get('/account'))).toBe(200);
    const events = await service.listEvents(basic(tally));
    const data = { account_id, provider_id: 'sandbox', by: 'person' };
    expect(events.filter(({ type }) => type === 'connection.disconnected')).toMatchObject([
      { data },
    ]);
  });

  it('ends no access of another person', { tags: ['threat-60'] }, async () => {
    const foreign = await service.connect({ application: tally, username: 'user_slow' });
    const own = await service.connect({ application: tally });
    const { endAccess } = await signIn();

    const refused = await endAccess(foreign.accountId);
    expect(refused.status).toBe(404);
    expect(await refused.text()).toBe(await (await endAccess('account_unknown')).text());
    expect(await readStatus(foreign.get('/account'))).toBe(200);
    expect(await readStatus(endAccess(own.accountId))).toBe(200);
  });

  it('ends nothing before the sign-in, or after going back', { tags: ['threat-60'] }, async () => {
    const { accountId, get } = await service.connect({ application: tally });
    const visit = await service.startVisit();
    const tryToEnd = () => readError(visit.send('end-access', { account_id: accountId }));
    await visit.pick('sandbox');

    const early = await tryToEnd();
    await visit.logIn('user_mfa');
    const beforeSecondFactor = await tryToEnd();
    const { visit: signedIn } = await signIn();
    await signedIn.send('back');
    const late = await signedIn.send('end-access', { account_id: accountId });

    for (const refused of [early, beforeSecondFactor, await readError(late)]) {
      expect(refused).toEqual([409, 'invalid_step']);
    }
    expect(await readStatus(get('/account'))).toBe(200);
  });

  it('is over ten minutes after the sign-in', { tags: ['threat-60'] }, async () => {
    const first = await service.connect({ application: tally });
    const second = await service.connect({ application: abacus });
    const { endAccess } = await signIn();

    service.advance(9 * minute);
    expect(await readStatus(endAccess(first.accountId))).toBe(200);
    service.advance(minute);
    expect(await readError(endAccess(second.accountId))).toEqual([401, 'session_expired']);
    expect(await readStatus(second.get('/account'))).toBe(200);
  });

  it('gives no code, and joins no window or session', { tags: ['threat-60'] }, async () => {
    const { visit } = await signIn();
    const popup = await service.startVisit();
    const handoff = { handoff: 'h'.repeat(43), provider_id: null };

    for (const answer of [
      await visit.send('consent', { decision: 'allow' }),
      await visit.send('code'),
      await visit.send('events'),
      await popup.send('handoff', handoff),
    ]) {
      expect([400, 409]).toContain(answer.status);
    }
  });

  it('is the only kind of flow that ends accesses', { tags: ['threat-60'] }, async () => {
    const { accountId: account_id, get } = await service.connect({ application: tally });
    const flow = await service.signIn({ application: tally });

    expect(await readStatus(flow.send('end-access', { account_id }))).toBe(400);
    expect(await readStatus(get('/account'))).toBe(200);
  });

  it('counts wrong passwords together with those in Connect', { tags: ['threat-60'] }, async () => {
    const visit = await service.startVisit();
    const flow = await service.startFlow({ clientId: 'tally' });
    for (const one of [visit, flow]) {
      await one.pick('sandbox');
      await inTurn(5, () => one.logIn('user_good', 'wrong'));
    }

    const locked = await visit.logIn();
    service.advance(minute);

    expect(await readError(locked)).toEqual([429, 'too_many_attempts']);
    expect(await readStatus(visit.logIn())).toBe(200);
    // Which clears them.
    const after = await inTurn(10, () => readStatus(flow.logIn('user_good', 'wrong')));
    expect(after).toEqual(Array(10).fill(401));
  });

  it('uses up no test sign-in of an application', async () => {
    service = await createTestService({ applications: [{ ...tally, submission_limit: 2 }] });
    await service.connect({ application: tally });

    const visits = await inTurn(4, () => signIn());

    expect(visits.map(({ answer }) => answer.step)).toEqual(Array(4).fill('manage'));
  });
});

describe('a visit at a plug-in', () => {
  const serve = async (plugin: ProviderPlugin) => {
    service = await createTestService({ applications, providers: createProviders([plugin]) });
  };

  it('lists no test application of another provider’s ID', { tags: ['threat-60'] }, async () => {
    await serve({ ...fake, info: { ...fake.info, id: 'sandbox' } });
    await service.connect({ application: tally });
    await service.connect({ application: ledger, username: 'user_good' });

    expect(namesOf((await signIn()).accesses)).toEqual(['Ledger']);
  });

  it('has no client ID', async () => {
    const begin = vi.fn(fake.begin);
    await serve({ ...fake, begin });

    await signIn('me', 'fake');

    expect(begin.mock.lastCall?.[1]).toMatchObject({ clientId: '', environment: 'live' });
  });

  it('takes no other visit’s return, or Connect’s', {
    tags: ['threat-60', 'control-60'],
  }, async () => {
    await serve(fakeSite);
    const visit = await service.startVisit();
    const ofConnect = await service.startFlow({ clientId: 'ledger' });
    const queries: string[] = [];
    for (const flow of [await service.startVisit(), ofConnect, visit]) {
      await flow.pick('fake');
      queries.push(`code=abc&state=${(await flow.leaveForSite()).state}`);
    }

    const [planted, foreign, own] = await inTurn(3, (index) =>
      visit.comeBack(queries[index] ?? ''),
    );

    for (const refused of [planted, foreign]) {
      expect(await readError(refused as Response)).toEqual([409, 'invalid_step']);
    }
    expect(await readJson(own as Response)).toMatchObject({ step: 'manage' });
  });
});

/** An operator's module may have a provider with the ID of the sandbox, which is closed. */
const closed = {
  ...fake,
  info: { ...fake.info, id: 'sandbox', status: 'unavailable' },
} as const;

const beyond = 'https://connect.example';

/** A visit to `/manage` of a service whose `PUBLIC_URL` is this. */
async function visitAt(address: string, loaded?: readonly CredentialProvider[]) {
  const service = await createTestService({
    config: { publicUrl: address },
    providers: createProviders(loaded),
  });
  const flow = await service.startVisit({ Origin: address });
  const { providers } = await flow.read('start');
  return { flow, ids: (providers as readonly { id: string }[]).map(({ id }) => id) };
}

describe('/manage of a service beyond loopback', () => {
  it.each([
    ['without plug-ins', undefined, []],
    ['with a plug-in', [fake], ['fake']],
    ['with a closed plug-in of the same ID', [closed], []],
  ] as const)(
    'has no provider whose logins are published: %s',
    { tags: ['threat-67'] },
    async (_, loaded, expected) => {
      const { flow, ids } = await visitAt(beyond, loaded);
      expect(ids).toEqual(expected);
      expect(await readError(flow.pick('sandbox'))).toEqual([403, 'provider_unavailable']);
      expect((await flow.logIn()).status).toBe(409);
    },
  );

  it('lets people in at the operator’s own providers', { tags: ['control-67'] }, async () => {
    const { flow } = await visitAt(beyond, [fake]);
    await flow.pick('fake');
    expect(await readJson(flow.logIn('person'))).toMatchObject({ step: 'manage' });
  });

  it('has them on loopback, which has one developer', { tags: ['control-67'] }, async () => {
    const { flow, ids } = await visitAt(publicUrl);
    expect(ids).toContain('sandbox');
    await flow.pick('sandbox');
    expect(await readJson(flow.logIn())).toMatchObject({ step: 'manage' });
  });
});
