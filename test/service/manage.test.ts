import type { CredentialProvider, ProviderPlugin, RedirectProvider } from 'tax-connect/providers';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  basic,
  bearer,
  createTestService,
  hostOrigin,
  hour,
  liveApplication,
  minute,
  readError,
  readJson,
  type TestFlow,
  type TestService,
  testApplication,
} from './harness.ts';
import { createProviders } from './plugin-service.ts';

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
  return { visit, answer, accesses: answer.accesses as readonly ShownAccess[] };
}

/** A provider that gives each login another grant, unless it has only one. */
function createProvider(makeGrant = (count: number): unknown => `grant ${count}`) {
  let count = 0;
  const revoked: unknown[] = [];
  const asked: unknown[] = [];
  const plugin: CredentialProvider = {
    info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
    begin: vi.fn<CredentialProvider['begin']>(async (_, { clientId, environment }) => {
      asked.push({ clientId, environment });
      count += 1;
      return { status: 'accepted', subject: 'person', label: 'A. P.', grant: makeGrant(count) };
    }),
    answer: async () => ({ status: 'failed' }),
    async revoke(grant) {
      revoked.push(grant);
    },
  };
  return { plugin, revoked, asked };
}

const namesOf = (accesses: readonly ShownAccess[]) =>
  accesses.map(({ application }) => application.name).sort();

describe('GET /manage', () => {
  it('is a page that no other page may frame', async () => {
    const response = await service.get('/manage', {
      'Sec-Fetch-Dest': 'iframe',
      Referer: `${hostOrigin}/`,
    });

    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
    expect(response.headers.get('X-Frame-Options')).toBe('DENY');
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('gives the page that opens it no handle, unlike the page of Connect', {
    tags: ['threat-60', 'control-60'],
  }, async () => {
    const readPolicy = async (path: string) =>
      (await service.get(path)).headers.get('Cross-Origin-Opener-Policy');

    expect(await readPolicy('/manage')).toBe('same-origin');
    expect(await readPolicy('/connect?client_id=test_app')).toBeNull();
  });

  it('counts together with the pages of Connect', { tags: ['threat-60'] }, async () => {
    service = await createTestService({
      rateLimits: { pages: { max: 2, windowMs: minute } },
    });
    await service.get('/connect?client_id=test_app');

    const last = await service.get('/manage');
    const refused = await service.get('/manage');

    expect([last.status, refused.status]).toEqual([200, 429]);
  });

  it('offers each provider once, the sandbox of test applications included', async () => {
    service = await createTestService({
      providers: createProviders([createProvider().plugin]),
    });
    const visit = await service.startVisit();

    const { providers } = await visit.read('start');

    expect(providers).toMatchObject([
      { id: 'fake', status: 'available' },
      { id: 'sandbox', status: 'available' },
    ]);
  });
});

describe('a visit to /manage', () => {
  it('lists every application with access through the account', async () => {
    const { accountId } = await service.connect({ application: tally });
    service.advance(minute);
    await service.connect({ application: ledger });

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
          application: { name: 'Tally', environment: 'test', logo: null },
          shares: ['identity', 'returns', 'transcripts', 'forms'],
          granted_at: 1_700_000_000_000,
          ends_at: null,
          last_used_at: null,
          status: 'active',
        },
      ],
    });
  });

  it('lists nothing of another person, of another provider, or of an ended access', async () => {
    await service.connect({ application: tally, username: 'user_slow' });
    await service.connect({ application: ledger, providerId: 'oakline' });
    const ended = await service.connect({ application: abacus });
    await service.disconnect(ended.token);

    const { accesses } = await signIn();

    expect(accesses).toEqual([]);
  });

  it('leaves out an access whose consent has ended, and says when it will', async () => {
    service = await createTestService({ applications: [{ ...tally, consent_days: 1 }] });
    await service.connect({ application: tally });
    const [before] = (await signIn()).accesses;
    service.advance(24 * hour);

    const { accesses } = await signIn();

    expect(before).toMatchObject({ ends_at: 1_700_000_000_000 + 24 * hour });
    expect(accesses).toEqual([]);
  });

  it('says which access needs its person, who can end it', async () => {
    const { accountId } = await service.connect({ application: tally });
    await service.requireLogin(accountId, tally);

    const { visit, accesses } = await signIn();
    const ended = await visit.send('end-access', { account_id: accountId });

    expect(accesses).toMatchObject([{ account_id: accountId, status: 'login_required' }]);
    expect(await readJson(ended)).toEqual({ ended: 'Tally', accesses: [] });
  });

  it('calls an application by its name of today', async () => {
    await service.connect({ application: tally });
    await service.store.applications.register({ ...tally, name: 'Tally & Sons' });

    const { accesses } = await signIn();

    expect(namesOf(accesses)).toEqual(['Tally & Sons']);
  });

  it('says when an application has read for the last time, to the hour', async () => {
    const { token } = await service.connect({ application: tally });
    service.advance(minute);
    await service.get('/records', bearer(token));
    service.advance(minute);
    await service.get('/records', bearer(token));
    const [first] = (await signIn()).accesses;
    service.advance(hour);
    await service.get('/records', bearer(token));
    const [later] = (await signIn()).accesses;

    expect(first?.last_used_at).toBe(1_700_000_000_000 + minute);
    expect(later?.last_used_at).toBe(1_700_000_000_000 + 2 * minute + hour);
  });

  it('asks for the second factor as Connect does', async () => {
    const visit = await service.startVisit();
    await visit.pick('sandbox');

    const asked = await readJson(visit.logIn('user_mfa'));
    const wrong = await visit.send('answer', { answer: '000000' });
    const right = await visit.read('answer', { answer: '123456' });

    expect(asked.step).toBe('mfa');
    expect(await readError(wrong)).toEqual([401, 'invalid_one_time_code']);
    expect(right).toMatchObject({ step: 'manage', accesses: [] });
  });

  it('answers a login again whose answer was lost', async () => {
    await service.connect({ application: tally });
    const { visit, answer } = await signIn();

    const again = await readJson(visit.logIn());

    expect(again).toEqual(answer);
  });

  it('ends the access of one application, and of no other', { tags: ['control-60'] }, async () => {
    const first = await service.connect({ application: tally });
    const second = await service.connect({ application: abacus });
    const { visit, accesses } = await signIn();

    const ended = await visit.send('end-access', { account_id: first.accountId });
    const remaining = (await readJson(ended)).accesses as readonly ShownAccess[];

    expect(namesOf(accesses)).toEqual(['Abacus', 'Tally']);
    expect(namesOf(remaining)).toEqual(['Abacus']);
    expect((await service.get('/account', bearer(first.token))).status).toBe(401);
    expect((await service.get('/records', bearer(first.token))).status).toBe(401);
    expect((await service.get('/account', bearer(second.token))).status).toBe(200);
  });

  it('tells the application once that its person has ended the access', async () => {
    const { accountId } = await service.connect({ application: tally });
    const { visit } = await signIn();
    await visit.send('end-access', { account_id: accountId });
    const again = await visit.read('end-access', { account_id: accountId });
    const events = await service.listEvents(basic(tally));

    // The answer of the first was lost, so its page sends it again.
    expect(again).toEqual({ ended: 'Tally', accesses: [] });

    expect(events.filter(({ type }) => type === 'connection.disconnected')).toEqual([
      expect.objectContaining({
        data: { account_id: accountId, provider_id: 'sandbox', by: 'person' },
      }),
    ]);
  });

  it('leaves no code to the application that it got before', { tags: ['threat-60'] }, async () => {
    const { accountId } = await service.connect({ application: tally });
    const kept = await service.allow({ application: tally });
    service.advance(1000);
    await (await signIn()).visit.send('end-access', { account_id: accountId });

    const { client_id } = tally;
    const refused = await service.exchange({ client_id, code: kept });
    const listed = (await signIn()).accesses;
    service.advance(1000);
    const code = await service.allow({ application: tally });
    const again = await service.exchange({ client_id, code });

    expect(await readError(refused)).toEqual([400, 'invalid_grant']);
    expect(listed).toEqual([]);
    expect(again.status).toBe(200);
  });

  it('ends no access of another person', { tags: ['threat-60'] }, async () => {
    const foreign = await service.connect({ application: tally, username: 'user_slow' });
    const own = await service.connect({ application: tally });
    const { visit } = await signIn();

    const refused = await visit.send('end-access', { account_id: foreign.accountId });
    const unknown = await visit.send('end-access', { account_id: 'account_unknown' });
    const control = await visit.send('end-access', { account_id: own.accountId });

    expect(await refused.text()).toBe(await unknown.text());
    expect(refused.status).toBe(404);
    expect((await service.get('/account', bearer(foreign.token))).status).toBe(200);
    expect(control.status).toBe(200);
  });

  it('ends nothing before the sign-in', { tags: ['threat-60'] }, async () => {
    const { accountId, token } = await service.connect({ application: tally });
    const visit = await service.startVisit();
    await visit.pick('sandbox');

    const early = await visit.send('end-access', { account_id: accountId });
    await visit.logIn('user_mfa');
    const beforeSecondFactor = await visit.send('end-access', { account_id: accountId });

    expect(await readError(early)).toEqual([409, 'invalid_step']);
    expect(await readError(beforeSecondFactor)).toEqual([409, 'invalid_step']);
    expect((await service.get('/account', bearer(token))).status).toBe(200);
  });

  it('is over ten minutes after the sign-in', { tags: ['threat-60'] }, async () => {
    const first = await service.connect({ application: tally });
    const second = await service.connect({ application: abacus });
    const { visit } = await signIn();

    service.advance(9 * minute);
    const inTime = await visit.send('end-access', { account_id: first.accountId });
    service.advance(minute);
    const late = await visit.send('end-access', { account_id: second.accountId });

    expect(inTime.status).toBe(200);
    expect(await readError(late)).toEqual([401, 'session_expired']);
    expect((await service.get('/account', bearer(second.token))).status).toBe(200);
  });

  it('is over when the person goes back to the providers', async () => {
    const { accountId } = await service.connect({ application: tally });
    const { visit } = await signIn();

    await visit.send('back');
    const late = await visit.send('end-access', { account_id: accountId });

    expect(await readError(late)).toEqual([409, 'invalid_step']);
  });

  it('gives no code, joins no window and belongs to no session', {
    tags: ['threat-60'],
  }, async () => {
    const { visit } = await signIn();
    const popup = await service.startVisit();
    const handoff = 'h'.repeat(43);

    const answers = {
      allow: await visit.send('consent', { decision: 'allow' }),
      code: await visit.send('code'),
      events: await visit.send('events'),
      handoff: await popup.send('handoff', { handoff, provider_id: null }),
    };

    for (const answer of Object.values(answers)) expect([400, 409]).toContain(answer.status);
  });

  it('is the only kind of flow that ends accesses', { tags: ['threat-60'] }, async () => {
    const { accountId, token } = await service.connect({ application: tally });
    const flow = await service.startFlow({ clientId: 'tally' });
    await flow.pick('sandbox');
    await flow.logIn();

    const refused = await flow.send('end-access', { account_id: accountId });

    expect(refused.status).toBe(400);
    expect((await service.get('/account', bearer(token))).status).toBe(200);
  });

  it('counts wrong passwords together with those in Connect', { tags: ['threat-60'] }, async () => {
    const visit = await service.startVisit();
    const flow = await service.startFlow({ clientId: 'tally' });
    for (const one of [visit, flow]) await one.pick('sandbox');
    for (let attempt = 0; attempt < 5; attempt++) {
      await visit.logIn('user_good', 'wrong');
      await flow.logIn('user_good', 'wrong');
    }

    const locked = await visit.logIn();
    service.advance(minute);
    const later = await visit.logIn();

    expect(await readError(locked)).toEqual([429, 'too_many_attempts']);
    expect(later.status).toBe(200);
  });

  it('uses up no test sign-in of an application', async () => {
    service = await createTestService({
      applications: [{ ...tally, submission_limit: 2 }],
    });
    await service.connect({ application: tally });
    for (let visits = 0; visits < 3; visits++) await signIn();

    const { answer } = await signIn();

    expect(answer.step).toBe('manage');
  });

  it('stops listing an application that was deleted', async () => {
    await service.connect({ application: tally });
    await service.admin.post('applications/tally/delete', { name: 'Tally' });

    expect((await signIn()).accesses).toEqual([]);
  });
});

describe('a visit at a plug-in', () => {
  const serve = async (plugin: ProviderPlugin) => {
    service = await createTestService({ applications, providers: createProviders([plugin]) });
  };

  const connectAtPlugin = () =>
    service.connect({ application: ledger, username: 'me', providerId: 'fake' });

  it('has no client ID', async () => {
    const { plugin, asked } = createProvider();
    await serve(plugin);

    await signIn('me', 'fake');

    expect(asked).toEqual([{ clientId: '', environment: 'live' }]);
  });

  it('gives its own grant up at once, and that of an access when it ends', async () => {
    const { plugin, revoked } = createProvider();
    await serve(plugin);
    const { accountId } = await connectAtPlugin();

    const { visit } = await signIn('me', 'fake');
    await service.revokeDue();
    const atSignIn = [...revoked];
    await visit.send('end-access', { account_id: accountId });
    await service.revokeDue();

    expect(atSignIn).toEqual(['grant 2']);
    expect(revoked).toEqual(['grant 2', 'grant 1']);
  });

  it('revokes no grant that a connection still uses', async () => {
    const { plugin, revoked } = createProvider(() => 'the one grant');
    await serve(plugin);
    const { accountId } = await connectAtPlugin();

    const { visit } = await signIn('me', 'fake');
    await service.revokeDue();
    const atSignIn = [...revoked];
    await visit.send('end-access', { account_id: accountId });
    await service.revokeDue();

    expect(atSignIn).toEqual([]);
    expect(revoked).toEqual(['the one grant']);
  });

  it('lists the accesses of test applications for the sandbox', async () => {
    await serve(createProvider().plugin);
    await service.connect({ application: tally });

    const { accesses } = await signIn();

    expect(namesOf(accesses)).toEqual(['Tally']);
  });

  it('takes no return of another visit, or of Connect', {
    tags: ['threat-60', 'control-60'],
  }, async () => {
    await serve(ownSite);
    const visit = await service.startVisit();
    const own = await leave(visit);
    const planted = await leave(await service.startVisit());
    const ofConnect = await leave(await service.startFlow({ clientId: 'ledger' }));
    const comeBack = (state: string | null) =>
      visit.send('return', { query: `code=abc&state=${state}` });

    expect(await readError(comeBack(planted))).toEqual([409, 'invalid_step']);
    expect(await readError(comeBack(ofConnect))).toEqual([409, 'invalid_step']);
    expect(await readJson(comeBack(own))).toMatchObject({ step: 'manage' });
  });
});

const ownSite: RedirectProvider = {
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  authorize: async ({ state }) => ({
    url: new URL(`https://fake.example/authorize?state=${state}`),
    state: null,
  }),
  complete: async () => ({ status: 'accepted', subject: 'person', label: 'A. P.' }),
};

/** @returns the state of OAuth, from the address that the browser is sent to */
async function leave(flow: TestFlow): Promise<string | null> {
  await flow.pick('fake');
  const { url } = await flow.read('authorize');
  return new URL(String(url)).searchParams.get('state');
}
