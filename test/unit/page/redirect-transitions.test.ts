// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  act,
  alone,
  decide,
  kindOf,
  login,
  prepareBrowser,
  restoreBrowser,
  type TestPage,
} from './drive-page.ts';
import { answer, createTestPage, flush, refuse } from './support.tsx';

beforeEach(prepareBrowser);
afterEach(restoreBrowser);

describe('the redirect flow', () => {
  const location = 'https://app.example/callback?code=abc';
  const steps = {
    select: () => {},
    login: (page: TestPage) => page.store.selectProvider('sandbox'),
    consent: login,
  } as const;

  it.each([
    ['Cancel at the selection', ['select'], 'deny'],
    ['Cancel at the login', ['select', 'login'], 'deny'],
    ['Cancel at the consent', ['select', 'login', 'consent'], 'deny'],
    ['Deny', ['select', 'login', 'consent'], 'deny'],
    ['Allow', ['select', 'login', 'consent'], 'allow'],
  ] as const)('ends at the application, once: %s', async (name, way, decision) => {
    const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
    const page = createTestPage({ place: alone });
    page.dispatch('open', null);
    await flush();
    for (const step of way) await act(page, steps[step]);
    const isCancel = name.startsWith('Cancel');
    const press = isCancel ? ({ store }: TestPage) => store.cancel() : decide(decision);
    page.client.decide.mockReturnValueOnce(refuse('connection_lost'));
    await act(page, press);
    expect(page.store.failedTask.value).toBe(decision);
    expect(kindOf(page)).toBe(way.at(-1));

    page.client.decide.mockReturnValue(answer({ location }));
    for (let presses = 0; presses < 3; presses += 1) await act(page, press);

    expect(page.client.decide.mock.calls.map(([sent]) => sent.decision)).toEqual([
      decision,
      decision,
    ]);
    expect(replace).toHaveBeenCalledExactlyOnceWith(location);
    expect(page.store.pending.value).toBe(decision);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(page.store.problem.value?.code).toBe('timeout');
    replace.mockRestore();
  });
});
