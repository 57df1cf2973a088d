import {
  createOidcProvider,
  type ProviderPlugin,
  type RedirectProvider,
} from 'tax-connect/providers';
import { describe, expect, it, vi } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import {
  type OidcServer,
  startOidcServer,
  visitOidcServer,
} from '../support/oidc/start-oidc-server.ts';
import { startPaddedProvider } from '../support/oidc/start-padded-provider.ts';
import { useRunning } from '../support/use-running.ts';
import { handoff, listen } from './handoff-harness.ts';
import { createTestService, type TestService } from './harness.ts';
import { atConsent, createProviders, fake } from './plugin-service.ts';
import { hostOrigin, live, nonce, publicUrl, start } from './test-application.ts';
import { basic, readError, readJson, readStatus } from './world.ts';

const other = { ...live, client_id: 'other_app', name: 'Other' };
const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };
const redirectUri = `${publicUrl}/connect/return`;
const infoOf = (id: string) => ({ id, name: `${id} Tax`, domain: `${id}.example` });

const accepted = { status: 'accepted', subject: 'person-7', label: 'A. Person' } as const;

/** A plug-in with the test's methods. Its state says which visit it belongs to. */
function createPlugin(authorize?: RedirectProvider['authorize']) {
  let visits = 0;
  const leaveOnce: RedirectProvider['authorize'] = async ({ state }) => {
    visits += 1;
    const url = new URL(`https://fake.example/authorize?state=${state}`);
    return { url, state: { visit: visits } };
  };
  return {
    info: infoOf('fake'),
    authorize: vi.fn<RedirectProvider['authorize']>(authorize ?? leaveOnce),
    complete: vi.fn<RedirectProvider['complete']>(async () => accepted),
  };
}

const serve = (loaded: readonly ProviderPlugin[]) =>
  createTestService({ applications: [live, other], providers: createProviders(loaded) });

async function serveOne(plugin = createPlugin()) {
  return { plugin, service: await serve([plugin]) };
}

const toConsent = atConsent('A. Person');

describe('a redirect provider', () => {
  it('receives the browser, and gets its state back', async () => {
    const { plugin, service } = await serveOne();
    const flow = await service.startFlow({ clientId: 'live_app' });
    const selected = await readJson(flow.pick('fake'));
    expect(selected.provider).toMatchObject({ id: 'fake', login: 'redirect', fields: null });
    const { url, state } = await flow.leaveForSite();
    expect(url.href).toBe(`https://fake.example/authorize?state=${state}`);
    expect(plugin.authorize.mock.calls[0]?.[0]).toEqual({ redirectUri, state });

    expect(await flow.read('resume', { binding: { origin: hostOrigin, nonce } })).toMatchObject({
      origin: hostOrigin,
      provider: { id: 'fake', login: 'redirect' },
    });
    expect(await readJson(flow.comeBack(`code=abc&state=${state}`))).toEqual(toConsent);
    const [told] = plugin.complete.mock.calls[0] ?? [];
    expect(told?.state).toEqual({ visit: 1 });
    expect(told?.url.href).toBe(`${redirectUri}?code=abc&state=${state}`);
    expect(await flow.allow()).toMatch(/./);
  });

  it('may send the browser back with 16,384 characters, and not with more', async () => {
    const { service } = await serveOne();
    const flow = await service.startAt();
    const { state } = await flow.leaveForSite();
    const query = `state=${state}&code=`.padEnd(16_384, 'a');

    expect(await readError(await flow.comeBack(`${query}a`))).toEqual([400, 'invalid_request']);
    expect(await readJson(flow.comeBack(query))).toEqual(toConsent);
  });

  it('may refuse; the user may then visit it again', async () => {
    const plugin = createPlugin();
    plugin.complete.mockResolvedValueOnce({ status: 'refused' });
    const flow = await (await serve([plugin])).startAt();
    const visit = async (query: string) =>
      await flow.comeBack(`${query}&state=${(await flow.leaveForSite()).state}`);

    expect(await readError(visit('error=access_denied'))).toEqual([401, 'not_approved']);
    expect(await readJson(visit('code=abc'))).toEqual(toConsent);
  });

  it.each([
    ['javascript:alert(1)', 502],
    ['http://fake.example/', 502],
    ['no address', 502],
    ['https://fake.example/', 200],
    ['http://localhost:1/', 200],
  ])('must have an https or loopback address: %s', async (address, status) => {
    const authorize = async () => ({ url: address as unknown as URL, state: null });
    const flow = await (await serve([createPlugin(authorize)])).startAt();

    expect((await flow.send('authorize')).status).toBe(status);
  });

  it.each(['url', 'state'])('has failed when its %s throws', async (name) => {
    const answer = { url: new URL('https://fake.example/'), state: null };
    const get = () => {
      throw new Error('fault');
    };
    const plugin = createPlugin(async () => Object.defineProperty({ ...answer }, name, { get }));
    const flow = await (await serve([plugin])).startAt();

    expect(await readError(flow.send('authorize'))).toEqual([502, 'provider_unavailable']);
    plugin.authorize.mockImplementationOnce(async () => answer);
    expect((await flow.send('authorize')).status).toBe(200);
  });

  it('refuses a password login; a provider with passwords refuses a visit', async () => {
    const service = await serve([createPlugin(), { ...fake, info: infoOf('plain') }]);
    const [redirect, plain] = [await service.startAt(), await service.startAt('plain')];

    for (const crossed of [redirect.logIn('me', 'mine'), plain.send('authorize')]) {
      expect(await readError(crossed)).toEqual([409, 'invalid_step']);
    }
    expect((await redirect.send('authorize')).status).toBe(200);
  });
});

describe('the return', () => {
  it('is a page that changes nothing by itself', async () => {
    const { plugin, service } = await serveOne();
    const flow = await service.startAt();
    const { state } = await flow.leaveForSite();

    const page = await service.get(`/connect/return?code=abc&state=${state}`);
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain(state);
    const post = await service.app.request('/connect/return', { method: 'POST' });
    expect(post.status).toBe(405);
    expect(plugin.complete).not.toHaveBeenCalled();
    expect(await readJson(flow.comeBack(`code=abc&state=${state}`))).toEqual(toConsent);
  });

  it.each<[string, (states: Record<'own' | 'foreign' | 'earlier', string>) => string]>([
    ['without a state', () => 'code=abc'],
    ['with a wrong state', ({ own }) => `code=abc&state=${own.slice(1)}x`],
    ['with two states', ({ own }) => `code=abc&state=${own}&state=${own}`],
    ['of an earlier visit', ({ earlier }) => `code=abc&state=${earlier}`],
    ['of another flow of the same application', ({ foreign }) => `code=abc&state=${foreign}`],
  ])('is refused %s, and the flow continues', { tags: ['threat-46'] }, async (_, makeQuery) => {
    const { plugin, service } = await serveOne();
    const [flow, elsewhere] = [await service.startAt(), await service.startAt()];
    const earlier = await flow.leaveForSite();
    const [own, foreign] = [await flow.leaveForSite(), await elsewhere.leaveForSite()];
    const states = { own: own.state, foreign: foreign.state, earlier: earlier.state };

    const refused = await flow.comeBack(makeQuery(states));
    const asked = plugin.complete.mock.calls.length;
    const control = await flow.comeBack(`code=abc&state=${own.state}`);

    expect(await readError(refused)).toEqual([409, 'invalid_step']);
    expect(asked).toBe(0);
    expect(await readJson(control)).toEqual(toConsent);
  });

  it('is refused without a flow, in the browser of a victim', { tags: ['threat-46'] }, async () => {
    const { service } = await serveOne();
    const attacker = await service.startAt();
    const { state } = await attacker.leaveForSite();
    const query = `code=of-the-attacker&state=${state}`;
    // A victim's browser has a page with another flow, or none.
    const victim = service.createFlow(await service.openPage('client_id=live_app'));
    const unknown = service.createFlow('x'.repeat(43));

    expect(await readError(victim.comeBack(query))).toEqual([409, 'invalid_step']);
    expect(await readError(unknown.comeBack(query))).toEqual([401, 'session_expired']);
    expect(await readJson(attacker.comeBack(query))).toEqual(toConsent);
  });

  it.each([
    // A second one that comes after the first has ended is answered again.
    ['accepted', ['200 409', '200 200'], [200, undefined]],
    ['refused', ['401 409'], [409, 'invalid_step']],
  ] as const)('counts once, also twice in parallel: %s', async (status, pairs, again) => {
    const plugin = createPlugin();
    if (status === 'refused') plugin.complete.mockResolvedValue({ status });
    const flow = await (await serve([plugin])).startAt();
    const query = `code=abc&state=${(await flow.leaveForSite()).state}`;

    const answers = await Promise.all([flow.comeBack(query), flow.comeBack(query)]);
    const later = await flow.comeBack(query);

    const statuses = answers.map((answer) => answer.status).sort();
    expect(pairs).toContain(statuses.join(' '));
    expect(await readError(later)).toEqual(again);
    expect(plugin.complete).toHaveBeenCalledOnce();
  });

  it('continues only with the host that the flow is bound to', async () => {
    const { service } = await serveOne();
    const flow = await service.startAt();
    await flow.leaveForSite();
    const bound = { origin: hostOrigin, nonce };

    const others = [{ origin: 'https://evil.example' }, { nonce: 'm'.repeat(43) }];
    for (const binding of [...others.map((other) => ({ ...bound, ...other })), null]) {
      const refused = flow.send('resume', { binding });
      expect(await readError(refused)).toEqual([403, 'origin_not_allowed']);
    }
    expect((await flow.send('resume', { binding: bound })).status).toBe(200);
  });
});

describe('a popup that a provider’s site has cut off from its host', () => {
  const state = 'of the host’s session';

  interface Away {
    readonly state?: string | null;
    readonly referrer?: string;
    readonly clientId?: string;
  }

  /** A window that its host has welcomed, and whose user is at the provider's site. */
  async function goAway(service: TestService, away: Away = {}) {
    const { referrer = `${hostOrigin}/`, clientId = 'live_app' } = away;
    const headers = { Referer: referrer };
    const flow = service.createFlow(await service.openPage(`client_id=${clientId}`, headers));
    const { state: own = state } = away;
    await flow.send('start', { origin: hostOrigin, nonce, state: own });
    await flow.pick('fake');
    return { flow, left: await flow.leaveForSite() };
  }

  /** The page in the frame of the same host. It has been told about the window. */
  async function waitInFrame(service: TestService, session: string | null = null) {
    const frame = await service.startFlow({ clientId: 'live_app', state, session });
    await frame.send('handoff', { handoff, provider_id: null, locale: 'de', theme: 'dark' });
    const heard = listen(frame);
    await expect.poll(() => heard.events).toHaveLength(1);
    return { frame, stop: heard.cancel };
  }

  it('continues in the flow of the frame, and only the frame gets the code', async () => {
    const { plugin, service } = await serveOne();
    const { flow, left } = await goAway(service);
    const { frame } = await waitInFrame(service);
    // The user needs longer than a window may need to load.
    service.advance(90_000);
    const { events, cancel } = listen(frame);
    await expect.poll(() => events).toHaveLength(1);
    const joined = await flow.read('join', { handoff });
    const resumed = await flow.read('resume', { binding: null });
    const answer = await flow.comeBack(`code=abc&state=${left.state}`);
    const allowed = await flow.read('consent', { decision: 'allow' });
    const foreign = await flow.send('code');
    const issued = await frame.read('code');
    const { client_id, client_secret } = live;
    const { code } = issued;
    const tokens = await service.exchange({ client_id, client_secret, code });
    await cancel();

    expect(joined).toMatchObject({ origin: hostOrigin, locale: 'de', theme: 'dark' });
    expect(resumed).toMatchObject({ provider: { id: 'fake', login: 'redirect' } });
    expect(await readJson(answer)).toEqual(toConsent);
    expect(plugin.complete.mock.calls[0]?.[0].state).toEqual({ visit: 1 });
    expect(allowed).toEqual({ allowed: true });
    expect(await readError(foreign)).toEqual([409, 'invalid_step']);
    expect(await readJson(tokens)).toMatchObject({ provider_id: 'fake', state });
  });

  it.each<[string, Away]>([
    ['another session of the same host', { state: 'of the attacker’s session' }],
    ['a session without a state', { state: null }],
    ['a popup that another site has opened', { referrer: 'https://evil.example/' }],
    ['another application', { clientId: 'other_app' }],
  ])('keeps a login of %s out of the flow of a frame', async (_, away) => {
    const { plugin, service } = await serveOne();
    const victim = await goAway(service, away);
    const { frame, stop } = await waitInFrame(service);

    const refused = await victim.flow.send('join', { handoff });
    const own = await goAway(service);
    const used = await own.flow.send('join', { handoff });
    await stop();
    await frame.send('back');
    const again = 'i'.repeat(43);
    await frame.send('handoff', { handoff: again, provider_id: null });
    const control = await own.flow.send('join', { handoff: again });

    expect(await readError(refused)).toEqual([403, 'origin_not_allowed']);
    expect(await readError(used)).toEqual([409, 'invalid_step']);
    expect(control.status).toBe(200);
    // The victim's flow is unchanged, and the attacker's flow got nothing from it.
    expect(await readJson(victim.flow.comeBack(`code=abc&state=${victim.left.state}`))).toEqual(
      toConsent,
    );
    expect(plugin.complete).toHaveBeenCalledOnce();
  });

  it('does not continue at a provider that the session of the frame leaves out', async () => {
    const service = await serve([createPlugin(), { ...fake, info: infoOf('plain') }]);
    const { flow } = await goAway(service);
    const { session } = await service.makeSession({ provider_ids: ['plain'] }, basic(live));
    const { stop } = await waitInFrame(service, session);
    const refused = await flow.send('join', { handoff });
    await stop();

    expect(await readError(refused)).toEqual([409, 'invalid_step']);
  });

  it.each([
    ['chosen before', 0, 1000],
    ['chosen after', 1, 2000],
  ])('brings the time of its choice, or of a later frame: %s', async (_, index, passed) => {
    const { service } = await serveOne();
    const early = await goAway(service);
    service.advance(1000);
    const { frame, stop } = await waitInFrame(service);
    service.advance(1000);
    const late = await goAway(service);
    service.advance(1000);
    await [early, late][index]?.flow.send('join', { handoff });
    await stop();

    const joined = await service.store.flows.find(hashSecret(frame.token));
    expect(joined).toMatchObject({ step: 'login', chosen_at: start + passed });
  });

  it('joins once, and never joins itself', async () => {
    const { service } = await serveOne();
    const [first, second] = [await goAway(service), await goAway(service)];
    const { frame, stop } = await waitInFrame(service);

    const itself = await readError(frame.send('join', { handoff }));
    const joins = [first, second].map(({ flow }) => readStatus(flow.send('join', { handoff })));
    const statuses = await Promise.all(joins);
    await stop();

    expect(itself).toEqual([409, 'invalid_step']);
    expect(statuses.sort()).toEqual([200, 409]);
  });
});

describe('createOidcProvider', () => {
  const start = () => startOidcServer({ redirectUri, ...client });
  const [honest, second] = [useRunning(start), useRunning(start)];

  const serveAll = () => {
    const make = (id: string, { issuer }: OidcServer) =>
      createOidcProvider({ issuer, ...client, info: infoOf(id) });
    return serve([make('honest', honest), make('second', second)]);
  };

  it('connects an account; Disconnect revokes the grant', { tags: ['control-46'] }, async () => {
    const service = await serveAll();
    const flow = await service.startAt('honest');
    const back = await visitOidcServer((await flow.leaveForSite()).url.href);
    expect(back.origin + back.pathname).toBe(redirectUri);
    const answer = await readJson(flow.comeBack(back.search.slice(1)));
    expect(answer).toEqual(atConsent('ada@example.com'));
    const { token, read } = await service.finish(await flow.allow(), live);
    expect((await read('/account')).provider_id).toBe('honest');

    expect((await honest.control()).revoked).toEqual([]);
    expect((await service.disconnect(token)).status).toBe(204);
    await service.revokeDue();
    expect((await honest.control()).revoked).toEqual(['access token']);
  });

  it.each([
    ['of 100 kB', 100_000, 200],
    ['of 300 kB', 300_000, 502],
    ['without an end', Number.POSITIVE_INFINITY, 502],
  ])('reads an answer %s, up to 256 kB', { tags: ['threat-46'] }, async (_, size, status) => {
    const provider = await startPaddedProvider(size);
    const { issuer } = provider;
    const service = await serve([
      createOidcProvider({ issuer, ...client, info: infoOf('padded') }),
    ]);
    const flow = await service.startAt('padded');
    const answer = await flow.send('authorize');
    await provider.close();

    expect(answer.status).toBe(status);
    // The buffers of both sockets.
    expect(provider.sent()).toBeLessThan(20_000_000);
  });

  it('refuses a response of another provider (mix-up)', { tags: ['threat-46'] }, async () => {
    const service = await serveAll();
    const flow = await service.startAt('honest');
    const { url, state } = await flow.leaveForSite();
    expect(url.origin).toBe(honest.issuer);
    const elsewhere = await service.startAt('second');
    const foreign = await visitOidcServer((await elsewhere.leaveForSite()).url.href);
    expect(foreign.searchParams.get('iss')).toBe(second.issuer);
    foreign.searchParams.set('state', state);

    const refused = flow.comeBack(foreign.search.slice(1));
    expect(await readError(refused)).toEqual([502, 'provider_unavailable']);
    const again = await visitOidcServer((await flow.leaveForSite()).url.href);
    expect(await readJson(flow.comeBack(again.search.slice(1)))).toMatchObject({ step: 'consent' });
  });
});
