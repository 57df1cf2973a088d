// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { createPlayground } from '../../../demo/hosts/playground/playground-state.ts';
import { fakeConnect } from '../../../src/sdk/testing-fake.ts';

vi.mock(
  'tax-connect',
  async () => (await import('../../../src/sdk/testing-fake.ts')).fakeConnect.module,
);

afterEach(() => fakeConnect.reset());

it('the timeline of the playground starts over with each session', async () => {
  const none = 'http://localhost:1/connect';
  const playground = createPlayground({
    clientId: 'test_app',
    connectUrl: none,
    state: 'state-of-this-session',
    faults: { slow: none, cut: none, unavailable: none },
  });

  const seen = [];
  for (const _ of ['first', 'second']) {
    const opened = playground.open();
    fakeConnect.last.deny();
    await opened;
    const names = playground.entries.value.map(({ name }) => name);
    seen.push([names[0], names.filter((name) => name === 'finished').length]);
  }

  expect(seen).toEqual([
    ['open', 1],
    ['open', 1],
  ]);
  expect(playground.status.value).toBe('Not connected: denied.');
});
