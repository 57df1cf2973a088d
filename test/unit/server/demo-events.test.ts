import type { RequestListener } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Hosts } from '../../../demo/hosts/server.ts';
import { startDemo } from './demo-app.ts';
import { accessToken, webhookSecret } from './support.ts';

/** The status of the account of each person, as the service knows it. */
let statuses: Map<string, string>;
/** The paths that the backend asks for, with the tokens. */
let asked: string[];
/** Called when the service has read the status of an account, before it answers. */
let onRead: () => Promise<void>;
let hosts: Hosts;
let log: string[];
/** The state that the service binds to its codes, as if the page had sent it. */
let boundState: string;

const since = '2026-11-24T12:00:00.000Z';

beforeEach(async () => {
  [statuses, asked, log, onRead] = [new Map(), [], [], async () => {}];
  const answerRequest: RequestListener = async (request, response) => {
    const { method, url = '', headers } = request;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    asked.push(`${method} ${url} ${token}`.trim());
    let body = '';
    for await (const part of request) body += part;
    const { status, json } = await answer(url, body, token);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  };
  hosts = await startDemo(answerRequest, log);
});

afterEach(() => hosts.close());

async function answer(url: string, body: string, token: string) {
  if (url.endsWith('integrity.json')) {
    return { status: 200, json: { '../0.1.0-0123/tax-connect.js': 'sha384-abc' } };
  }
  if (url === '/auth/token') {
    // The code names the person.
    const { code } = JSON.parse(body);
    const tokens = { account_id: `acc_${code}`, access_token: `${accessToken}-${code}` };
    return { status: 200, json: { ...tokens, provider_id: 'sandbox', state: boundState } };
  }
  if (url.startsWith('/connect/sessions')) return answerSession(url);
  if (url === '/account/disconnect') return { status: 204, json: undefined };
  const person = token.replace(`${accessToken}-`, '');
  const status = statuses.get(person) ?? 'active';
  await onRead();
  if (status === 'disconnected') return { status: 401, json: { error: 'invalid_token' } };
  if (status === 'down') return { status: 503, json: { error: 'server_error' } };
  const consent = { granted_at: since, expires_at: null, shares: ['returns'] };
  const account = { account_id: `acc_${person}`, provider_id: 'sandbox', environment: 'test' };
  const times = { connected_at: since, status_since: since };
  return { status: 200, json: { ...account, ...times, status, consent } };
}

function answerSession(url: string) {
  if (url.endsWith('/code')) return { status: 201, json: { code: 'ada' } };
  const created = { session: 'of-the-page', url: 'http://link', expires_at: since };
  const finished = { account_id: 'acc_ada', provider_id: 'sandbox', finished_at: since };
  const session = { session_id: 'cs_1', status: 'connected', exchanged: false };
  const status = url === '/connect/sessions' ? 201 : 200;
  return { status, json: { ...created, ...finished, ...session } };
}

describe('an event of a connection', () => {
  it('changes the open pages of its person, and of no other', async () => {
    const [ada, eve] = [await connect('ada'), await connect('eve')];
    const pages = [await follow(ada), await follow(ada), await follow(eve)];
    statuses.set('ada', 'login_required');
    const status = await send('connection.login_required', 'acc_ada');
    statuses.set('eve', 'expired');
    await send('connection.expired', 'acc_eve');

    expect(status).toBe(204);
    const changes = await Promise.all(pages.map((page) => page.next()));
    expect(changes.map((change) => change.account_id)).toEqual(['acc_ada', 'acc_ada', 'acc_eve']);
    expect(changes.map((change) => change.status)).toEqual([
      ...['login_required', 'login_required', 'expired'],
    ]);
  });

  it.each(['login_required', 'restored', 'expired', 'disconnected'])(
    'connection.%s leads to what the service says, which may be newer',
    async (name) => {
      const cookie = await connect('ada');
      const page = await follow(cookie);
      statuses.set('ada', 'expired');
      await send(`connection.${name}`, 'acc_ada');

      expect(await page.next()).toMatchObject({ connected: true, status: 'expired' });
    },
  );

  it('that comes again changes nothing', async () => {
    const cookie = await connect('ada');
    const page = await follow(cookie);
    statuses.set('ada', 'login_required');
    for (const _ of [1, 2, 3]) await send('connection.login_required', 'acc_ada');
    statuses.set('ada', 'active');
    await send('connection.restored', 'acc_ada');

    expect([(await page.next()).status, (await page.next()).status]).toEqual([
      ...['login_required', 'active'],
    ]);
  });

  it('loses to a newer one, although its answer comes last', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'login_required');
    let isHeld = false;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const reached = new Promise<void>((reach) => {
      onRead = async () => {
        if (isHeld) return;
        isHeld = true;
        reach();
        await released;
      };
    });
    const older = send('connection.login_required', 'acc_ada');
    await reached;
    statuses.set('ada', 'expired');
    await send('connection.expired', 'acc_ada');
    release();
    await older;

    expect(await readConnection(cookie)).toMatchObject({ status: 'expired' });
  });

  it('that comes before its exchange was stored is not lost', async () => {
    const visitor = await visit();
    const page = await follow(visitor.cookie);
    statuses.set('ada', 'login_required');
    const early = await send('connection.login_required', 'acc_ada');
    await forward('ada', visitor);

    expect(early).toBe(204);
    expect(await readConnection(visitor.cookie)).toMatchObject({ status: 'login_required' });
    expect((await page.next()).status).toBe('active');
    expect((await page.next()).status).toBe('login_required');
  });

  it('of the end lets the backend forget the token, and the page say so after a reload', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'disconnected');
    await send('connection.disconnected', 'acc_ada');
    const before = asked.length;
    const records = await (await ask('/api/records', cookie)).json();
    await send('connection.disconnected', 'acc_ada');

    expect(await readConnection(cookie)).toEqual({
      connected: false,
      ...{ account_id: 'acc_ada', provider_id: 'sandbox', status: 'disconnected' },
    });
    expect(records).toEqual({ problem: 'invalid_token' });
    expect(asked.slice(before)).toEqual([]);
  });

  it('is asked for again when the service does not say what is true', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'down');
    const failed = await send('connection.expired', 'acc_ada');
    statuses.set('ada', 'expired');
    const again = await send('connection.expired', 'acc_ada');

    expect([failed, again]).toEqual([500, 204]);
    expect(await readConnection(cookie)).toMatchObject({ status: 'expired' });
    expect(log.join()).toContain('webhook: event_failed');
    expect(log.join()).not.toContain(accessToken);
  });

  it('counts only with the signature of the service', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'expired');
    const forged = await send(
      'connection.expired',
      'acc_ada',
      `whsec_${btoa('another'.repeat(4))}`,
    );
    const before = await readConnection(cookie);
    const signed = await send('connection.expired', 'acc_ada');

    expect([forged, signed]).toEqual([401, 204]);
    expect(before).toMatchObject({ status: 'active' });
    expect(await readConnection(cookie)).toMatchObject({ status: 'expired' });
  });
});

describe('the stream of a page', () => {
  it('begins with what is true, also after it was lost', async () => {
    const cookie = await connect('ada');
    const lost = await follow(cookie);
    await lost.close();
    statuses.set('ada', 'login_required');
    await send('connection.login_required', 'acc_ada');
    const { first } = await follow(cookie);

    expect(lost.first).toEqual({
      connected: true,
      ...{ account_id: 'acc_ada', provider_id: 'sandbox', status: 'active' },
    });
    expect(first).toMatchObject({ status: 'login_required' });
  });

  it('tells another tab that the person has disconnected, and a stranger nothing', async () => {
    const cookie = await connect('ada');
    const [tab, stranger] = [await follow(cookie), await follow('tally_session=guessed')];
    await ask('/api/disconnect', cookie, { method: 'POST' });

    expect(await tab.next()).toEqual({ connected: false });
    expect(stranger.first).toEqual({ connected: false });
    expect(tab.type).toBe('text/event-stream');
    expect(JSON.stringify([tab.first, log])).not.toContain(accessToken);
  });
});

describe('the end of a session', () => {
  /** Passes the time in which the page may still bring the code. */
  const passTime = async (act: () => Promise<unknown>) => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    await act();
    const waiting = timers.mock.calls.filter(([, delay]) => delay === 30_000).map(([run]) => run);
    timers.mockRestore();
    for (const run of waiting) await run();
    return waiting.length;
  };
  const finish = (status: string) =>
    deliver('session.finished', { session_id: 'cs_1', status, account_id: 'acc_ada' });
  const start = async () => {
    const visitor = await visit();
    boundState = visitor.state;
    await ask('/api/connect-session', visitor.cookie, { method: 'POST' });
    return visitor;
  };

  it('finds a lost code without the visitor, once the page can no longer bring it', async () => {
    const { cookie } = await start();
    const page = await follow(cookie);
    const count = await passTime(() => finish('connected'));

    expect(count).toBe(1);
    expect(await page.next()).toMatchObject({ connected: true, account_id: 'acc_ada' });
    expect(log.join()).toContain('connected: sandbox (its code was lost)');
  });

  it('is over at once without a connection', async () => {
    await start();
    const count = await passTime(() => finish('denied'));

    expect(count).toBe(0);
    expect(asked.filter((line) => line.includes('/code'))).toEqual([]);
  });
});

/** Sends an event as the service does. */
async function send(type: string, account_id: string, secret = webhookSecret): Promise<number> {
  return await deliver(type, { account_id, provider_id: 'sandbox', by: 'person' }, secret);
}

async function deliver(type: string, data: object, secret = webhookSecret): Promise<number> {
  const id = `ev_${type}`;
  const now = new Date();
  const body = JSON.stringify({ id, type, created_at: now.toISOString(), data });
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
  return (await fetch(`${hosts.url}/hooks`, { method: 'POST', headers, body })).status;
}

interface Message {
  readonly connected: boolean;
  readonly account_id?: string;
  readonly status?: string;
}

/** Opens the stream of a page. */
async function follow(cookie: string) {
  const response = await ask('/api/connection/stream', cookie);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** @returns the next message */
  const next = async (): Promise<Message> => {
    while (!text.includes('\n\n')) text += (await reader?.read())?.value ?? '';
    const [message = '', ...rest] = text.split('\n\n');
    text = rest.join('\n\n');
    return JSON.parse(message.replace(/^data: /, ''));
  };
  const first = await next();
  const type = response.headers.get('content-type');
  return { first, type, next, close: async () => await reader?.cancel() };
}

async function readConnection(cookie: string): Promise<unknown> {
  return await (await ask('/api/connection', cookie)).json();
}

/** Opens the page as a new visitor. */
async function visit() {
  const response = await ask('/', '');
  const state = /name="connect-state" content="(\w+)"/.exec(await response.text())?.[1] ?? '';
  const cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return { state, cookie };
}

async function forward(code: string, { state, cookie }: Awaited<ReturnType<typeof visit>>) {
  boundState = state;
  return await ask(`/callback?code=${code}`, cookie, { method: 'POST' });
}

/** @returns the cookie of a new visitor who has connected an account */
async function connect(code: string): Promise<string> {
  const visitor = await visit();
  expect((await forward(code, visitor)).status).toBe(204);
  return visitor.cookie;
}

function ask(path: string, cookie: string, init: RequestInit = {}) {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  return fetch(`${hosts.url}${path}`, { ...init, headers, redirect: 'manual' });
}
