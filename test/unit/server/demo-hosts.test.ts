import type { IncomingMessage, RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hosts } from '../../../demo/hosts/server.ts';
import { startDemo } from './demo-app.ts';
import { accessToken, clientSecret } from './support.ts';

let hosts: Hosts;
let log: string[];
/** The state that the service binds to its codes, as if the page had sent it. */
let boundState: string;
/** The result of a Connect session. */
let result: object;
/** The bodies of the requests for a Connect session. */
let created: unknown[];
/** The requests to the service, with their tokens. */
let asked: string[];

beforeEach(async () => {
  log = [];
  asked = [];
  created = [];
  const answerRequest: RequestListener = async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    if (request.url === '/connect/sessions') created.push(JSON.parse(body));
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    const { status, answer } = answerAsService(request);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
  };
  hosts = await startDemo(answerRequest, log);
});

afterEach(() => hosts.close());

it('fills in its page, under a strict policy', async () => {
  const { response, page } = await visit();

  expect(response.status).toBe(200);
  expect(page).toContain('integrity="sha384-abc"');
  expect(page).toContain('src="http://connect.localhost:4400/sdk/0.1.0-0123/tax-connect.js"');
  expect(page).not.toContain('{{');
  expect(page).not.toContain(clientSecret);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain('frame-src http://connect.localhost:4400;');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/unsafe|\*|data:/);
});

it('tells the page that it is connected, but never the token', async () => {
  const { cookie } = await visit();

  const forwarded = await send('/callback?code=abc', { method: 'POST', cookie });
  const connection = await (await send('/api/connection', { cookie })).text();
  const stranger = await (await send('/api/connection', {})).json();

  expect(forwarded.status).toBe(204);
  expect(JSON.parse(connection)).toEqual({
    connected: true,
    provider_id: 'sandbox',
    account_id: 'acc_1',
    status: 'active',
  });
  expect(stranger).toEqual({ connected: false });
  expect(log.join()).toContain('connected: sandbox');
  expect(log.join()).not.toContain(accessToken);
});

it('refuses a code of another visitor', async () => {
  const alice = await visit();
  // Mallory's own page requested this code. Now he makes Alice's browser send it.
  await visit();

  const forwarded = await send('/callback?code=abc', { method: 'POST', cookie: alice.cookie });
  const connection = await send('/api/connection', { cookie: alice.cookie });

  expect(forwarded.status).toBe(403);
  expect(await connection.json()).toEqual({ connected: false });
});

it('makes a Connect session for its own page only, and keeps its ID from that page', async () => {
  const { cookie } = await visit();
  const start = (site: string, path = '/api/connect-session') =>
    send(path, { method: 'POST', cookie, site });

  const foreign = await start('cross-site');
  const stranger = await send('/api/connect-session', { method: 'POST' });
  const own = await start('same-origin');

  expect([foreign.status, stranger.status, own.status]).toEqual([403, 403, 201]);
  expect(own.headers.get('cache-control')).toBe('no-store');
  expect(await own.json()).toEqual({ session: 'of-the-page' });
  expect(asked.filter((line) => line.includes('sessions'))).toHaveLength(1);
});

describe('a session whose code was lost', () => {
  const finishedAt = () => new Date().toISOString();
  const countFinished = () => asked.filter((line) => line.includes('/code')).length;

  async function lose() {
    const { cookie } = await visit();
    await send('/api/connect-session', { method: 'POST', cookie });
    result = { ...connected, finished_at: finishedAt() };
    return cookie;
  }

  it('is finished when the visitor comes back, once', async () => {
    const cookie = await lose();
    const [first, second] = [await readConnection(cookie), await readConnection(cookie)];

    expect(first).toMatchObject({ connected: true, account_id: 'acc_1', found: true });
    expect(second).toMatchObject({ connected: true, account_id: 'acc_1' });
    expect(second).not.toHaveProperty('found');
    expect(countFinished()).toBe(1);
  });

  it('is not finished for another visitor', async () => {
    await lose();
    const { cookie } = await visit();

    expect(await readConnection(cookie)).toEqual({ connected: false });
    expect(countFinished()).toBe(0);
  });

  it.each(['open', 'denied', 'canceled', 'expired'])(
    'is not finished when it is %s',
    async (status) => {
      const cookie = await lose();
      result = { ...connected, status, account_id: null, provider_id: null };

      expect(await readConnection(cookie)).toEqual({ connected: false });
      expect(countFinished()).toBe(0);
    },
  );
});

it('disconnects only when its own page asks', async () => {
  const { cookie } = await visit();
  await send('/callback?code=abc', { method: 'POST', cookie });
  const isConnected = async () =>
    (await (await send('/api/connection', { cookie })).json()).connected;

  const foreign = await send('/api/disconnect', { method: 'POST', cookie, site: 'cross-site' });
  const before = await isConnected();
  const own = await send('/api/disconnect', { method: 'POST', cookie });

  expect([foreign.status, before]).toEqual([403, true]);
  expect([own.status, await isConnected()]).toEqual([204, false]);
  expect(asked.filter((line) => line.includes('disconnect'))).toEqual([
    `POST /account/disconnect Bearer ${accessToken}`,
  ]);
});

it('returns from the redirect flow to the page where it started', async () => {
  const { cookie } = await visit();
  const start = await send('/connect/start?page=spa', { cookie });
  const flow = (start.headers.get('set-cookie') ?? '').split(';', 1)[0];

  const state = new URL(start.headers.get('location') ?? '').searchParams.get('state');
  const foreign = await send('/callback?code=attackers', {
    cookie: `${cookie}; ${flow}`,
    site: 'cross-site',
  });
  const iss = encodeURIComponent('http://connect.localhost:4400');
  const back = await send(`/callback?code=abc&state=${state}&iss=${iss}`, {
    cookie: `${cookie}; ${flow}`,
    site: 'cross-site',
  });
  const done = await send(back.headers.get('location') ?? '', { cookie });
  const denied = await send('/connect/done?connect_error=access_denied', { cookie });
  const forged = await send('/connect/done?connect_error=//evil.example', { cookie });

  expect(start.headers.get('location')).toContain(
    'http://connect.localhost:4400/connect?client_id=',
  );
  expect(foreign.headers.get('location')).toBe('/connect/done?connect_error=state_mismatch');
  expect(back.status).toBe(303);
  expect(done.headers.get('location')).toBe('/spa/?connect=done');
  expect(denied.headers.get('location')).toBe('/spa/?connect_error=access_denied');
  expect(forged.headers.get('location')).toBe('/spa/?connect=done');
});

it('starts the redirect flow in a session of the visitor, for its own account when it is connected again', async () => {
  const { cookie } = await visit();
  await send('/callback?code=abc', { method: 'POST', cookie });
  const start = (site = 'same-origin') => send('/connect/start?page=spa&again=', { cookie, site });

  const foreign = await start('cross-site');
  const askedBefore = asked.filter((line) => line.includes('sessions')).length;
  const own = await start();

  expect([foreign.status, askedBefore]).toEqual([403, 0]);
  const { searchParams } = new URL(own.headers.get('location') ?? '');
  expect(searchParams.get('session')).toBe('of-the-page');
  expect(created).toMatchObject([{ account_id: 'acc_1' }]);
});

it('serves only its own files', async () => {
  const script = await send('/app.js', {});
  const paths = [
    '/spa/assets/..%2f..%2fserver.ts',
    '/spa/assets/.env',
    '/server.ts',
    '/index.html',
  ];
  const statuses = await Promise.all(paths.map(async (path) => (await send(path, {})).status));

  expect(script.status).toBe(200);
  expect(script.headers.get('content-type')).toContain('text/javascript');
  expect(statuses).toEqual([404, 404, 404, 404]);
});

const connected = {
  session_id: 'cs_1',
  status: 'connected',
  account_id: 'acc_1',
  provider_id: 'sandbox',
  finished_at: '2026-11-24T12:00:00.000Z',
  exchanged: false,
};

function answerAsService({ method, url = '' }: IncomingMessage) {
  if (url.endsWith('integrity.json')) {
    const hash = 'sha384-abc';
    const answer = { 'tax-connect.js': hash, '../0.1.0-0123/tax-connect.js': hash };
    return { status: 200, answer };
  }
  if (url.endsWith('/code')) return { status: 201, answer: { code: 'a-fresh-code' } };
  if (url.includes('/connect/sessions')) {
    const { session_id, finished_at: expires_at } = connected;
    const created = { session_id, session: 'of-the-page', url: 'http://link', expires_at };
    return method === 'POST' ? { status: 201, answer: created } : { status: 200, answer: result };
  }
  if (url === '/account/disconnect') return { status: 204 };
  const tokens = { account_id: 'acc_1', provider_id: 'sandbox', access_token: accessToken };
  return { status: 200, answer: { ...tokens, state: boundState } };
}

async function readConnection(cookie: string): Promise<unknown> {
  return await (await send('/api/connection', { cookie })).json();
}

/** Opens the page as a new visitor, whose state the service binds to the next code. */
async function visit() {
  const response = await send('/', {});
  const page = await response.text();
  boundState = /name="connect-state" content="(\w+)"/.exec(page)?.[1] ?? '';
  const cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return { response, page, cookie };
}

interface SendOptions {
  readonly method?: string;
  readonly cookie?: string;
  /** Value of `Sec-Fetch-Site`. */
  readonly site?: string;
}

function send(path: string, { method = 'GET', cookie = '', site = 'same-origin' }: SendOptions) {
  const headers = { cookie, 'sec-fetch-site': site };
  return fetch(`${hosts.url}${path}`, { method, headers, redirect: 'manual' });
}
