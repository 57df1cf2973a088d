import { describe, expect, it, vi } from 'vitest';
import { EventsError, listEvents } from '../../../src/sdk/server.ts';

const own = {
  baseUrl: 'https://connect.example/v1/',
  clientId: 'my app',
  clientSecret: 'secret:of the app',
};
const event = {
  id: 'ev_1',
  type: 'connection.disconnected',
  created_at: '2026-01-02T03:04:05.000Z',
  data: { account_id: 'account_1', provider_id: 'sandbox', by: 'person' },
};

const createService = (respond: () => Response) => vi.fn<typeof fetch>(async () => respond());
const answer = (status: number, body: unknown) => Response.json(body, { status });

async function refuse(respond: () => Response, options: object = {}): Promise<EventsError> {
  const error = await listEvents({ ...own, fetch: createService(respond), ...options }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof EventsError) return error;
  throw new Error(`Not refused, but ${String(error)}`);
}

describe('listEvents', () => {
  it('reads a page, with the credentials in the header', async () => {
    const service = createService(() => answer(200, { events: [event], next: 'ev_1' }));
    const page = await listEvents({ ...own, fetch: service, after: 'ev_0', limit: 5 });
    expect(page).toEqual({
      events: [
        {
          id: 'ev_1',
          type: 'connection.disconnected',
          createdAt: new Date('2026-01-02T03:04:05.000Z'),
          data: { accountId: 'account_1', providerId: 'sandbox', by: 'person' },
        },
      ],
      next: 'ev_1',
    });
    const [url, init] = service.mock.calls[0] ?? [];
    expect(url).toBe('https://connect.example/v1/events?after=ev_0&limit=5');
    expect(new Headers(init?.headers).get('Authorization')).toMatch(/^Basic /);
    expect(init).toMatchObject({ method: 'GET', redirect: 'manual' });
  });

  it('begins with the oldest event without after, or with null', async () => {
    const service = createService(() => answer(200, { events: [], next: null }));
    expect(await listEvents({ ...own, fetch: service })).toEqual({ events: [], next: null });
    await listEvents({ ...own, fetch: service, after: null });
    const urls = service.mock.calls.map(([url]) => url);
    expect(urls).toEqual([
      'https://connect.example/v1/events',
      'https://connect.example/v1/events',
    ]);
  });

  it('reads the longest page: 100 events with long tags', async () => {
    const tags = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, '税'.repeat(200)]));
    const events = Array<unknown>(100).fill({ ...event, data: { ...event.data, tags } });
    const service = createService(() => answer(200, { events, next: 'ev_1' }));
    expect((await listEvents({ ...own, fetch: service, limit: 100 })).events).toHaveLength(100);
  });

  it('passes an unknown type on', async () => {
    const later = { ...event, type: 'record.added', data: { record_id: 'r' } };
    const service = createService(() => answer(200, { events: [later], next: 'ev_1' }));
    const { events } = await listEvents({ ...own, fetch: service });
    expect(events).toMatchObject([{ type: 'record.added', data: { recordId: 'r' } }]);
  });
});

describe('EventsError', () => {
  it.each([
    ['wrong credentials', 401, { error: 'invalid_client' }, 'invalid_client', false],
    ['an unknown event', 400, { error: 'invalid_request' }, 'invalid_options', false],
    ['an event that is too old', 410, { error: 'event_expired' }, 'event_expired', false],
    ['too many requests', 429, { error: 'rate_limited' }, 'rate_limited', true],
    ['a failing service', 503, { error: 'server_error' }, 'server_error', true],
    ['a page that is gone', 410, {}, 'bad_response', false],
    ['no list', 200, {}, 'bad_response', false],
    ['a list of something else', 200, { events: [1], next: null }, 'bad_response', false],
    ['a list without its end', 200, { events: [event] }, 'bad_response', false],
  ])('tells %s', async (...[, status, body, code, retryable]) => {
    expect(await refuse(() => answer(status, body))).toMatchObject({ code, retryable, status });
  });

  it.each([
    ['baseUrl', { baseUrl: 'http://connect.example' }],
    ['clientSecret', { clientSecret: '' }],
    ['after', { after: 'a b' }],
  ])('names a wrong %s before it sends anything', async (name, options) => {
    const service = createService(() => answer(200, { events: [], next: null }));
    const error = await refuse(() => answer(200, {}), { ...options, fetch: service });
    expect(error).toMatchObject({ code: 'invalid_options', status: null });
    expect(error.message).toContain(name);
    expect(service).not.toHaveBeenCalled();
  });

  it('never quotes the secret', async () => {
    const said = { error: 'server_error', error_description: `no ${own.clientSecret} here` };
    expect((await refuse(() => answer(500, said))).message).not.toContain(own.clientSecret);
  });
});
