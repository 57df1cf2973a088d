import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, vi } from 'vitest';
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
import { createGate } from '../../support/gate.ts';
import { accessToken, clientSecret, code, createTestCallback } from './support.ts';

const application = { clientId: 'app_test', clientSecret };
const named = { ...application, sessionId: 'cs_1' };
const account = { accessToken };
const record = { ...account, recordId: 'r1' };

/** A function of the package, the options that it needs, and a misspelt one with the one that is meant. */
type Row = readonly [call: (options: never) => Promise<unknown>, own: object, ...string[]];

const rows: readonly Row[] = [
  [exchangeCode, { ...application, code }, 'redirectURI', 'redirectUri'],
  [getAccount, account, 'timeout', 'timeoutMs'],
  [readConsent, account, 'acessToken', 'accessToken'],
  [disconnect, account, 'base_url', 'baseUrl'],
  [listRecords, account, 'tax_year', 'taxYear'],
  [readRecord, record, 'record_id', 'recordId'],
  [openFile, { ...record, fileId: 'f1' }, 'maxByte', 'maxBytes'],
  [createSession, application, 'account_id', 'accountId'],
  [readSession, named, 'session_id', 'sessionId'],
  [finishSession, named, 'client_id', 'clientId'],
  [cancelSession, named, 'signals', 'signal'],
  [listEvents, application, 'afte', 'after'],
  [listProviders, application, 'know', 'known'],
];
const calls = rows.map(([call, own, wrong = '', right]) => {
  return { name: call.name, call, own, wrong, right };
});
type Call = (typeof calls)[number];

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** @returns the result of a call, and the addresses that it requested */
async function run(
  { call, own }: Call,
  respond: () => Response | Promise<Response>,
  options: object = {},
) {
  const service = vi.fn<typeof fetch>(async () => await respond());
  const all = { baseUrl: 'https://connect.example', fetch: service, ...own, ...options };
  const error: unknown = await call(all as never).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, addresses: service.mock.calls.map(([address]) => String(address)) };
}

/** Options with a bound: a call, its option, the last accepted value, and the next one beyond it. */
const bounds = [
  ['exchangeCode', 'timeoutMs', 600_000, 600_001],
  ['exchangeCode', 'clientId', 'c'.repeat(4096), 'c'.repeat(4097)],
  ['exchangeCode', 'clientSecret', 's'.repeat(4096), 's'.repeat(4097)],
  ['exchangeCode', 'code', 'c'.repeat(4096), 'c'.repeat(4097)],
  ['exchangeCode', 'codeVerifier', 'v'.repeat(43), 'v'.repeat(42)],
  ['exchangeCode', 'codeVerifier', 'v'.repeat(128), 'v'.repeat(129)],
  ['getAccount', 'accessToken', 'a'.repeat(4096), 'a'.repeat(4097)],
  ['getAccount', 'accessToken', 'aZ09_~+/.-==', 'a=b'],
  ['listRecords', 'taxYear', 1900, 1899],
  ['listRecords', 'taxYear', 2100, 2101],
  ['listRecords', 'limit', 1, 0],
  ['listRecords', 'limit', 100, 99.5],
  ['listRecords', 'limit', 100, 101],
  ['listRecords', 'cursor', 'c', ''],
  ['listRecords', 'cursor', 'c'.repeat(2000), 'c'.repeat(2001)],
  ['readRecord', 'recordId', 'r'.repeat(255), 'r'.repeat(256)],
  ['openFile', 'maxBytes', 1, 0],
  ['createSession', 'idempotencyKey', '!', ''],
  ['createSession', 'idempotencyKey', 'k'.repeat(255), 'k'.repeat(256)],
  ['readSession', 'sessionId', 's'.repeat(200), 's'.repeat(201)],
  ['finishSession', 'sessionId', 'cs_1', '../accounts'],
  ['finishSession', 'state', 's'.repeat(2000), 's'.repeat(2001)],
  ['listEvents', 'after', 'e'.repeat(200), 'e'.repeat(201)],
  ['listEvents', 'after', 'ev_1', 'a b'],
  ['listEvents', 'limit', 1, 0],
  ['listEvents', 'limit', 100, 101],
] as const;

/** The longest response in kB, if it is not 64. */
const longest: Readonly<Record<string, number>> = {
  ...{ listEvents: 1024, listProviders: 8192, listRecords: 32_768, readRecord: 32_768 },
};

type Refusal = readonly [status: number, error: string, code: string, isRetryable?: boolean];

const ofEveryCall: readonly Refusal[] = [
  [429, 'rate_limited', 'rate_limited', true],
  [503, 'of a proxy', 'server_error', true],
];

/** A proxy answers with some of these statuses, too. */
const ofRecords: readonly Refusal[] = [
  [400, 'invalid_request', 'invalid_options'],
  [401, 'invalid_token', 'invalid_token'],
  [403, 'not_shared', 'not_shared'],
  [404, 'not_found', 'not_found'],
  [409, 'login_required', 'login_required'],
  [409, 'consent_expired', 'consent_expired'],
  [501, 'not_supported', 'not_supported'],
  [502, 'provider_failed', 'provider_failed', true],
  [504, 'provider_timeout', 'provider_timeout', true],
  [401, 'of a proxy', 'bad_response'],
  [404, 'of a proxy', 'bad_response'],
  [409, 'of a proxy', 'bad_response'],
  [501, 'of a proxy', 'server_error', true],
  [502, 'of a proxy', 'server_error', true],
  [302, 'of a proxy', 'bad_response'],
];

const ofSessions: readonly Refusal[] = [
  [400, 'invalid_request', 'invalid_options'],
  [401, 'invalid_client', 'invalid_client'],
  [403, 'session_limit_reached', 'session_limit_reached'],
  [404, 'not_found', 'not_found'],
  [409, 'already_connected', 'already_connected'],
  [409, 'already_exchanged', 'already_exchanged'],
  [409, 'idempotency_key_reused', 'idempotency_key_reused'],
  [409, 'not_connected', 'not_connected'],
  [422, 'idempotency_key_reused', 'idempotency_key_reused'],
];

/** The code that an error of a call has after an answer of the service. */
const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  exchangeCode: [
    [400, 'invalid_grant', 'invalid_grant', true],
    [400, 'invalid_request', 'invalid_request'],
    [401, 'invalid_client', 'invalid_client'],
    [400, 'invalid_client', 'invalid_client'],
    [400, 'unauthorized_client', 'unauthorized_client'],
    [400, 'unsupported_grant_type', 'unsupported_grant_type'],
    [400, 'invalid_scope', 'invalid_scope'],
    [400, 'of a later version', 'bad_response'],
  ],
  getAccount: ofRecords.filter(([status]) => status === 401),
  readConsent: ofRecords.filter(([status]) => status === 401),
  listEvents: [
    [400, 'invalid_request', 'invalid_options'],
    [401, 'invalid_client', 'invalid_client'],
    [410, 'event_expired', 'event_expired'],
    [410, 'of a proxy', 'bad_response'],
  ],
  listProviders: [[401, 'invalid_client', 'invalid_client']],
  ...{ listRecords: ofRecords, readRecord: ofRecords, openFile: ofRecords },
  ...{ createSession: ofSessions, readSession: ofSessions },
  ...{ finishSession: ofSessions, cancelSession: ofSessions },
};

const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });

describe.each(calls)('$name', (each) => {
  it.each<[string, () => Response]>([
    ["a proxy's page", page],
    ['other JSON', () => Response.json({ ok: true })],
    ['nothing with 202', () => new Response(null, { status: 202 })],
    ['another 201', () => Response.json([], { status: 201 })],
    ['a list', () => Response.json([])],
    ['a page with 404', () => new Response('Not found', { status: 404 })],
    ['a part', () => new Response('x', { status: 206 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: '/login' } })],
  ])('takes %s for no success', async (_, respond) => {
    const { error } = await run(each, respond);

    expect(error).toMatchObject({ code: 'bad_response', retryable: false });
  });

  it('names each refusal of the service, with its reason and its wait, without a retry', async () => {
    const headers = { 'Retry-After': '7' };
    const all = [...ofEveryCall, ...(refusals[each.name] ?? [])];
    for (const [status, error, code, retryable = false] of all) {
      const body = { error, error_description: 'Because.' };
      const refused = await run(each, () => Response.json(body, { status, headers }));

      const message = expect.stringContaining('Because.');
      const expected = { code, status, retryable, retryAfterSeconds: 7, message };
      expect(refused.error, `${status} ${error}`).toMatchObject(expected);
      expect(refused.addresses).toHaveLength(1);
    }
  });

  const [secret, value] =
    'accessToken' in each.own ? ['accessToken', accessToken] : ['clientSecret', clientSecret];

  it.each([
    ['timeoutMs', 0],
    ['timeoutMs', Number.NaN],
    ['fetch', 'fetch'],
    ['insecureHosts', 'localhost'],
    [secret, ''],
    [secret, `${value}\r\nX-Header: b`],
  ])('refuses %s: %j before it sends a request', async (name, wrong) => {
    const { error, addresses } = await run(each, page, { [name]: wrong });

    expect(error).toMatchObject({ code: 'invalid_options', retryable: false });
    expect(String(error)).toContain(name);
    expect(addresses).toEqual([]);
  });

  it('quotes its secret in no error, of the service or of the network', async () => {
    const echo = { error: 'server_error', error_description: `no ${value} here, nor ${value}` };
    const refused = await run(each, () => Response.json(echo, { status: 500 }));
    const lost = await run(each, () => Promise.reject(new Error(`failed with ${value}`)));

    expect(lost.error).toMatchObject({ code: 'network_error', retryable: true });
    for (const { error } of [refused, lost]) {
      expect(String(error)).toContain('[redacted]');
      expect(String(error) + JSON.stringify(error)).not.toContain(value);
    }
    // A secret where the message is cut off.
    const long = new Error(
      'x'.repeat(490 - 'Cannot reach https://connect.example: '.length) + value,
    );
    const { error } = await run(each, () => Promise.reject(long));
    expect(String(error)).not.toContain(value.slice(0, 6));
  });

  it.each<[string, () => Response | Promise<Response>]>([
    ['gives no response', () => new Promise<never>(() => {})],
    ['gives no body', () => new Response(new ReadableStream())],
  ])('ends in time with a fetch that ignores its signal and %s', async (_, respond) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    /** Does not wait, so that a call that never ends fails here at once. */
    const start = (options: object) => {
      const seen: { error?: unknown } = {};
      void run(each, respond, options).then(({ error }) => Object.assign(seen, { error }));
      return seen;
    };
    const leaving = new AbortController();
    const [usual, own] = [start({}), start({ timeoutMs: 1234 })];
    const [left, gone] = [
      start({ signal: leaving.signal }),
      start({ signal: AbortSignal.abort() }),
    ];

    await vi.advanceTimersByTimeAsync(1233);
    expect([usual, own, left]).toEqual([{}, {}, {}]);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(own.error).toMatchObject({ code: 'timeout', message: 'No answer within 1234 ms.' });
    for (const { error } of [left, gone]) expect(error).toMatchObject({ code: 'aborted' });
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);

    // The time that the documentation says.
    const usualMs = refusals[each.name] === ofRecords ? 60_000 : 10_000;
    await vi.advanceTimersByTimeAsync(usualMs - 1235);
    expect(usual).toEqual({});
    await vi.advanceTimersByTimeAsync(1);
    expect(usual.error).toMatchObject({ message: `No answer within ${usualMs} ms.` });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('reads no response that comes after the time-out', async () => {
    const { opened, open } = createGate();
    const cancel = vi.fn();
    const respond = () => opened.then(() => new Response(new ReadableStream({ cancel })));
    const { error } = await run(each, respond, { timeoutMs: 1 });
    open();

    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    expect(error).toMatchObject({ code: 'timeout' });
  });

  it('reads a response up to its limit, and none that is a byte longer', async () => {
    const limit = longest[each.name] ?? 64;
    const send = async (bytes: number) =>
      String((await run(each, () => new Response(Buffer.alloc(bytes, ' ')))).error);

    expect(await send(limit * 1024)).not.toContain('has more than');
    expect(await send(limit * 1024 + 1)).toContain(`has more than ${limit} kB`);
  });

  it('refuses an option that it does not know, and says which one was meant', async () => {
    const { wrong, right } = each;
    const { error, addresses } = await run(each, page, { [wrong]: 'x' });

    expect(error).toMatchObject({
      code: 'invalid_options',
      message: `${wrong} is not an option. Did you mean ${right}?`,
    });
    expect(addresses).toEqual([]);
    expect((await run(each, page, { [wrong]: undefined })).addresses).toHaveLength(1);
  });

  it('calls a host over http only if it is named, and says so once', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const host = each.name.toLowerCase();
    const baseUrl = `http://${host}:4400`;

    const refused = await run(each, page, { baseUrl });
    const other = await run(each, page, { baseUrl, insecureHosts: [`x${host}`] });
    const wrong = await run(each, page, { baseUrl, insecureHosts: [`${host}:4400`] });
    expect(logged).not.toHaveBeenCalled();
    const first = await run(each, page, { baseUrl, insecureHosts: [host] });
    await run(each, page, { baseUrl, insecureHosts: [host] });

    for (const { error, addresses } of [refused, other, wrong]) {
      expect(error).toMatchObject({ code: 'invalid_options' });
      expect(addresses).toEqual([]);
    }
    expect(first.addresses[0]).toMatch(`${baseUrl}/`);
    expect(logged.mock.calls).toEqual([[expect.stringContaining(`${baseUrl} is called without`)]]);
  });
});

it.each(bounds)('%s takes %s up to its bound, and no further', async (...row) => {
  const [name, option, last, beyond] = row;
  for (const each of calls.filter((one) => one.name === name)) {
    const taken = await run(each, page, { [option]: last });
    const refused = await run(each, page, { [option]: beyond });

    expect(taken.addresses).toHaveLength(1);
    expect(refused.addresses).toEqual([]);
    expect(refused.error).toMatchObject({ code: 'invalid_options' });
    expect(String(refused.error)).toContain(option);
  }
});

describe('createCallback', () => {
  it('calls a named host over http, and sends browsers to https only', () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const check = (options: object) => createTestCallback(options).callback.check();
    const inside = { baseUrl: 'http://connect:4400', redirectUri: undefined };
    const insecureHosts = ['connect'];

    expect(() => check(inside)).toThrow('baseUrl');
    expect(() => check({ ...inside, insecureHosts: 'connect' })).toThrow('insecureHosts');
    expect(() => check({ ...inside, insecureHosts })).not.toThrow();
    const redirect = { ...inside, insecureHosts, redirectUri: 'https://app.example/callback' };
    expect(() => check(redirect)).toThrow('connectUrl must be set');
    const checkPage = (connectUrl: string) => check({ ...redirect, connectUrl });
    expect(() => checkPage('http://connect:4400/connect')).toThrow('connectUrl');
    expect(() => checkPage('https://connect.example/connect')).not.toThrow();
  });
});
