import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { AccountError, disconnect, getAccount } from '../../../src/sdk/server.ts';
import { accessToken, catchError, createService } from './support.ts';

const baseUrl = 'https://connect.example/v1//';
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

const refuse = (respond: () => Response) =>
  catchError(AccountError, getAccount({ baseUrl, accessToken, fetch: createService(respond) }));

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
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual', cache: 'no-store' });
    expect(new Headers(init?.headers).get('Authorization')).toBe(`Bearer ${accessToken}`);
  });

  it('leaves out the option that old Workers throw for', async () => {
    const OldRequest = class {
      constructor(_: string, { cache }: RequestInit) {
        if (cache) throw new Error("The 'cache' field is not implemented.");
      }
    };
    vi.stubGlobal('Request', OldRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const service = createService(() => Response.json(answer));
    await getAccount({ baseUrl, accessToken, fetch: service });
    expect(service.mock.calls[0]?.[1]).not.toHaveProperty('cache');
  });

  it.each([
    ['another environment', { environment: 'x' }],
    ['a wrong time', { connected_at: 'now' }],
    ['an unknown status', { status: 'x' }],
    ['no consent', { consent: null }],
  ])('refuses an account with %s', async (_, wrong) => {
    const error = await refuse(() => Response.json({ ...answer, ...wrong }));
    expect(error).toMatchObject({ code: 'bad_response', retryable: false });
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
});
