import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  cancelSession,
  createSession,
  disconnect,
  exchangeCode,
  finishSession,
  getAccount,
  listEvents,
  listProviders,
  listRecords,
  openFile,
  readConsent,
  readRecord,
  readSession,
} from '../../../src/sdk/server.ts';
import { accessToken, createService } from './support.ts';

/* What each call sends, and what it makes of the answer. `every-call.test.ts` has what all calls share. */

// A query and a fragment are left out, and so are slashes at the end of the path.
const baseUrl = 'https://connect.example/v1//?a=1#b';
const origin = 'https://connect.example/v1';
const application = { clientId: 'my app', clientSecret: 'secret:of the app' };
const account = { accessToken };

const asApplication = `Basic ${btoa('my+app:secret%3Aof+the+app')}`;
const asAccount = `Bearer ${accessToken}`;

const [early, late] = ['2026-01-02T03:04:05.000Z', '2027-01-02T03:04:05.000Z'];
const tags = { team: 'red' };
const ids = { account_id: 'acc_1', provider_id: 'sandbox' };
const consent = { granted_at: early, expires_at: late, shares: ['returns', 'identity'] };
const record = {
  ...{ id: 'r/1', type: 'return', name: 'Form 1040, 2024', tax_year: 2024, jurisdiction: 'US' },
  ...{ form: '1040', status: 'filed', filed_at: '2025-04-01' },
  files: [{ id: 'f1', name: 'return.pdf', media_type: 'application/pdf', bytes: 0 }],
};

interface Example {
  readonly call: (options: never) => Promise<unknown>;
  /** The options besides `baseUrl` and `fetch`. */
  readonly options: object;
  /** Method and path of the request. */
  readonly sent: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly status?: number;
  readonly json?: object;
  /** By default, the same fields in camelCase, with times as dates. */
  readonly result?: object;
  /** The words for an answer of another kind. */
  readonly expected: string;
  /** The fields that may be missing, or have any value. */
  readonly optional?: RegExp;
  /** The fields with a few values. */
  readonly choices?: RegExp;
}

const examples: readonly Example[] = [
  {
    call: exchangeCode,
    options: {
      ...{ ...application, code: 'abc', redirectUri: 'https://app.example/callback' },
      codeVerifier: 'v'.repeat(43),
    },
    sent: 'POST /auth/token',
    headers: {},
    body: {
      ...{ client_id: 'my app', client_secret: 'secret:of the app', code: 'abc' },
      ...{ redirect_uri: 'https://app.example/callback', code_verifier: 'v'.repeat(43) },
    },
    json: { ...ids, access_token: 't', state: 'of-ada', expires_in: 0 },
    // The token is hidden.
    result: { accountId: 'acc_1', providerId: 'sandbox', state: 'of-ada', expiresInSeconds: 0 },
    expected: 'a token response',
    optional: /^(state|expires_in)$/,
  },
  {
    call: getAccount,
    options: account,
    sent: 'GET /account',
    json: {
      ...{ ...ids, environment: 'live', connected_at: early, status: 'login_required' },
      ...{ status_since: late, consent, client_user_id: 'u1', tags },
    },
    expected: 'an account',
    optional: /^(client_user_id$|tags|consent\.shares\.)/,
    choices: /^(environment|status)$/,
  },
  {
    call: readConsent,
    options: account,
    sent: 'GET /account/consent',
    json: {
      ...{ ...ids, ...consent, consent_id: 'co_1', application: 'Shop', provider: 'Sandbox' },
      ...{ purpose: 'A loan', purpose_locale: 'en', privacy_url: 'https://app.example/privacy' },
      ...{ locale: 'de', text_hash: 'f00d' },
    },
    expected: 'a consent',
    optional: /^shares\./,
  },
  {
    call: disconnect,
    options: account,
    sent: 'POST /account/disconnect',
    status: 204,
    expected: 'empty',
  },
  {
    call: listRecords,
    options: { ...account, taxYear: 2024, limit: 5, cursor: 'a&b' },
    sent: 'GET /records?tax_year=2024&limit=5&cursor=a%26b',
    json: { records: [record], next_cursor: 'c2' },
    expected: 'a list of records',
    choices: /type$/,
  },
  {
    call: readRecord,
    options: { ...account, recordId: 'r/1?a#b' },
    sent: 'GET /records/r%2F1%3Fa%23b',
    json: { ...record, data: { wages: 50_000 } },
    expected: 'a record',
    optional: /^data/,
    choices: /type$/,
  },
  {
    call: createSession,
    options: {
      ...{ ...application, providerIds: ['acme'], accountId: 'acc_1', state: 's', locale: 'de' },
      ...{ expiresInSeconds: 60, redirectUri: 'https://app.example/', clientUserId: 'u1', tags },
      idempotencyKey: 'order 1',
    },
    sent: 'POST /connect/sessions',
    headers: { authorization: asApplication, 'idempotency-key': 'order 1' },
    body: {
      ...{ provider_ids: ['acme'], account_id: 'acc_1', state: 's', locale: 'de', tags },
      ...{ expires_in: 60, redirect_uri: 'https://app.example/', client_user_id: 'u1' },
    },
    status: 201,
    json: { session_id: 'cs_1', session: 'secret', url: 'https://link.example', expires_at: late },
    expected: 'a session',
  },
  {
    call: readSession,
    options: { ...application, sessionId: 'cs_1' },
    sent: 'GET /connect/sessions/cs_1',
    json: {
      ...{ ...ids, session_id: 'cs_1', status: 'connected', finished_at: early, exchanged: true },
      ...{ client_user_id: 'u1', tags },
    },
    expected: 'the result of a session',
    optional: /^(client_user_id$|tags)/,
    choices: /^(status|exchanged)$/,
  },
  {
    call: cancelSession,
    options: { ...application, sessionId: 'cs_1' },
    sent: 'POST /connect/sessions/cs_1/cancel',
    status: 204,
    expected: 'empty',
  },
  {
    call: listEvents,
    options: { ...application, after: 'ev_0', limit: 5 },
    sent: 'GET /events?after=ev_0&limit=5',
    json: {
      events: [
        {
          ...{ id: 'ev_1', type: 'connection.disconnected', created_at: early },
          data: { ...ids, by: 'person', client_user_id: 'u1', tags },
        },
      ],
      next: 'ev_1',
    },
    expected: 'a list of events',
    optional: /\.data\.(client_user_id|tags)/,
  },
  {
    call: listProviders,
    options: { ...application, known: { providers: [], etag: '"v1"' } },
    sent: 'GET /providers',
    headers: { authorization: asApplication, 'if-none-match': '"v1"' },
    json: {
      providers: [
        {
          ...{ provider_id: 'acme', name: 'Acme Tax', domain: 'acme.example', popular: true },
          ...{ logo_url: 'https://logo.example', status: 'unavailable', reason: 'Closed' },
          ...{ shares: ['returns'], aliases: ['acme'] },
        },
      ],
      etag: '"v2"',
    },
    expected: 'a list of providers',
    // The version is in a header.
    optional: /^etag$/,
    choices: /(status|popular)$/,
  },
];

/** The times are dates, but for the day on which a record was filed. */
const isTime = (name: string) => /_(at|since)$/.test(name) && name !== 'filed_at';

function convert(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(convert);
  if (typeof json !== 'object' || json === null) return json;
  const fields = Object.entries(json).map(([name, value]) => [
    name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    isTime(name) ? new Date(value) : convert(value),
  ]);
  return Object.fromEntries(fields);
}

/** @returns the paths of all fields, such as `consent.shares.0` */
function listPaths(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  const own = path.length === 0 ? [] : [path];
  if (typeof value !== 'object' || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, part]) => listPaths(part, [...path, name])),
  ];
}

/** @returns a copy in which a field has another value; undefined removes it from its object */
function replace(json: object, path: readonly string[], value: unknown): object {
  const copy = structuredClone(json);
  const parent = path.slice(0, -1).reduce<object>((part, name) => Reflect.get(part, name), copy);
  Reflect.set(parent, path.at(-1) ?? '', value);
  return copy;
}

describe.each(examples.map((example) => [example.call.name, example] as const))(
  '%s',
  (_, example) => {
    const { call, options, status = 200, json } = example;
    const authorization = 'accessToken' in options ? asAccount : asApplication;
    const run = (body: object | undefined) => {
      const headers = { ETag: '"v2"' };
      const text = body && JSON.stringify(body);
      const service = createService(() => new Response(text ?? null, { status, headers }));
      return { service, result: call({ baseUrl, fetch: service, ...options } as never) };
    };

    it('sends one request, follows no redirect, and returns every field', {
      tags: ['control-29'],
    }, async () => {
      const { service, result } = run(json);

      expect(await result).toEqual(example.result ?? convert(json));
      const [[url, init] = []] = service.mock.calls;
      expect(service).toHaveBeenCalledOnce();
      expect(`${init?.method} ${url}`).toBe(example.sent.replace(' ', ` ${origin}`));
      expect(init).toMatchObject({ redirect: 'manual', cache: 'no-store' });
      expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
        accept: 'application/json',
        ...(example.body && { 'content-type': 'application/json' }),
        ...(example.headers ?? { authorization }),
      });
      expect(init?.body && JSON.parse(String(init.body))).toEqual(example.body);
    });

    it.runIf(json)('refuses an answer without a field, or with another kind of value', async () => {
      const message = `The answer is not ${example.expected}. Check baseUrl.`;
      const refused = { code: 'bad_response', retryable: false, status, message };
      for (const path of listPaths(json)) {
        const name = path.join('.');
        if (example.optional?.test(name)) continue;
        const isChosen = isTime(path.at(-1) ?? '') || example.choices?.test(name);
        for (const value of [undefined, {}, ...(isChosen ? ['soon'] : [])]) {
          const { result } = run(replace(json ?? {}, path, value));
          await expect(result, `${name}: ${value}`).rejects.toMatchObject(refused);
        }
      }
    });
  },
);

it('a session without an account has none, also at a service that does not know its IDs', async () => {
  const finished = { session_id: 'cs_1', status: 'open', exchanged: false };
  const none = { account_id: null, provider_id: null, finished_at: null };
  const fetch = createService(() => Response.json({ ...finished, ...none }));

  expect(await readSession({ baseUrl, ...application, sessionId: 'cs_1', fetch })).toEqual({
    ...{ sessionId: 'cs_1', status: 'open', exchanged: false, accountId: null, providerId: null },
    ...{ finishedAt: null, clientUserId: null, tags: null },
  });
});

it('a consent leaves out what a later service may share', async () => {
  const shares = ['returns', 'of a later version'];
  const json = { ...examples.find(({ call }) => call === readConsent)?.json, shares };
  const fetch = createService(() => Response.json(json));
  expect(await readConsent({ baseUrl, ...account, fetch })).toMatchObject({ shares: ['returns'] });
});

it('listEvents begins with the oldest event without after, or with null', async () => {
  const fetch = createService(() => Response.json({ events: [], next: null }));
  for (const after of [undefined, null]) {
    const list = await listEvents({ baseUrl, ...application, fetch, after });
    expect(list).toEqual({ events: [], next: null });
  }
  const urls = fetch.mock.calls.map(([url]) => url);
  expect(urls).toEqual([1, 2].map(() => `${origin}/events`));
});

it('lists have room for 100 events with long tags, and for 100 records with long names', async () => {
  const long = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, '税'.repeat(200)]));
  const data = { account_id: 'acc_1', provider_id: 'sandbox', tags: long };
  const event = { id: 'ev_1', type: 'connection.expired', created_at: early, data };
  const events = Array<unknown>(100).fill(event);
  const records = Array<unknown>(100).fill({ ...record, name: 'n'.repeat(2000) });
  const fetch = createService(() =>
    Response.json({ events, next: 'ev_1', records, next_cursor: null }),
  );

  const listed = await listEvents({ baseUrl, ...application, fetch });
  const read = await listRecords({ baseUrl, ...account, fetch });
  expect([listed.events.length, read.records.length]).toEqual([100, 100]);
});

it('listProviders returns the known list for 304', async () => {
  const known = { providers: [], etag: '"v1"' };
  const fetch = createService(() => new Response(null, { status: 304 }));
  expect(await listProviders({ baseUrl, ...application, fetch, known })).toBe(known);
  await expect(listProviders({ baseUrl, ...application, fetch })).rejects.toMatchObject({
    code: 'bad_response',
  });
});

it('disconnect accepts that the account is disconnected already', async () => {
  const fetch = createService(() => Response.json({ error: 'invalid_token' }, { status: 401 }));
  await expect(disconnect({ baseUrl, ...account, fetch })).resolves.toBeUndefined();
});

it('openFile asks for any type, and finishSession first for a fresh code', async () => {
  const headers = { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="a"' };
  const file = createService(() => new Response('a', { headers }));
  await openFile({ baseUrl, ...account, recordId: 'r/1', fileId: 'f 1', fetch: file });
  const replies = [
    () => Response.json({ code: 'fresh' }, { status: 201 }),
    () => Response.json({ account_id: 'acc_1', provider_id: 'acme', access_token: 't' }),
  ];
  const session = createService(() => replies.shift()?.() ?? Response.error());
  await finishSession({ baseUrl, ...application, sessionId: 'cs_1', fetch: session });

  const sent = [...file.mock.calls, ...session.mock.calls].map(([url, init]) => {
    const { accept, authorization } = Object.fromEntries(new Headers(init?.headers));
    return [`${init?.method} ${url}`, accept, authorization];
  });
  expect(sent).toEqual([
    [`GET ${origin}/records/r%2F1/files/f%201`, '*/*', asAccount],
    [`POST ${origin}/connect/sessions/cs_1/code`, 'application/json', asApplication],
    [`POST ${origin}/auth/token`, 'application/json', undefined],
  ]);
  const exchanged = JSON.parse(String(session.mock.lastCall?.[1]?.body));
  expect(exchanged).toMatchObject({ client_id: 'my app', code: 'fresh' });
});

it('a call leaves out the option that old Workers throw for', async () => {
  const OldRequest = class {
    constructor(_: string, { cache }: RequestInit) {
      if (cache) throw new Error("The 'cache' field is not implemented.");
    }
  };
  vi.stubGlobal('Request', OldRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = createService(() => new Response(null, { status: 204 }));
  await disconnect({ baseUrl, ...account, fetch });
  expect(fetch.mock.calls[0]?.[1]).not.toHaveProperty('cache');
});
