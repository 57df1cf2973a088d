import {
  type ConnectEvent,
  type ConnectEventType,
  createCallback,
  createWebhookHandler,
  exchangeCode,
  finishSession,
  getAccount,
  listRecords,
  readConsent,
  readRecord,
  readSession,
  toNodeHandler,
  type WebhookOptions,
} from 'tax-connect/server';
import { startConnectService } from 'tax-connect/testing';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventTypes } from '../../src/sdk/protocol/words.ts';
import { connectAccount, describeBackend } from '../support/backend.ts';
import { isLongRun } from '../support/extent.ts';
import { findNode } from '../support/find-node.mjs';
import { findFreePort } from '../support/free-port.ts';
import { createEmptyProject } from '../support/tarball.ts';
import { useRunning } from '../support/use-running.ts';
import { startServer } from '../unit/server/raw-http.ts';

const connect = useRunning(() => startConnectService());
const ownObjects = { Request, Response };

beforeEach(() => connect.reset());

const exchange = (code: string) => exchangeCode({ ...describeBackend(connect), code });

describe('startConnectService', () => {
  it('creates codes that a backend exchanges once, with their state', async () => {
    const code = await connect.createCode({ state: 'of this user' });

    const tokens = await exchange(code);

    expect(tokens).toMatchObject({ providerId: 'sandbox', state: 'of this user' });
    await expect(exchange(code)).rejects.toMatchObject({ code: 'invalid_grant' });
  });

  it('leaves the objects of fetch in the test as they are', async () => {
    expect((await fetch(`${connect.url}/livez`)).status).toBe(200);

    // Another file in this worker may have started a service that replaces them, so they are compared with those at the
    // beginning of this file.
    expect({ Request, Response }).toEqual(ownObjects);
  });

  it('exchanges and closes while the test has replaced the timers', async () => {
    vi.useFakeTimers();
    try {
      const own = await startConnectService();
      const { accountId } = await connectAccount(own);
      await own.close();

      expect(accountId).toMatch(/^acc/);
    } finally {
      vi.useRealTimers();
    }
  });

  it('has the records that a test sets, and lets an account need its person', async () => {
    const { accountId, token } = await connectAccount(connect);
    expect((await listRecords(token)).records).toHaveLength(11);

    connect.setRecords([
      {
        ...{ id: 'mine', type: 'form', name: 'Form W-2', tax_year: 2024, jurisdiction: 'US' },
        ...{ form: 'W-2', status: null, filed_at: null, files: [], data: { wages: 7 } },
      },
    ]);
    expect((await listRecords(token)).records).toMatchObject([{ id: 'mine' }]);
    expect(await readRecord({ ...token, recordId: 'mine' })).toMatchObject({ data: { wages: 7 } });
    expect(() => connect.setRecords([{ id: 'mine' } as never])).toThrow(
      'setRecords: records[0], type: expected',
    );

    await connect.requireLogin(accountId);
    await expect(listRecords(token)).rejects.toMatchObject({ code: 'login_required' });
    await expect(connect.requireLogin('account_unknown')).rejects.toThrow(
      'requireLogin: the service answered 404',
    );
  });

  it('switches a provider off, and on again', async () => {
    await connectAccount(connect);

    await connect.switchProvider('sandbox', 'unavailable', 'Closed');
    await expect(connect.createCode()).rejects.toThrow('provider_id cannot be used for tests');
    await connect.switchProvider('sandbox', 'available');
    await connect.createCode();

    const types = (await connect.events()).map(({ type }) => type);
    expect(types.slice(-2)).toEqual(['provider.unavailable', 'provider.available']);
    await expect(connect.switchProvider('nowhere', 'hidden')).rejects.toThrow(
      'switchProvider: there is no provider nowhere.',
    );
  });

  it('loses the code of a session, and finds it again', async () => {
    const own = describeBackend(connect);
    const terms = { state: 'of this user', providerIds: ['sandbox'] };
    const { sessionId, session, url } = await connect.createSession(terms);
    expect(new URL(url).searchParams.get('session')).toBe(session);
    expect((await readSession({ ...own, sessionId })).status).toBe('open');

    const lost = await connect.createCode({ session });

    expect(await readSession({ ...own, sessionId })).toMatchObject({
      status: 'connected',
      exchanged: false,
    });
    const found = await finishSession({ ...own, sessionId });
    expect(found).toMatchObject({ providerId: 'sandbox', state: 'of this user' });
    await expect(exchange(lost)).rejects.toMatchObject({ code: 'invalid_grant' });
    await expect(connect.createCode({ session })).rejects.toThrow('session has expired');
    await expect(connect.createSession({ providerIds: ['no_such'] })).rejects.toThrow('no_such');
    expect(JSON.stringify(connect.requests())).not.toContain(session);
  });

  it('leads a person back to an account, in the redirect flow or from a page', async () => {
    const { accountId } = await exchange(await connect.createCode());
    const redirectUri = 'http://localhost:3210/callback?from=mail';

    const [page, redirect, other] = await Promise.all([
      connect.reconnect(accountId),
      connect.reconnect(accountId, { redirectUri, state: 'of this user' }),
      connect.reconnect(accountId),
    ]);

    const query = ({ url }: { readonly url: string }) =>
      Object.fromEntries(new URL(url).searchParams);
    const own = { client_id: connect.clientId, session: expect.stringMatching(/^[\w-]{43,}$/) };
    const binding = { redirect_uri: redirectUri, state: 'of this user' };
    expect([query(page), query(redirect)]).toEqual([own, { ...own, ...binding }]);
    expect(query(other).session).not.toBe(query(page).session);
    for (const { url } of [page, redirect, other]) {
      expect(url.startsWith(`${connect.connectUrl}?`)).toBe(true);
      expect((await fetch(url)).status).toBe(200);
    }
    expect(JSON.stringify(connect.requests())).not.toContain(query(page).session);
    await expect(connect.reconnect('account_unknown')).rejects.toThrow(
      'reconnect: no connected account has the ID account_unknown.',
    );
  });

  it('needs its person again after the first refresh of user_relogin', async () => {
    const { accessToken } = await exchange(await connect.createCode({ username: 'user_relogin' }));
    const token = { baseUrl: connect.url, accessToken };
    expect((await listRecords(token)).records).not.toEqual([]);
    await connect.advance(61_000);
    await expect(listRecords(token)).rejects.toMatchObject({ code: 'login_required' });
  });

  it('creates the codes of a redirect flow that `createCallback` has started', async () => {
    const redirectUri = 'http://localhost:3210/callback';
    const connected: string[] = [];
    const callback = createCallback({
      ...describeBackend(connect),
      redirectUri,
      onConnected: ({ providerId }) => void connected.push(providerId),
      onError: ({ code }) => void connected.push(code),
    });
    const goThrough = async (isBound: boolean) => {
      const start = new Request(redirectUri, { headers: { 'Sec-Fetch-Site': 'same-origin' } });
      const { headers } = await callback.startRedirect(start);
      const { searchParams } = new URL(headers.get('Location') ?? '');
      const codeChallenge = isBound ? (searchParams.get('code_challenge') ?? '') : undefined;
      const code = await connect.createCode({ redirectUri, codeChallenge });
      const state = searchParams.get('state') ?? '';
      const query = new URLSearchParams({ code, state, iss: connect.url });
      const Cookie = (headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';
      await callback(new Request(`${redirectUri}?${query}`, { headers: { Cookie } }));
    };

    await goThrough(true);
    await goThrough(false);

    expect(connected).toEqual(['sandbox', 'invalid_grant']);
    // It accepts any redirect URI on loopback, and no other.
    await expect(
      connect.createCode({ redirectUri: 'https://shop.example/callback' }),
    ).rejects.toThrow('createCode: the service answered 400');
  });

  it.each([
    [{ status: 400 }, { code: 'invalid_grant', status: 400, retryAfterSeconds: null }],
    [{ status: 401 }, { code: 'invalid_client', status: 401, retryAfterSeconds: null }],
    [{ status: 429 }, { code: 'rate_limited', status: 429, retryAfterSeconds: 1 }],
    [{ status: 500 }, { code: 'server_error', status: 500, retryAfterSeconds: null }],
    [{ status: 503 }, { code: 'server_error', status: 503, retryAfterSeconds: 1 }],
    [{ dropConnection: true }, { code: 'network_error', status: null }],
  ] as const)('fails once as planned: %o', async (failure, expected) => {
    const code = await connect.createCode();
    connect.failNext('/auth/token', failure);
    connect.failNext('/auth/token', { delayMs: 300 });
    await expect(exchange(code)).rejects.toMatchObject(expected);

    const start = performance.now();
    await exchange(code);

    expect(performance.now() - start).toBeGreaterThan(290);
    expect(connect.requests().map(({ path, status }) => [path, status])).toEqual([
      ['/sandbox/authorization_codes', 201],
      ['/auth/token', expected.status ?? 0],
      ['/auth/token', 200],
    ]);
  });

  it.each([
    { staus: 503 },
    { status: '503' },
    { status: 199 },
    { status: 600 },
    { delayMs: -1 },
    { delayMs: 2 ** 31 },
    { dropConnection: false },
  ])('refuses to plan the failure %o, which would end the test run later', (failure) => {
    expect(() => connect.failNext('/auth/token', failure as never)).toThrow(
      /^failNext: a failure is \{ status: 503 \}, .* or \{ dropConnection: true \}; got \{/,
    );
  });

  it.each(['/nope', '/auth/token?x=1', '/connect/flow/nope'])(
    'refuses to plan a failure of %s, which no endpoint has',
    async (path) => {
      expect(() => connect.failNext(path, { status: 503 })).toThrow(
        /^failNext: the service has no path .* \/auth\/token, .*\/connect\/flow\/login/,
      );
      // The control: an endpoint, one with a parameter, and one of the dashboard.
      for (const known of ['/auth/token', '/sdk/0.1.0/tax-connect.js', '/dashboard']) {
        connect.failNext(known, { status: 503 });
        expect((await fetch(connect.url + known)).status).toBe(503);
      }
    },
  );

  it('records requests without secrets, codes and tokens', async () => {
    await fetch(`${connect.url}/connect?client_id=test_app&code=abc&access_token=def`);

    const path = '/connect?client_id=test_app&code=***&access_token=***';
    expect(connect.requests()).toEqual([{ method: 'GET', path, status: 200 }]);
  });

  it('forgets everything at a reset, at the same address', async () => {
    const { url } = connect;
    const received: string[] = [];
    await connect.onEvent(({ type }) => void received.push(type));
    const { accountId, token } = await connectAccount(connect);
    const { sessionId } = await connect.createSession();
    const code = await connect.createCode();
    connect.setRecords([]);
    await connect.requireLogin(accountId);
    await connect.switchProvider('sandbox', 'unavailable');
    connect.failNext('/auth/token', { status: 503 });
    connect.failNext('/livez', { delayMs: 3_600_000 });
    const delayed = fetch(`${url}/livez`).catch(() => 'dropped');
    await connect.advance(86_400_000);
    await expect.poll(() => connect.requests().at(-1)?.path).toBeDefined();
    received.length = 0;

    await connect.reset();

    expect(await delayed).toBe('dropped');
    expect([connect.url, connect.requests()]).toEqual([url, []]);
    expect(await connect.events()).toEqual([]);
    await expect(exchange(code)).rejects.toMatchObject({ code: 'invalid_grant' });
    await expect(getAccount(token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(readSession({ ...describeBackend(connect), sessionId })).rejects.toMatchObject({
      code: 'not_found',
    });
    const again = await connectAccount(connect);
    expect((await listRecords(again.token)).records).toHaveLength(11);
    const { expiresAt } = await connect.createSession();
    expect(expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_800_000);
    await connect.deliverEvents();
    expect(received).toEqual([]);
  });

  it('heeds each of its options', async () => {
    const [port, redirectUri] = [await findFreePort(), 'https://shop.example/callback'];
    const consented = { purpose: 'To work out your loan.', privacyUrl: 'https://shop.example/' };
    const limits = { consentDays: 30, tokenDays: 2, codeTtlSeconds: 30, submissionLimit: 2 };
    const open = { origins: ['https://shop.example'], redirectUris: [redirectUri] };
    await using own = await startConnectService({ port, ...open, ...consented, ...limits });
    const backend = describeBackend(own);
    const code = await own.createCode({ redirectUri });
    await own.advance(20_000);
    const tokens = await exchangeCode({ ...backend, code, redirectUri });
    const consent = await readConsent({ baseUrl: own.url, accessToken: tokens.accessToken });
    const late = await own.createCode();
    await own.advance(30_000);

    expect(own.url).toBe(`http://localhost:${port}`);
    await expect(startConnectService({ port })).rejects.toThrow(/EADDRINUSE|in use|taken/);
    expect(tokens.expiresInSeconds).toBe(2 * 86_400);
    expect(consent).toMatchObject(consented);
    expect(Number(consent.expiresAt) - Number(consent.grantedAt)).toBe(30 * 86_400_000);
    await expect(exchangeCode({ ...backend, code: late })).rejects.toMatchObject({
      code: 'invalid_grant',
    });
    await expect(own.createCode()).rejects.toThrow('403');
    const loopback = 'http://localhost:3210/callback';
    await expect(own.createCode({ redirectUri: loopback })).rejects.toThrow('400');
    const page = await fetch(`${own.connectUrl}?client_id=${own.clientId}`);
    expect(page.headers.get('content-security-policy')).toContain('https://shop.example');
  });

  it.each([
    [{ origins: ['shop'] }, /^origins\.0 is wrong/],
    [{ codeTtlSeconds: Number.NaN }, /^codeTtlSeconds must be .* from 1 to 600; got NaN\./],
    [{ codeTtlSeconds: 0.5 }, /^codeTtlSeconds must be/],
    [{ submissionLimit: -1 }, /^submissionLimit must be/],
    // The other values are at their limits.
    [{ codeTtlSeconds: 1, submissionLimit: 1e9, consentDays: Number.NaN }, /^consentDays is wrong/],
    [{ consentDays: 367 }, /^consentDays is wrong \(must be a whole number from 1 to 366\)\.$/],
    [{ privacyUrl: 'http://shop.example' }, /^privacyUrl is wrong \(must be an https address/],
    [{ port: 0, codeTtlSeconds: 600, submissionLimit: 0, tokenDays: 0 }, /^tokenDays is wrong/],
    [{ port: 65_536 }, /^port must be/],
    [{ provider: 'providers.mjs' }, /provider is not an option\. Did you mean providers\?/],
  ])('names the wrong option in %o', async (options, message) => {
    await expect(startConnectService(options as object)).rejects.toThrow(message);
  });

  it.runIf(isLongRun)('leaves nothing open after close, so that a program can end', async () => {
    const project = createEmptyProject();
    project.write(
      'close.js',
      `import { startConnectService } from 'tax-connect/testing';
      await using connect = await startConnectService();
      await fetch(connect.connectUrl + '?client_id=' + connect.clientId).then((answer) => answer.text());
      const other = await startConnectService();
      await other.createCode();
      other.failNext('/livez', { delayMs: 3_600_000 });
      await fetch(other.url + '/livez', { signal: AbortSignal.timeout(1000) }).catch(() => {});
      await other.close();
      process.on('exit', () => console.log('ended by itself'));`,
    );
    const ended = await project.run(findNode(24) ?? process.execPath, ['close.js']);
    project.remove();

    expect(ended).toEqual({ code: 0, signal: null, stdout: 'ended by itself\n', stderr: '' });
  });
});

describe('the events of a test', () => {
  const secret = 'whsec_c2VjcmV0LW9mLXRoZS1hcHBsaWNhdGlvbi11bmRlci10ZXN0';

  /** The application's own endpoint, and the statuses of its answers. */
  async function startReceiver(describe: () => Omit<WebhookOptions, 'onError'>) {
    const statuses: number[] = [];
    const server = await startServer((incoming, outgoing) => {
      outgoing.on('finish', () => statuses.push(outgoing.statusCode));
      const handle = createWebhookHandler({ ...describe(), onError: () => undefined });
      toNodeHandler(handle)(incoming, outgoing);
    });
    return { server, statuses };
  }

  it('tell that the person has ended the access', async () => {
    const { accountId, token } = await connectAccount(connect);

    await connect.endAccess(accountId);

    const ended = (await connect.events()).at(-1);
    expect([ended?.type, ended?.data]).toEqual([
      'connection.disconnected',
      { accountId, providerId: 'sandbox', by: 'person' },
    ]);
    await expect(getAccount(token)).rejects.toMatchObject({ code: 'invalid_token' });
    await expect(connect.endAccess(accountId)).rejects.toThrow(
      `endAccess: no connected account has the ID ${accountId}.`,
    );
  });

  it.each<[string, { secret?: string }]>([
    ['the secret that it gets', {}],
    ['the secret that it has already', { secret }],
  ])("reach the application's own endpoint, signed with %s", async (_, options) => {
    const received: ConnectEvent[] = [];
    let ownSecret: string | undefined;
    const { server, statuses } = await startReceiver(() => ({
      secret: ownSecret,
      onEvent: (event) => void received.push(event),
    }));
    const webhook = await connect.onEvent(`${server.origin}/hooks`, options);

    ownSecret = webhook.secret.replace('whsec_', 'whsec_A').slice(0, 40);
    await connect.sendEvent('provider.unavailable');
    ownSecret = webhook.secret;
    const sent = await connect.sendEvent('connection.disconnected', { accountId: 'mine' });
    await server.close();

    expect(webhook.secret).toBe(options.secret ?? webhook.secret);
    expect(statuses).toEqual([401, 204]);
    expect(received).toEqual([sent]);
    expect(sent.data).toEqual({ accountId: 'mine', providerId: 'sandbox', by: 'person' });
  });

  it('pass the check of their time when they come again after the clock was moved', async () => {
    const { server, statuses } = await startReceiver(() => ({
      secret,
      onEvent() {
        if (statuses.length === 0) throw new Error('no database');
      },
    }));
    await connect.onEvent(`${server.origin}/hooks`, { secret });

    await connect.sendEvent('provider.available');
    await connect.advance(3_600_000);
    await connect.deliverEvents();
    await server.close();

    expect(statuses).toEqual([500, 204]);
  });

  it('come again with the same ID while the clock moves, until they are accepted', async () => {
    const log: string[] = [];
    const own = await startConnectService({ onLog: (text) => log.push(text) });
    const received: string[] = [];
    const receive = ({ id }: ConnectEvent) => {
      received.push(id);
      if (received.length < 3) throw new Error('no database');
    };
    expect(await own.onEvent(receive, { secret })).toEqual({ secret });

    const { id } = await own.sendEvent('provider.available');
    await own.deliverEvents();
    expect(received).toEqual([id]);
    for (const seconds of [6, 72, 3600]) {
      await own.advance(seconds * 1000);
      await own.deliverEvents();
    }
    await own.close();

    expect(received).toEqual([id, id, id]);
    expect(log).toHaveLength(2);
    expect(log[0]).toContain('the receiver of onEvent failed: Error: no database');
  });

  it.each(eventTypes)('may be a %s that did not happen', async (type) => {
    const event = await connect.sendEvent(type);
    expect(event).toMatchObject({ type, createdAt: expect.any(Date) });
    expect(await connect.events()).toEqual([event]);
  });

  it('name a wrong address, secret or type', async () => {
    await expect(connect.onEvent('http://192.0.2.1/hooks')).rejects.toThrow('url must be');
    await expect(connect.onEvent('http://localhost:1/', { secret: 'mine' })).rejects.toThrow(
      'The secret must be whsec_',
    );
    await expect(connect.sendEvent('connection.made' as ConnectEventType)).rejects.toThrow(
      'connection.made is not a type. Types are connection.created,',
    );
  });
});
