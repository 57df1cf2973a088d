import { describe, expect, it } from 'vitest';
import { useService } from './harness.ts';
import { publicUrl, redirectUri, testApplication } from './test-application.ts';
import { type MadeSession, readData, readError, readJson, redirectQuery } from './world.ts';

const service = useService();

const pathOf = (url: string) => url.slice(publicUrl.length);

/** The first screen of a link, as the service describes it to the page. */
async function openLink(path: string) {
  const response = await service.get(path);
  const html = await response.text();
  return { response, html, data: readData(html) };
}

const statusOf = async (path: string) => (await openLink(path)).data.link;

const begin = (session: string, client_id = 'test_app') =>
  service.postFromPage('/connect/flow/begin', { client_id, session });

/** The person of the link presses the button. */
async function beginFlow({ session }: MadeSession) {
  const started = await readJson(begin(session));
  return { started, flow: service.createFlow(String(started.flow_token)) };
}

async function reachConsent(made: MadeSession) {
  const { flow } = await beginFlow(made);
  await flow.pick('sandbox');
  await flow.logIn();
  return flow;
}

const unset = { purpose: null, locale: null, redirect_host: null };
const open = { status: 'open', connects_again: false, ...unset };

describe('the first screen of a link', () => {
  it('names the application, starts nothing, and is the same however often it is opened', async () => {
    const { url, session, session_id } = await service.makeSession();
    const first = await openLink(pathOf(url));
    expect(first.response.status).toBe(200);
    expect(first.response.headers.get('X-Robots-Tag')).toBe('noindex');
    const policy = first.response.headers.get('Content-Security-Policy');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(first.data).toEqual({
      kind: 'link',
      flow_token: null,
      reference: null,
      application: {
        name: 'Test <App>',
        environment: 'test',
        logo: null,
        accent_color: null,
        support_url: null,
      },
      link: open,
    });
    expect((await openLink(pathOf(url))).data).toEqual(first.data);
    expect(first.html).not.toContain(session);
    expect(await service.readSession(session_id)).toMatchObject({ status: 'open' });
  });

  it('has the language of the session, its purpose and the address of its end', async () => {
    const purpose = 'We prepare your tax return.';
    await service.store.applications.register({ ...testApplication, purpose }, 0);
    const { url } = await service.makeSession({ locale: 'es', redirect_uri: redirectUri });
    const said = { ...open, purpose, locale: 'es', redirect_host: 'app.example' };
    expect(await statusOf(pathOf(url))).toEqual(said);
  });

  it('says how the session has ended', async () => {
    for (const status of ['canceled', 'denied', 'connected', 'expired']) {
      const made = await service.makeSession();
      await service.endSession(made, status);
      expect(await statusOf(pathOf(made.url))).toEqual({ ...open, status });
    }
  });

  it('asks for the link again when its address has lost the session', async () => {
    const lost = await statusOf('/connect?client_id=test_app&session=');
    expect(lost).toEqual({ ...open, status: 'incomplete' });
  });
});

describe('a link that its person begins', () => {
  it('connects an account, and the backend asks for the code', async () => {
    const made = await service.makeSession({ state: 'of the backend' });
    const flow = await reachConsent(made);
    expect(await flow.read('consent', { decision: 'allow' })).toEqual({ connected: true });
    expect(await service.readSession(made.session_id)).toMatchObject({
      status: 'connected',
      provider_id: 'sandbox',
      exchanged: false,
    });
    const { code } = await readJson(service.askForCode(made.session_id));
    expect(await readJson(service.exchange({ code }))).toMatchObject({ state: 'of the backend' });
  });

  it('ends at the redirect URI of its session, with its ID, after a refusal, too', async () => {
    const made = await service.makeSession({ redirect_uri: redirectUri, state: 's' });
    expect(made.url).not.toContain('redirect_uri');
    const flow = await reachConsent(made);
    const location = await flow.leaveBy('allow');
    const code = new URL(location).searchParams.get('code');
    expect(location).toBe(`${redirectUri}&code=${code}&session_id=${made.session_id}`);
    expect((await service.exchange({ code, redirect_uri: redirectUri })).status).toBe(200);
    const denied = await service.makeSession({ redirect_uri: redirectUri });
    const outcome = `error=access_denied&session_id=${denied.session_id}`;
    expect(await (await reachConsent(denied)).leaveBy('deny')).toBe(`${redirectUri}&${outcome}`);
  });

  it('keeps to the providers, the language and the time of its session', async () => {
    const terms = { provider_ids: ['sandbox'], locale: 'es', expires_in: 600 };
    const { started } = await beginFlow(await service.makeSession(terms));
    const session = { provider_id: 'sandbox', locale: 'es' };
    expect(started).toMatchObject({ session, expires_in: 600 });
    expect(started.providers).toMatchObject([
      { id: 'sandbox', reason: expect.stringMatching(/^Usa /) },
    ]);
  });

  it('ends when its redirect URI is no longer registered', async () => {
    const made = await service.makeSession({ redirect_uri: redirectUri });
    const flow = await reachConsent(made);
    await service.store.applications.register({ ...testApplication, redirect_uris: [] }, 0);
    const late = await flow.send('consent', { decision: 'allow' });
    expect(await readError(late)).toEqual([400, 'invalid_request']);
    expect(await readError(begin(made.session))).toEqual([400, 'invalid_request']);
  });
});

it('connecting again by a link names the provider of the account only, and refuses another person', async () => {
  const { accountId: account_id } = await service.connect();
  const made = await service.makeSession({ account_id });
  const { data, html } = await openLink(pathOf(made.url));
  expect(data.link).toEqual({ ...open, connects_again: true });
  expect(html).not.toContain('user_good');
  const { started, flow } = await beginFlow(made);
  expect(started).toMatchObject({ account: { provider_id: 'sandbox' } });
  await flow.pick('sandbox');
  expect(await readError(flow.logIn('user_relogin'))).toEqual([403, 'different_account']);
});

it('still starts at once where an application leads to it by a redirect', async () => {
  const { session } = await service.makeSession({ redirect_uri: redirectUri });
  const token = await service.openPage(`${redirectQuery()}&session=${session}`);
  expect((await service.createFlow(token).send('start', { session })).status).toBe(200);
});
