import { afterEach, expect, it, vi } from 'vitest';
import { createRecentKeys } from '../../../src/sdk/server/recent-keys.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('remembers 20,000 successive keys in the memory for 200', { tags: ['threat-41'] }, () => {
  const keys = createRecentKeys(600_000, 100);
  const looks = vi.spyOn(Set.prototype, 'has');
  let largest = 0;

  for (let key = 0; key < 20_000; key += 1) {
    keys.add(`key ${key}`);
    largest = Math.max(largest, keys.size);
  }

  expect(largest).toBe(200);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * 20_000);
  const known = ['key 19999', 'key 19900', 'key 0'].map((key) => !keys.add(key));
  expect(known).toEqual([true, true, false]);
});

it('remembers a key for at least one lifetime, and less than three', {
  tags: ['control-41'],
}, () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const keys = createRecentKeys(1000, 10);
  keys.add('early');
  vi.advanceTimersByTime(999);
  keys.add('late');

  vi.advanceTimersByTime(999);
  expect(keys.add('late')).toBe(false);
  vi.advanceTimersByTime(2000);
  keys.add('other');
  for (const next of ['one', 'two']) keys.add(next);
  expect(keys.add('other')).toBe(false);
  vi.advanceTimersByTime(1000);

  expect(keys.add('late')).toBe(true);
  expect(keys.add('early')).toBe(true);
});
