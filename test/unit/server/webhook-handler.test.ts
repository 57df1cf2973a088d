import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type ConnectEvent,
  createWebhookHandler,
  type WebhookContext,
  type WebhookError,
  type WebhookOptions,
} from '../../../src/sdk/server.ts';

/** The secret of the vector that the libraries of Standard Webhooks share. */
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const otherSecret = 'whsec_b3RoZXItc2VjcmV0LW9mLXRoZS1zYW1lLWtpbmQ=';
const account = { account_id: 'acc_1', provider_id: 'sandbox' };
const ids = { accountId: 'acc_1', providerId: 'sandbox' };
const ending = (expires_at: string) => ({ ...account, expires_at });
const json = (type: string, data: object = account) =>
  JSON.stringify({ id: 'ev_1', type, created_at: '2026-01-02T03:04:05.000Z', data });
const body = json('connection.login_required');
const now = new Date('2026-01-02T03:05:00.000Z');

beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface Message {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

const message: Message = { id: 'ev_1', timestamp: String(now.getTime() / 1000), body };

/** Signs as the specification says, without the package that the handler uses. */
function sign({ id, timestamp, body }: Message, key = secret): string {
  const hmac = createHmac('sha256', Buffer.from(key.replace('whsec_', ''), 'base64'));
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
}

function createRequest(sent: Message, signature = sign(sent), method = 'POST'): Request {
  const headers = {
    'webhook-id': sent.id,
    'webhook-timestamp': sent.timestamp,
    'webhook-signature': signature,
  };
  return new Request('https://app.example/hooks', {
    method,
    headers,
    body: method === 'POST' ? sent.body : null,
  });
}

/** A handler that records the events it gets. */
function createReceiver(options: Partial<WebhookOptions> = {}) {
  const events: ConnectEvent[] = [];
  const errors: WebhookError[] = [];
  const handle = createWebhookHandler({
    secret,
    onEvent: (event) => void events.push(event),
    onError: (error) => void errors.push(error),
    ...options,
  });
  return { handle, events, errors };
}

async function readAnswer(response: Response) {
  const { error } = response.status === 204 ? { error: null } : await response.json();
  return [response.status, error];
}

describe('a webhook handler', () => {
  it('hands over an event that the secret has signed', async () => {
    const requests: Request[] = [];
    const onEvent = (event: ConnectEvent, { request }: WebhookContext) => {
      events.push(event);
      requests.push(request);
    };
    const { handle, events, errors } = createReceiver({ onEvent });
    const request = createRequest(message);

    const response = await handle(request);

    expect(response.status).toBe(204);
    expect(requests).toEqual([request]);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(events).toEqual([
      {
        id: 'ev_1',
        type: 'connection.login_required',
        createdAt: new Date('2026-01-02T03:04:05.000Z'),
        data: { accountId: 'acc_1', providerId: 'sandbox' },
      },
    ]);
    expect(errors).toEqual([]);
  });

  it('verifies the vector of Standard Webhooks', async () => {
    vi.setSystemTime(1_614_265_330_000);
    const vector = {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: '1614265330',
      body: '{"test": 2432232314}',
    };
    const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
    const { handle } = createReceiver();

    const answers = [signature, signature.replace('g0h', 'g1h')].map(async (sent) =>
      readAnswer(await handle(createRequest(vector, sent))),
    );

    // The first signature is right, and the body is no event.
    expect(await Promise.all(answers)).toEqual([
      [400, 'invalid_request'],
      [401, 'invalid_signature'],
    ]);
  });

  it('refuses bytes that are read as the signed ones', async () => {
    // A decoder that replaces invalid bytes makes this character of any of them.
    const signed = { ...message, body: body.replace('acc_1', '\uFFFD') };
    const bytes = Buffer.from(signed.body);
    const at = bytes.indexOf(Buffer.from('\uFFFD'));
    const other = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]);
    const { handle } = createReceiver();

    expect((await handle(createRequest(signed))).status).toBe(204);
    const forged = createRequest({ ...signed, body: new Uint8Array(other) }, sign(signed));
    expect(await readAnswer(await handle(forged))).toEqual([401, 'invalid_signature']);
  });

  const accepted = [204, null] as const;
  const invalid = [400, 'invalid_request'] as const;
  const late = [401, 'invalid_timestamp'] as const;
  const forged = [401, 'invalid_signature'] as const;
  const notPost = [405, 'method_not_allowed'] as const;
  const tooLarge = [413, 'body_too_large'] as const;
  const alreadyRead = [500, 'body_already_read'] as const;

  const signedAt = (seconds: number) => {
    const timestamp = String(now.getTime() / 1000 + seconds);
    return createRequest({ ...message, timestamp });
  };
  /** Signed, and then changed. */
  const change = (changed: Partial<Message>) =>
    createRequest({ ...message, ...changed }, sign(message));
  const sendBody = (signed: string) => createRequest({ ...message, body: signed });
  const pad = (length: number) => sendBody(body + ' '.repeat(length - body.length));
  const omit = (name: string) => {
    const request = createRequest(message);
    request.headers.delete(name);
    return request;
  };
  const sendBy = (method: string) => createRequest(message, sign(message), method);
  const readBefore = async (read: (request: Request) => unknown) => {
    const request = createRequest(message);
    await read(request);
    return request;
  };

  type Answer = readonly [status: number, error: string | null];

  it.each<[string, () => Request | Promise<Request>, Answer]>([
    ['another byte in its body', () => change({ body: body.replace('acc_1', 'acc_2') }), forged],
    ['another ID', () => change({ id: 'ev_2' }), forged],
    ['another time', () => change({ timestamp: String(Number(message.timestamp) + 1) }), forged],
    ['a byte order mark before its body', () => change({ body: `\uFEFF${body}` }), forged],
    ['a space behind its body', () => change({ body: `${body} ` }), forged],
    ['a text after the seconds', () => change({ timestamp: `${message.timestamp}x` }), invalid],
    ['a zero before the seconds', () => change({ timestamp: `0${message.timestamp}` }), invalid],
    ['a signature that is 301 s old', () => signedAt(-301), late],
    ['a signature that is 300 s old', () => signedAt(-300), accepted],
    ['a signature of a time 300 s ahead', () => signedAt(300), accepted],
    ['a signature of a time 301 s ahead', () => signedAt(301), late],
    ['no webhook-id', () => omit('webhook-id'), invalid],
    ['no webhook-signature', () => omit('webhook-signature'), invalid],
    ['the method GET', () => sendBy('GET'), notPost],
    ['the method PUT', () => sendBy('PUT'), notPost],
    ['another text', () => sendBody('not JSON'), invalid],
    ['a list', () => sendBody('[]'), invalid],
    ['no text', () => sendBody(''), invalid],
    ['no type', () => sendBody(body.replace('"type"', '"kind"')), invalid],
    ['no time', () => sendBody(body.replace('"created_at"', '"at"')), invalid],
    ['no account', () => sendBody(json('connection.created', {})), invalid],
    ['no party', () => sendBody(json('connection.disconnected')), invalid],
    ['no end', () => sendBody(json('connection.expiring')), invalid],
    ['an invalid end', () => sendBody(json('connection.expiring', ending('soon'))), invalid],
    ['no status', () => sendBody(json('session.finished', { session_id: 'cs_1' })), invalid],
    ['no provider', () => sendBody(json('provider.available', {})), invalid],
    ['64 kB', () => pad(65_536), accepted],
    ['more than 64 kB', () => pad(65_537), tooLarge],
    // The event comes again.
    ['a body that was read', () => readBefore((request) => request.text()), alreadyRead],
    ['a body that is read', () => readBefore(({ body }) => body?.getReader()), alreadyRead],
  ])('answers a webhook with %s', async (_, create, [status, error]) => {
    const { handle, events } = createReceiver();

    const response = await handle(await create());

    expect(response.headers.get('allow')).toBe(status === 405 ? 'POST' : null);
    expect(await readAnswer(response)).toEqual([status, error]);
    expect(events).toHaveLength(status === 204 ? 1 : 0);
  });

  it.each([
    ['one of two secrets', [otherSecret, secret], sign(message), 204],
    ['another secret than its two', [otherSecret, otherSecret], sign(message), 401],
    ['a secret beside an unset one', [undefined, secret], sign(message), 204],
    ['a secret beside an empty one', [secret, ''], sign(message), 204],
    ['a secret with the end of its line', [`${secret}\r\n`], sign(message), 204],
    ['one of several signatures', secret, `v1,AAAA v1a,BBBB ${sign(message)}`, 204],
    ['a signature of another version', secret, sign(message).replace('v1', 'v2'), 401],
    ['a signature without its version', secret, sign(message).slice(3), 401],
    ['a shorter signature', secret, sign(message).slice(0, -1), 401],
  ])('answers %s', async (...row) => {
    const [, secrets, signature, status] = row;
    const { handle, events } = createReceiver({ secret: secrets });
    expect((await handle(createRequest(message, signature))).status).toBe(status);
    expect(events).toHaveLength(status === 204 ? 1 : 0);
  });
});

describe('the event', () => {
  it.each([
    [
      'connection.created',
      { ...account, session_id: 'cs_1', client_user_id: 'u1', tags: { team: 'red' } },
      { ...ids, sessionId: 'cs_1', clientUserId: 'u1', tags: { team: 'red' } },
    ],
    // Tags with another value than a text are left out.
    ['connection.created', { ...account, tags: { team: 7 } }, ids],
    ['connection.restored', account, ids],
    ['connection.disconnected', { ...account, by: 'person' }, { ...ids, by: 'person' }],
    [
      'connection.expiring',
      ending('2026-02-01T00:00:00.000Z'),
      { ...ids, expiresAt: new Date('2026-02-01T00:00:00.000Z') },
    ],
    ['connection.expired', account, ids],
    [
      'session.finished',
      { ...account, session_id: 'cs_1', status: 'connected' },
      { ...ids, sessionId: 'cs_1', status: 'connected' },
    ],
    ['a.later_type', { ...account, new_field: 'x' }, { ...ids, newField: 'x' }],
    // Without an account.
    ['provider.unavailable', { provider_id: 'sandbox' }, { providerId: 'sandbox' }],
    [
      'session.finished',
      { session_id: 'cs_1', status: 'denied', account_id: null },
      { sessionId: 'cs_1', status: 'denied' },
    ],
  ])('%s has its data under the names of JavaScript', async (type, data, expected) => {
    const { handle, events } = createReceiver();
    await handle(createRequest({ ...message, body: json(type, data) }));
    expect(events.map((event) => [event.type, event.data])).toEqual([[type, expected]]);
  });
});

describe('an application that fails', () => {
  const failing = () => {
    throw new Error(`cannot store ${secret}`);
  };

  it('gets the event again, and its own error only in its log', async () => {
    const onError = vi.fn<NonNullable<WebhookOptions['onError']>>();
    const { handle } = createReceiver({ onEvent: failing, onError });
    const request = createRequest(message);

    const response = await handle(request);

    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('cannot store');
    const failed = { code: 'event_failed', cause: expect.any(Error) };
    expect(onError.mock.calls).toEqual([[expect.objectContaining(failed), { request }]]);
  });

  it('may reject, and may fail to log, for which the answer waits', async () => {
    const order: string[] = [];
    const onError = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      order.push('logged');
      failing();
    };
    const { handle } = createReceiver({ onEvent: async () => failing(), onError });
    order.push(String((await handle(createRequest(message))).status));
    expect(order).toEqual(['logged', '500']);
  });

  it.each([
    ['production', 1],
    ['development', 2],
  ])('without onError is told of it in %s, without the secret', async (environment, lines) => {
    vi.stubEnv('NODE_ENV', environment);
    const print = vi.spyOn(console, 'error').mockReturnValue();
    const { handle } = createReceiver({ onEvent: failing, onError: undefined });

    await handle(createRequest(message));

    expect(print.mock.calls[0]).toEqual([
      'tax-connect: webhook: event_failed, because onEvent threw Error',
    ]);
    expect(print).toHaveBeenCalledTimes(lines);
    expect(JSON.stringify(print.mock.calls)).not.toContain(secret);
  });
});

describe('the options of a webhook handler', () => {
  it.each<[string, object]>([
    ['secret', { secret: undefined }],
    ['secret', { secret: [] }],
    ['secret', { secret: [undefined, ''] }],
    ['secret', { secret: '' }],
    ['secret', { secret: 'whsec_not base64' }],
    ['secret', { secret: 'whsec_test' }],
    ['secret', { secret: `${secret}…` }],
    ['secret', { secret: [secret, 7 as never] }],
    ['secret', { secret: secret.replace('whsec_', '') }],
    ['onEvent', { onEvent: undefined }],
    ['onEvent', { onevent: () => undefined }],
  ])('with a wrong %s are refused by check, and answered with 500', async (name, wrong) => {
    const { handle, events, errors } = createReceiver(wrong);

    expect(() => handle.check()).toThrowError(name);
    const response = await handle(createRequest(message));

    expect(await readAnswer(response)).toEqual([500, 'invalid_options']);
    expect(errors).toMatchObject([{ code: 'invalid_options' }]);
    expect(errors[0]?.message).not.toContain('not base64');
    expect(events).toEqual([]);
  });
});
