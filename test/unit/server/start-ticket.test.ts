import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallbackContext, CallbackOptions } from '../../../src/sdk/server/callback-options.ts';
import type { Callback } from '../../../src/sdk/server/create-callback.ts';
import { comeBack, createTestCallback, readFlow } from './support.ts';

const page = 'https://app.example';
const startUrl = 'http://localhost:4401/connect/start';

/** The API knows its users by a bearer token. Some also have its cookie. */
const getSessionId = ({ headers }: Request) =>
  headers.get('authorization')?.replace('Bearer of-', '') ??
  /session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];

const options: Partial<CallbackOptions> = {
  allowedOrigins: [page],
  getSessionId,
  successUrl: '/done',
  failureUrl: '/',
};

const script = {
  origin: page,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};
const navigation = {
  referer: `${page}/`,
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

const ask = (callback: Callback, headers: Record<string, string> = {}) =>
  callback.startRedirect(
    new Request(startUrl, {
      method: 'POST',
      headers: { ...script, authorization: 'Bearer of-ada', ...headers },
    }),
  );

async function getTicket(callback: Callback): Promise<string> {
  const { ticket } = (await (await ask(callback)).json()) as { ticket: string };
  return ticket;
}

/** Follows `…/start?ticket=…`; `headers` with the value undefined are removed. */
function go(callback: Callback, ticket: string, more: Record<string, string | undefined> = {}) {
  const all = Object.entries({ ...navigation, ...more }).filter(([, value]) => value);
  return callback.startRedirect(
    new Request(`${startUrl}?ticket=${ticket}`, {
      method: more.origin ? 'POST' : 'GET',
      headers: Object.fromEntries(all) as Record<string, string>,
    }),
  );
}

let now: number;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  now = Date.now();
});
afterEach(() => void vi.useRealTimers());

describe('a ticket for the start of the redirect flow', () => {
  it('lets a page of another site start a flow, and the code is stored for its visitor', async () => {
    const connected: (string | undefined)[] = [];
    const onConnected = (_: unknown, { sessionId }: CallbackContext) =>
      void connected.push(sessionId);
    const { callback } = createTestCallback({ ...options, onConnected });
    const asked = await ask(callback);
    expect(asked.status).toBe(200);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-credentials': 'true',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    const answer = (await asked.json()) as { ticket: string };
    expect(answer).toEqual({ ticket: expect.stringMatching(/^[0-9a-f]+$/), expires_in: 60 });

    const started = await go(callback, answer.ticket);
    expect(started.status).toBe(303);
    expect(started.headers.get('location')).toMatch(/^http:\/\/localhost:4400\/connect\?/);
    const { cookie, state } = readFlow(started);
    expect(await comeBack(callback, { cookie, state })).toBe('/done');
    expect(connected).toEqual(['ada']);
    // Neither the address nor the cookie tells who it is.
    const carried = cookie.split('.').at(-1) ?? '';
    for (const told of [answer.ticket, carried]) {
      expect(told.length).toBeGreaterThan(50);
      expect(Buffer.from(told, 'hex').toString('latin1')).not.toContain('ada');
    }
  });

  it.each([
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['a subdomain of a listed one', { origin: 'https://sub.app.example' }],
    ['a navigation', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }],
    ['a request that no page has sent', { 'sec-fetch-site': 'none' }],
  ])('is refused to %s', async (_, headers) => {
    const { callback, errors } = createTestCallback(options);
    const refused = await ask(callback, headers);
    expect([refused.status, errors]).toEqual([403, ['cross_origin']]);
    expect(await refused.text()).not.toContain('ticket"');
    expect((await ask(callback)).status).toBe(200);
  });

  it.each([
    ['an unknown visitor', { getSessionId: () => undefined }, 'state_mismatch'],
    ['an application without sessions', { getSessionId: undefined }, 'cross_origin'],
    ['a visitor with a long ID', { getSessionId: () => 'x'.repeat(257) }, 'callback_failed'],
  ])('is refused to a listed page of %s, which may read why', async (_, more, error) => {
    const refused = await ask(createTestCallback({ ...options, ...more }).callback);
    expect(await refused.json()).toMatchObject({ error });
    expect(refused.headers.get('access-control-allow-origin')).toBe(page);
    const most = { ...options, getSessionId: () => 'x'.repeat(256) };
    expect((await ask(createTestCallback(most).callback)).status).toBe(200);
  });

  it.each([
    ['a page of another site', { referer: 'https://evil.example/' }, 'cross_origin'],
    ['a page that says not which', { referer: undefined }, 'cross_origin'],
    ['no page', { 'sec-fetch-site': 'none' }, 'cross_origin'],
    ['a prefetch', { 'sec-purpose': 'prefetch' }, 'navigation_required'],
    ['a frame', { 'sec-fetch-dest': 'iframe' }, 'navigation_required'],
    ['a browser with the session of someone else', { cookie: 'session=eve' }, 'state_mismatch'],
  ])('starts nothing from %s, and stays valid', async (_, headers, code) => {
    const { callback, errors } = createTestCallback(options);
    const ticket = await getTicket(callback);
    const refused = await go(callback, ticket, headers);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null]);
    expect(errors).toEqual([code]);
    const own = await go(callback, ticket, { cookie: 'session=ada' });
    expect(own.status).toBe(303);
  });

  it('takes a form, too, whose Origin is listed', async () => {
    const { callback } = createTestCallback(options);
    const post = async (origin: string) => {
      const ticket = await getTicket(callback);
      return (await go(callback, ticket, { origin, referer: undefined })).status;
    };
    expect([await post('https://evil.example'), await post(page)]).toEqual([403, 303]);
  });

  it('works once, also when two use it at the same time', async () => {
    const { callback, errors } = createTestCallback(options);
    const ticket = await getTicket(callback);
    const both = await Promise.all([go(callback, ticket), go(callback, ticket)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect((await go(callback, ticket)).status).toBe(403);
    expect(errors).toEqual(['no_live_flow', 'no_live_flow']);
  });

  it('works once in all processes with claimCode', async () => {
    const claimed = new Map<string, number>();
    const claimCode = (key: string, lifetimeMs: number) => {
      const isNew = !claimed.has(key);
      claimed.set(key, lifetimeMs);
      return isNew;
    };
    /** Two processes use one ticket at the same time. */
    const goTwice = async (more: Partial<CallbackOptions>) => {
      const create = () => createTestCallback({ ...options, ...more }).callback;
      const [one, other] = [create(), create()];
      const ticket = await getTicket(one);
      const both = await Promise.all([go(one, ticket), go(other, ticket)]);
      return both.map(({ status }) => status).sort();
    };
    expect(await goTwice({ claimCode })).toEqual([303, 403]);
    expect([...claimed]).toEqual([[expect.stringMatching(/^[0-9a-f]{64}$/), 60_000]]);
    // The control: each process by itself takes it once.
    expect(await goTwice({})).toEqual([303, 303]);
  });

  it.each([
    [59_999, 303],
    [60_000, 403],
  ])('after %d ms answers %d', async (passed, status) => {
    const { callback } = createTestCallback(options);
    const ticket = await getTicket(callback);
    vi.setSystemTime(now + passed);
    expect((await go(callback, ticket)).status).toBe(status);
  });

  it.each([
    ['of another application', { clientId: 'app_other' }],
    ['of another callback', { redirectUri: 'http://localhost:4401/other' }],
    ['with another key', { cookieKey: 'key-4f0be1c7a9d2485fb6e3708d1c25a94b' }],
  ])('is no ticket for a callback %s', async (_, more) => {
    const ticket = await getTicket(createTestCallback(options).callback);
    const { callback, errors } = createTestCallback({ ...options, ...more });
    expect((await go(callback, ticket)).status).toBe(403);
    expect(errors).toEqual(['no_live_flow']);
  });

  it('that is changed or empty starts nothing', async () => {
    const { callback } = createTestCallback(options);
    const ticket = await getTicket(callback);
    const last = ticket.endsWith('0') ? '1' : '0';
    const wrong = ['', 'x', `${ticket.slice(0, -1)}${last}`, ticket.slice(2), `${ticket}00`];
    for (const each of [...wrong, ticket.toUpperCase(), `${ticket}0`, 'f'.repeat(100_000)]) {
      expect((await go(callback, each)).status).toBe(403);
    }
    expect((await go(callback, ticket)).status).toBe(303);
  });

  it('takes along a session that was made for the visitor when it was asked for', async () => {
    const users: (string | undefined)[] = [];
    const getConnectSession = (request: Request) => {
      users.push(getSessionId(request));
      return 'secret-session';
    };
    const { callback } = createTestCallback({ ...options, getConnectSession });
    const started = await go(callback, await getTicket(callback));
    const { searchParams } = new URL(started.headers.get('location') ?? '');
    expect([searchParams.get('session'), users]).toEqual(['secret-session', ['ada']]);
  });

  it('of the visitor does not end in the session of another one', async () => {
    const { callback, connected, errors } = createTestCallback(options);
    const { cookie, state } = readFlow(await go(callback, await getTicket(callback)));
    const foreign = { cookie: `${cookie}; session=eve`, state };
    expect(await comeBack(callback, foreign)).toBe('/?connect_error=no_live_flow');
    expect(errors).toEqual(['no_live_flow']);
    await comeBack(callback, { cookie: `${cookie}; session=ada`, state });
    expect(connected).toHaveLength(1);
  });

  it('is not in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    const fail = (request: Request) => {
      if (request.method === 'GET') throw new RangeError(request.url);
      return 'ada';
    };
    const own = { ...options, getSessionId: fail, onError: undefined };
    const { callback } = createTestCallback(own);
    const ticket = await getTicket(callback);
    await go(callback, ticket, { referer: `https://evil.example/?${ticket}` });
    await go(callback, ticket);
    expect(JSON.stringify(log.mock.calls)).toMatch(/cross_origin.*RangeError: .*redacted/);
    expect(JSON.stringify(log.mock.calls)).not.toContain(ticket);
    log.mockRestore();
  });
});
