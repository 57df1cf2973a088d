import { describe, expect, it } from 'vitest';
import { EventsError, listEvents } from '../../../src/sdk/server.ts';
import { catchError, createService } from './support.ts';

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

const answer = (status: number, body: unknown) => Response.json(body, { status });

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
    expect(urls).toEqual([1, 2].map(() => 'https://connect.example/v1/events'));
  });

  it('reads the longest page: 100 events with long tags', async () => {
    const tags = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [n, '税'.repeat(200)]));
    const events = Array<unknown>(100).fill({ ...event, data: { ...event.data, tags } });
    const service = createService(() => answer(200, { events, next: 'ev_1' }));
    expect((await listEvents({ ...own, fetch: service, limit: 100 })).events).toHaveLength(100);
  });
});

it.each([
  ['of something else', { events: [1], next: null }],
  ['without its end', { events: [event] }],
])('a list %s is an error', async (_, body) => {
  const fetch = createService(() => answer(200, body));
  const error = await catchError(EventsError, listEvents({ ...own, fetch }));
  expect(error).toMatchObject({ code: 'bad_response', retryable: false, status: 200 });
});
