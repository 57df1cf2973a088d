import type { RequestListener, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Hosts } from '../../../demo/hosts/server.ts';
import { startDemo } from './demo-app.ts';
import { accessToken } from './support.ts';

let hosts: Hosts;
let log: string[];
/** The requests to the service, with their tokens. */
let asked: string[];
/** The state that the service binds to its codes, as if the page had sent it. */
let boundState: string;
/** Answers the requests for records and files. */
let answerRead: RequestListener;

const refuse = (status: number, error: string, retryAfter?: string): RequestListener => {
  return (_, response) => {
    response.statusCode = status;
    if (retryAfter) response.setHeader('Retry-After', retryAfter);
    sendJson(response, { error });
  };
};

beforeEach(async () => {
  log = [];
  asked = [];
  answerRead = (_, response) => sendJson(response, { records: [filed], next_cursor: null });
  const answerRequest: RequestListener = (request, response) => {
    const { method, url = '', headers } = request;
    asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim());
    if (url.startsWith('/records')) return answerRead(request, response);
    if (url.endsWith('integrity.json')) {
      return sendJson(response, { '../0.1.0-0123/tax-connect.js': 'sha384-abc' });
    }
    if (url !== '/auth/token') return response.writeHead(204).end();
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      // The code names the person.
      const { code } = JSON.parse(body);
      const token = { account_id: `acc_${code}`, access_token: `${accessToken}-${code}` };
      sendJson(response, { ...token, provider_id: 'sandbox', state: boundState });
    });
  };
  hosts = await startDemo(answerRequest, log);
});

afterEach(() => hosts.close());

describe('the tax years', () => {
  it('come with what the page shows, and never with the token', async () => {
    const answer = await ask('/api/records', await connect('ada'));
    const text = await answer.text();

    expect(JSON.parse(text)).toEqual({
      records: [{ ...filed, files: [{ id: 'pdf', name: 'form 1040 ü.pdf', bytes: 9 }] }],
      next_cursor: null,
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(asked).toContain(`GET /records Bearer ${accessToken}-ada`);
    expect(text + log.join()).not.toContain(accessToken);
  });

  it('are those of the visitor who asks', async () => {
    const [ada, eve] = [await connect('ada'), await connect('eve')];
    for (const cookie of [ada, eve]) await ask('/api/records', cookie);
    const stranger = await ask('/api/records', 'tally_session=guessed');

    expect(asked.filter((line) => line.includes('/records'))).toEqual([
      `GET /records Bearer ${accessToken}-ada`,
      `GET /records Bearer ${accessToken}-eve`,
    ]);
    expect(await stranger.json()).toEqual({ problem: 'not_connected' });
  });

  it.each([
    ['login_required', refuse(409, 'login_required'), null],
    ['invalid_token', refuse(401, 'invalid_token'), null],
    ['not_supported', refuse(501, 'not_supported'), null],
    ['provider_failed', refuse(502, 'provider_failed', '90'), 90],
    ['provider_timeout', refuse(504, 'provider_timeout'), null],
    ['network_error', (request) => request.socket.destroy(), null],
  ] as readonly [string, RequestListener, number | null][])(
    'say %s instead, which the page explains',
    async (problem, answer, wait) => {
      const cookie = await connect('ada');
      answerRead = answer;
      const records = await ask('/api/records', cookie);

      expect(await records.json()).toEqual({ problem, retry_after: wait });
      expect(log.join()).toContain(`records: ${problem}`);
      expect(log.join()).not.toContain(accessToken);
    },
  );
});

describe('a file', () => {
  const path = '/api/records/1040%2F2024/files/pdf';
  const headers = {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `attachment; filename*=UTF-8''form%201040%20%C3%BC.pdf`,
  };
  const sendFile: RequestListener = (_, response) =>
    response.writeHead(200, headers).end('%PDF-1.7 ');

  it('is passed on while it comes, under its name', async () => {
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

    expect(asked.at(-1)).toBe(`GET ${path.replace('/api', '')} Bearer ${accessToken}-ada`);
    expect([first?.value, rest?.value].map((part) => Buffer.from(part ?? []).toString())).toEqual([
      '%PDF-',
      '1.7',
    ]);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': headers['Content-Disposition'],
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('that is cut off never looks complete', async () => {
    const cookie = await connect('ada');
    answerRead = (request, response) => {
      response.writeHead(200, headers).write('%PDF-', () => request.socket.destroy());
    };

    await expect(ask(path, cookie).then((file) => file.text())).rejects.toThrow();
    answerRead = sendFile;
    expect(await (await ask(path, cookie)).text()).toBe('%PDF-1.7 ');
  });

  it('is no longer read when the visitor leaves', async () => {
    const cookie = await connect('ada');
    const left = new Promise<void>((resolve) => {
      answerRead = (_, response) => {
        response.writeHead(200, headers).write('%PDF-');
        response.once('close', resolve);
      };
    });
    const file = await ask(path, cookie);
    await file.body?.cancel();

    await left;
  });

  it('is for the visitor who is connected', async () => {
    const ada = await connect('ada');
    answerRead = sendFile;
    const own = await ask(path, ada);
    const { cookie } = await visit();
    const strangers = [await ask(path, cookie), await ask(path, ''), await ask(path, `${ada}0`)];

    expect(await own.text()).toMatch(/^%PDF-/);
    expect(strangers.map(({ status }) => status)).toEqual([303, 303, 303]);
    expect(asked.filter((line) => line.includes('/files/'))).toHaveLength(1);
  });

  it('that cannot be opened leads back to the page, which says so', async () => {
    const cookie = await connect('ada');
    answerRead = refuse(404, 'not_found');
    const answers = [await ask(path, cookie), await ask(`${path}?page=spa`, cookie)];

    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([
      '/?file_problem=not_found',
      '/spa/?file_problem=not_found',
    ]);
  });
});

it('disconnects an account that another one replaces, and none that is connected again', async () => {
  const visitor = await visit();
  for (const code of ['ada', 'ada', 'ben']) await forward(code, visitor);

  expect(asked.filter((line) => line.includes('disconnect'))).toEqual([
    `POST /account/disconnect Bearer ${accessToken}-ada`,
  ]);
  const connection = await ask('/api/connection', visitor.cookie);
  expect(await connection.json()).toMatchObject({ account_id: 'acc_ben' });
});

it('lets the sandbox ask for a new sign-in, for the own account only', async () => {
  const cookie = await connect('ada');
  const { cookie: stranger } = await visit();
  const end = (visitor: string, site: string) =>
    ask('/api/end-sign-in', visitor, { method: 'POST', headers: { 'sec-fetch-site': site } });
  const answers = [
    await end(cookie, 'same-site'),
    await end(stranger, 'same-origin'),
    await end(cookie, 'same-origin'),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 204]);
  expect(asked.filter((line) => line.includes('sandbox'))).toEqual([
    'POST /sandbox/accounts/acc_ada/login_required',
  ]);
});

/** A record in the form that the service sends. */
const filed = {
  ...{ id: '1040/2024', type: 'return', name: 'Form 1040, 2024', tax_year: 2024 },
  ...{ jurisdiction: 'US', form: '1040', status: 'filed', filed_at: '2025-04-01' },
  files: [{ id: 'pdf', name: 'form 1040 ü.pdf', media_type: 'application/pdf', bytes: 9 }],
};

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
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
  const headers = { 'sec-fetch-site': 'same-origin' };
  return await ask(`/callback?code=${code}`, cookie, { method: 'POST', headers });
}

/** @returns the cookie of a new visitor who has connected an account */
async function connect(code: string): Promise<string> {
  const visitor = await visit();
  expect((await forward(code, visitor)).status).toBe(204);
  return visitor.cookie;
}

function ask(path: string, cookie: string, { headers, ...init }: RequestInit = {}) {
  const sent = { ...Object.fromEntries(new Headers(headers)), cookie };
  return fetch(`${hosts.url}${path}`, { ...init, headers: sent, redirect: 'manual' });
}
