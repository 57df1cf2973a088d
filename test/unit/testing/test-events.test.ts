import { expect, it } from 'vitest';
import { createTestEvents } from '../../../src/sdk/testing/test-events.ts';

const own = { baseUrl: 'https://connect.example', clientId: 'app', clientSecret: 's'.repeat(32) };

it.each([0, 99, 100, 101, 250])('all %i events are read, in their order', async (count) => {
  const all = Array.from({ length: count }, (_, index) => ({
    id: `ev_${index}`,
    type: 'connection.created',
    created_at: '2026-01-02T03:04:05.000Z',
    data: { account_id: 'acc_1', provider_id: 'sandbox' },
  }));
  const fetch = async (address: string | URL | Request) => {
    const { searchParams } = new URL(String(address));
    const after = searchParams.get('after');
    const start = all.findIndex(({ id }) => id === after) + 1;
    const events = all.slice(start, start + Number(searchParams.get('limit')));
    return Response.json({ events, next: events.at(-1)?.id ?? after });
  };
  const unused = () => Promise.reject(new Error('Only the service sends.'));
  const service = { onEvent: unused, sendEvent: unused, deliverEvents: unused };

  const events = await createTestEvents(service, { ...own, fetch }).events();

  expect(events.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
});
