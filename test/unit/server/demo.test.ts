import type { RequestListener, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Hosts, startHosts } from '../../../demo/hosts/server.ts';
import { type RawServer, startServer } from './raw-http.ts';
import { accessToken, clientSecret, webhookSecret } from './support.ts';

/* The demo's backend, in front of a service whose answers can be held, cut and wrong. */

let service: RawServer;
let hosts: Hosts;
let log: string[];
/** The requests to the service, with their tokens. */
let asked: string[];
/** The bodies of the requests for a Connect session. */
let created: unknown[];
/** The state that the service binds to its codes, as if the page had sent it. */
let boundState: string;
/** The status of the account of each person, as the service knows it. */
let statuses: Map<string, string>;
/** Called when the service has read the status of an account, before it answers. */
let onRead: () => Promise<void>;
/** Answers the requests for records and files. */
let answerRead: RequestListener;

const since = '2026-11-24T12:00:00.000Z';
/** A record in the form that the service sends. */
const filed = {
  ...{ id: '1040/2024', type: 'return', name: 'Form 1040, 2024', tax_year: 2024 },
  ...{ jurisdiction: 'US', form: '1040', status: 'filed', filed_at: '2025-04-01' },
  files: [{ id: 'pdf', name: 'form 1040 ü.pdf', media_type: 'application/pdf', bytes: 9 }],
};

beforeEach(async () => {
  [log, asked, created, statuses] = [[], [], [], new Map()];
  onRead = async () => {};
  answerRead = (_, response) => sendJson(response, { records: [filed], next_cursor: null });
  service = await startServer(async (request, response) => {
    const { method, url = '', headers } = request;
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    asked.push(`${method} ${url} ${token}`.trim());
    if (url.startsWith('/records')) return answerRead(request, response);
    let body = '';
    for await (const part of request) body += part;
    await answer(`${method} ${url}`, { body, token, response });
  });
  hosts = await startHosts({
    listenPort: 0,
    connectBaseUrl: service.origin,
    connectUrl: 'http://connect.localhost:4400/connect',
    clientId: 'app_test',
    clientSecret,
    webhookSecret,
    pagesFolder: fileURLToPath(new URL('../../../demo/hosts', import.meta.url)),
    log: (line) => log.push(line),
  });
});

afterEach(async () => {
  await Promise.all([hosts.close(), service.close()]);
});

interface Asked {
  readonly body: string;
  readonly token: string;
  readonly response: ServerResponse;
}

async function answer(request: string, { body, token, response }: Asked) {
  if (request.endsWith('integrity.json')) {
    const hash = 'sha384-abc';
    return sendJson(response, { 'tax-connect.js': hash, '../0.1.0-0123/tax-connect.js': hash });
  }
  if (request === 'POST /auth/token') {
    // The code names the person, before a dot. A code that comes again is not exchanged again.
    const [person] = JSON.parse(body).code.split('.');
    const tokens = { account_id: `acc_${person}`, access_token: `${accessToken}-${person}` };
    return sendJson(response, { ...tokens, provider_id: 'sandbox', state: boundState });
  }
  if (request.endsWith('/code') && statuses.has('ada')) return sendJson(response, {}, 503);
  if (request.endsWith('/code')) return sendJson(response, { code: 'ada' }, 201);
  if (request === 'POST /connect/sessions') {
    created.push(JSON.parse(body));
    const session = { session_id: 'cs_1', session: 'of-the-page', url: 'http://link' };
    return sendJson(response, { ...session, expires_at: since }, 201);
  }
  if (request.startsWith('GET /connect/sessions')) return sendJson(response, finished());
  if (request !== 'GET /account') return void response.writeHead(204).end();
  const person = token.replace(`${accessToken}-`, '');
  const status = statuses.get(person) ?? 'active';
  await onRead();
  if (status === 'disconnected') return sendJson(response, { error: 'invalid_token' }, 401);
  if (status === 'down') return sendJson(response, { error: 'server_error' }, 503);
  const account = { account_id: `acc_${person}`, provider_id: 'sandbox', environment: 'test' };
  const consent = { granted_at: since, expires_at: null, shares: ['returns'] };
  sendJson(response, { ...account, connected_at: since, status_since: since, status, consent });
}

/** The result of a Connect session. */
function finished() {
  const session = { session_id: 'cs_1', status: 'connected', account_id: 'acc_ada' };
  const finished_at = new Date().toISOString();
  return { ...session, exchanged: false, provider_id: 'sandbox', finished_at };
}

describe('a visit', () => {
  it('gets the page under a strict policy, and only files of the page', async () => {
    const { response, page } = await visit();
    const paths = ['/spa/assets/..%2f..%2fserver.ts', '/spa/assets/.env', '/server.ts'];
    const others = await Promise.all(paths.map((path) => ask(path, '')));

    expect(page).toContain('integrity="sha384-abc"');
    expect(page).toContain('src="http://connect.localhost:4400/sdk/0.1.0-0123/tax-connect.js"');
    expect(page).not.toContain('{{');
    expect(page).not.toContain(clientSecret);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|\*|data:/);
    expect((await ask('/app.js', '')).headers.get('content-type')).toContain('text/javascript');
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('refuses a code of another visitor', async () => {
    const alice = await visit();
    // Mallory's own page requested this code. Now he makes Alice's browser send it.
    const mallory = await visit();
    const forwarded = await forward('mallory', { ...mallory, cookie: alice.cookie });

    expect(forwarded.status).toBe(403);
    expect(await readConnection(alice.cookie)).toEqual({ connected: false });
    expect((await forward('alice', alice)).status).toBe(204);
  });

  it.each([
    ['POST', '/api/connect-session', 201, 'POST /connect/sessions'],
    ['POST', '/api/disconnect', 204, `POST /account/disconnect ${accessToken}-ada`],
    ['POST', '/api/end-sign-in', 204, 'POST /sandbox/accounts/acc_ada/login_required'],
    ['GET', '/connect/start?page=spa&again=', 303, 'POST /connect/sessions'],
  ] as const)('%s %s acts for its own page only', async (...row) => {
    const [method, path, status, wanted] = row;
    const cookie = await connect('ada');
    const before = asked.length;
    const foreign = await ask(path, cookie, { method, site: 'cross-site' });
    expect([foreign.status, asked.slice(before)]).toEqual([403, []]);

    expect((await ask(path, cookie, { method })).status).toBe(status);
    expect(asked.slice(before).join()).toContain(wanted);
  });
});

describe('a session whose code was lost', () => {
  const start = async () => {
    const visitor = await visit();
    boundState = visitor.state;
    await ask('/api/connect-session', visitor.cookie, { method: 'POST' });
    return visitor.cookie;
  };
  const countFinished = () => asked.filter((line) => line.includes('/code')).length;

  it('is finished once, when its visitor comes back', async () => {
    const cookie = await start();
    const stranger = await readConnection((await visit()).cookie);
    const [first, second] = [await readConnection(cookie), await readConnection(cookie)];

    expect(stranger).toEqual({ connected: false });
    expect(first).toMatchObject({ connected: true, account_id: 'acc_ada', found: true });
    expect(second).not.toHaveProperty('found');
    expect(countFinished()).toBe(1);
  });

  it('is asked for until the service answers, when its visitor does not return', async () => {
    const later: (() => unknown)[] = [];
    const wait = globalThis.setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => unknown, ms?: number) => {
      if (ms !== 30_000) return wait(act, ms);
      later.push(act);
      return { unref() {} };
    }) as never);
    onTestFinished(() => void vi.restoreAllMocks());
    await start();
    await send('session.finished', 'acc_ada');
    statuses.set('ada', 'down');
    await later.shift()?.();
    statuses.clear();
    await later.shift()?.();

    expect(countFinished()).toBe(2);
    expect(log.join()).toContain('connected: sandbox (its code was lost)');
  });
});

describe('the tax years', () => {
  const path = '/api/records/1040%2F2024/files/pdf';
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename*=UTF-8''form%201040%20%C3%BC.pdf`,
  };

  it('come with what the page shows, for the visitor who asks, and never with the token', async () => {
    const [ada, eve] = [await connect('ada'), await connect('eve')];
    const text = await (await ask('/api/records', ada)).text();
    await ask('/api/records', eve);
    const stranger = await ask('/api/records', 'tally_session=guessed');

    expect(JSON.parse(text)).toEqual({
      records: [{ ...filed, files: [{ id: 'pdf', name: 'form 1040 ü.pdf', bytes: 9 }] }],
      next_cursor: null,
    });
    expect(stranger.headers.get('cache-control')).toBe('no-store');
    expect(await stranger.json()).toEqual({ problem: 'not_connected' });
    expect(asked.filter((line) => line.includes('/records'))).toEqual([
      `GET /records ${accessToken}-ada`,
      `GET /records ${accessToken}-eve`,
    ]);
    expect(text + log.join()).not.toContain(accessToken);
  });

  it('have files that are passed on while they come, to their visitor only', async () => {
    const cookie = await connect('ada');
    let finish: (() => void) | undefined;
    answerRead = (_, response) => {
      response.writeHead(200, headers).write('%PDF-');
      finish = () => response.end('1.7');
    };
    const file = await ask(path, cookie);
    const reader = file.body?.getReader();
    const first = await reader?.read();
    // The rest is sent only now: the backend has not waited for it.
    finish?.();
    const rest = await reader?.read();
    const strangers = [(await visit()).cookie, '', `${cookie}0`].map((other) => ask(path, other));

    expect([first?.value, rest?.value].map((part) => Buffer.from(part ?? []).toString())).toEqual([
      '%PDF-',
      '1.7',
    ]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-disposition': headers['Content-Disposition'],
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect((await Promise.all(strangers)).map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(asked.filter((line) => line.includes('/files/'))).toHaveLength(1);
  });

  it('have files that never look complete when they are cut off, and end when the visitor leaves', async () => {
    const cookie = await connect('ada');
    answerRead = (request, response) => {
      response.writeHead(200, headers).write('%PDF-', () => request.socket.destroy());
    };
    await expect(ask(path, cookie).then((file) => file.text())).rejects.toThrow();
    const left = new Promise<void>((resolve) => {
      answerRead = (_, response) => {
        response.writeHead(200, headers).write('%PDF-');
        response.once('close', resolve);
      };
    });
    await (await ask(path, cookie)).body?.cancel();
    await left;
    answerRead = (_, response) => sendJson(response, { error: 'not_found' }, 404);

    expect((await ask(`${path}?page=spa`, cookie)).headers.get('location')).toBe(
      '/spa/?file_problem=not_found',
    );
  });
});

describe('an event of a connection', () => {
  it('that comes before its exchange was stored is not lost', async () => {
    const visitor = await visit();
    const page = await follow(visitor.cookie);
    statuses.set('ada', 'login_required');
    const early = await send('connection.login_required', 'acc_ada');
    await forward('ada', visitor);

    expect(early).toBe(204);
    expect([(await page.next()).status, (await page.next()).status]).toEqual([
      'active',
      'login_required',
    ]);
  });

  it('that comes while an older state is read is not lost', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'login_required');
    onRead = async () => {
      onRead = async () => {};
      statuses.set('ada', 'expired');
      await send('connection.expired', 'acc_ada');
    };
    await send('connection.login_required', 'acc_ada');

    expect(await readConnection(cookie)).toMatchObject({ status: 'expired' });
  });

  it('counts with the signature of the service, and is asked for again when that fails', async () => {
    const cookie = await connect('ada');
    statuses.set('ada', 'down');
    const forged = `whsec_${btoa('another'.repeat(4))}`;
    const answers = [
      await send('connection.expired', 'acc_ada', forged),
      await send('connection.expired', 'acc_ada'),
    ];
    statuses.set('ada', 'expired');
    answers.push(await send('connection.expired', 'acc_ada', forged));
    expect(await readConnection(cookie)).toMatchObject({ status: 'active' });
    answers.push(await send('connection.expired', 'acc_ada'));

    expect(answers).toEqual([401, 500, 401, 204]);
    expect(await readConnection(cookie)).toMatchObject({ status: 'expired' });
    expect(log.join()).toContain('webhook: event_failed');
    expect(log.join()).not.toContain(accessToken);
  });

  it('is told to another tab when the person disconnects, and to a stranger never', async () => {
    const cookie = await connect('ada');
    const lost = await follow(cookie);
    await lost.close();
    const [tab, stranger] = [await follow(cookie), await follow('tally_session=guessed')];
    await ask('/api/disconnect', cookie, { method: 'POST' });

    expect(tab.first).toEqual({
      connected: true,
      ...{ account_id: 'acc_ada', provider_id: 'sandbox', status: 'active' },
    });
    expect(await tab.next()).toEqual({ connected: false });
    expect(stranger.first).toEqual({ connected: false });
    expect(tab.type).toBe('text/event-stream');
  });
});

function sendJson(response: ServerResponse, body: object, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** Sends an event as the service does. */
async function send(type: string, account_id: string, secret = webhookSecret): Promise<number> {
  const session = { session_id: 'cs_1', status: 'connected' };
  const data = { account_id, provider_id: 'sandbox', by: 'person', ...session };
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
  const page = await response.text();
  const state = /name="connect-state" content="(\w+)"/.exec(page)?.[1] ?? '';
  const cookie = (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
  return { response, page, state, cookie };
}

async function forward(code: string, visitor: { readonly state: string; readonly cookie: string }) {
  boundState = visitor.state;
  return await ask(`/callback?code=${code}`, visitor.cookie, { method: 'POST' });
}

/** @returns the cookie of a new visitor who has connected an account */
async function connect(code: string): Promise<string> {
  const visitor = await visit();
  expect((await forward(code, visitor)).status).toBe(204);
  return visitor.cookie;
}

/** @param method - and the value of `Sec-Fetch-Site` */
function ask(path: string, cookie: string, { method = 'GET', site = 'same-origin' } = {}) {
  const headers = { cookie, 'sec-fetch-site': site };
  return fetch(`${hosts.url}${path}`, { method, headers, redirect: 'manual' });
}
