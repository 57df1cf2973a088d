import { describe, expect, it, vi } from 'vitest';
import { AccountError, disconnect, getAccount } from '../../../src/sdk/server.ts';
import { accessToken } from './support.ts';

const baseUrl = 'https://connect.example/v1/';
const answer = {
  account_id: 'account_1',
  provider_id: 'sandbox',
  environment: 'test',
  connected_at: '2026-01-02T03:04:05.000Z',
  status: 'login_required',
  status_since: '2026-02-02T03:04:05.000Z',
  consent: {
    granted_at: '2026-01-02T03:04:00.000Z',
    expires_at: null,
    shares: ['returns', 'of a later version'],
  },
};
const unauthorized = () => Response.json({ error: 'invalid_token' }, { status: 401 });

const createService = (respond: () => Response) => vi.fn<typeof fetch>(async () => respond());

async function refuse(respond: () => Response, options: object = {}): Promise<AccountError> {
  const service = createService(respond);
  const error = await getAccount({ baseUrl, accessToken, fetch: service, ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof AccountError) return error;
  throw new Error(`Not refused, but ${String(error)}`);
}

describe('getAccount', () => {
  it('sends the token in a header and reads the account', async () => {
    const service = createService(() => Response.json(answer));

    const account = await getAccount({ baseUrl, accessToken, fetch: service });

    expect(account).toEqual({
      accountId: 'account_1',
      providerId: 'sandbox',
      environment: 'test',
      connectedAt: new Date('2026-01-02T03:04:05.000Z'),
      status: 'login_required',
      statusSince: new Date('2026-02-02T03:04:05.000Z'),
      consent: {
        grantedAt: new Date('2026-01-02T03:04:00.000Z'),
        expiresAt: null,
        shares: ['returns'],
      },
      clientUserId: null,
      tags: null,
    });
    const [url, init] = service.mock.calls[0] ?? [];
    expect(url).toBe('https://connect.example/v1/account');
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual' });
    expect(new Headers(init?.headers).get('Authorization')).toBe(`Bearer ${accessToken}`);
  });

  it.each([
    ['an invalid token', unauthorized, 'invalid_token', false],
    ['a limit', () => new Response('', { status: 429 }), 'rate_limited', true],
    ['a failing service', () => new Response('', { status: 502 }), 'server_error', true],
    [
      'a proxy that requires a password',
      () => new Response('', { status: 401 }),
      'bad_response',
      false,
    ],
    ['a page', () => new Response('<p>hi'), 'bad_response', false],
    [
      'another environment',
      () => Response.json({ ...answer, environment: 'x' }),
      'bad_response',
      false,
    ],
    [
      'a wrong time',
      () => Response.json({ ...answer, connected_at: 'now' }),
      'bad_response',
      false,
    ],
    ['an unknown status', () => Response.json({ ...answer, status: 'x' }), 'bad_response', false],
    ['no consent', () => Response.json({ ...answer, consent: null }), 'bad_response', false],
    ['a redirect', () => new Response('', { status: 302 }), 'bad_response', false],
  ] as const)('reports %s', async (...row) => {
    const [, respond, code, retryable] = row;
    expect(await refuse(respond)).toMatchObject({ code, retryable });
  });

  it.each([
    ['baseUrl', { baseUrl: 'http://connect.example' }],
    ['accessToken', { accessToken: '' }],
    ['accessToken', { accessToken: 'a\r\nX-Header: b' }],
    ['timeoutMs', { timeoutMs: 0 }],
  ])('refuses a wrong %s before it sends a request', async (name, options) => {
    const service = createService(() => Response.json(answer));

    const error = await refuse(() => Response.json(answer), { ...options, fetch: service });

    expect(error.code).toBe('invalid_options');
    expect(error.message).toContain(name);
    expect(service).not.toHaveBeenCalled();
  });

  it('quotes the token in no error', async () => {
    const echo = { error: 'invalid_token', error_description: `no ${accessToken}` };

    const error = await refuse(() => Response.json(echo, { status: 401 }));

    expect(error.message).toContain('[redacted]');
    expect(JSON.stringify([error.message, error])).not.toContain(accessToken);
  });
});

describe('disconnect', () => {
  it('sends one request, and accepts that the account is disconnected already', async () => {
    const service = createService(() => new Response(null, { status: 204 }));
    await disconnect({ baseUrl, accessToken, fetch: service });
    await disconnect({ baseUrl, accessToken, fetch: createService(unauthorized) });

    const [url, init] = service.mock.calls[0] ?? [];
    expect([url, init?.method]).toEqual(['https://connect.example/v1/account/disconnect', 'POST']);
    expect(service).toHaveBeenCalledOnce();
  });

  it('throws when the service fails', async () => {
    const failing = createService(() => new Response('', { status: 503 }));

    await expect(disconnect({ baseUrl, accessToken, fetch: failing })).rejects.toMatchObject({
      code: 'server_error',
      retryable: true,
    });
  });
});
