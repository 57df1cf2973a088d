// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { createBrowserHistory } from '../../../src/connect/dashboard/browser-history.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  ['a step back after a reload', { number: 2 }, [[1], [-1]]],
  // The browser adds an entry without a number.
  ['a fragment that is typed', null, [[-1], [1]]],
])('%s is undone, and taken once the edits may be lost', (_, state, steps) => {
  // The third entry is reloaded.
  window.history.replaceState({ number: 3 }, '');
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  const listen = vi.spyOn(window, 'addEventListener').mockImplementation(() => undefined);
  const route = signal({ view: 'providers' as const });
  const dashboard = { show: vi.fn(), leave: (act: () => void) => act(), route };
  createBrowserHistory(() => true).follow(dashboard);
  const handleStep = listen.mock.lastCall?.[1] as () => void;

  window.history.replaceState(state, '');
  handleStep();
  // The user is asked only after the browser has undone the step.
  expect(go.mock.calls).toEqual(steps.slice(0, 1));
  handleStep();

  expect(go.mock.calls).toEqual(steps);
  expect(dashboard.show).not.toHaveBeenCalled();
  handleStep();
  expect(dashboard.show).toHaveBeenCalledOnce();
  // The next step is undone again.
  window.history.replaceState({ number: 9 }, '');
  handleStep();
  expect(go).toHaveBeenCalledTimes(3);
  expect(dashboard.show).toHaveBeenCalledOnce();
});

it('a step to another section of the shown view loses no edits, so it is taken at once', () => {
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  const listen = vi.spyOn(window, 'addEventListener').mockImplementation(() => undefined);
  const dashboard = {
    show: vi.fn(),
    leave: vi.fn(),
    route: signal({ view: 'applications' as const }),
  };
  window.history.replaceState({ number: 1 }, '', '/dashboard');
  createBrowserHistory(() => true).follow(dashboard);
  const handleStep = listen.mock.lastCall?.[1] as () => void;
  handleStep();
  const calls = [go, dashboard.leave, dashboard.show].map(({ mock }) => mock.calls.length);
  expect(calls).toEqual([0, 0, 1]);
});

it('a view gets an entry, at its top, unless it is shown; filters change the shown entry', () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
  window.history.replaceState(null, '', '/dashboard');
  const push = vi.spyOn(window.history, 'pushState');
  const history = createBrowserHistory(() => false);
  const flows = { view: 'application', clientId: 'a', page: 'flows' } as const;

  for (const route of [{ view: 'applications' }, flows, flows] as const) history.push(route);
  history.replace({ ...flows, section: 'group=failed' });

  expect(push).toHaveBeenCalledTimes(1);
  expect(window.history.state).toEqual({ number: 1 });
  expect(window.location.hash).toBe('#group=failed');
  expect(scroll.mock.calls).toEqual([[0, 0]]);
});
