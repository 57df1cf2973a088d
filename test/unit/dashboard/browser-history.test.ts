// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { createBrowserHistory } from '../../../src/connect/dashboard/browser-history.ts';

it('a step back after a reload is undone, and taken once the edits may be lost', () => {
  // The third entry is reloaded.
  window.history.replaceState({ number: 3 }, '');
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => undefined);
  const dashboard = { show: vi.fn(), leave: (act: () => void) => act() };
  createBrowserHistory(() => true).follow(dashboard);

  window.history.replaceState({ number: 2 }, '');
  window.dispatchEvent(new Event('popstate'));

  expect(go.mock.calls).toEqual([[1], [-1]]);
  expect(dashboard.show).not.toHaveBeenCalled();
});
