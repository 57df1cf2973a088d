import { afterEach, expect, it, vi } from 'vitest';
import { followTheme } from '../../../src/sdk/host/session/presentation.ts';

afterEach(() => vi.unstubAllGlobals());

/** The user's system, which prefers light. */
function stubSystem() {
  const query = {
    matches: false,
    listeners: new Set<() => void>(),
    addEventListener: (_: 'change', listener: () => void) => void query.listeners.add(listener),
    removeEventListener: (_: 'change', listener: () => void) =>
      void query.listeners.delete(listener),
  };
  const matchMedia = vi.fn(() => query);
  vi.stubGlobal('matchMedia', matchMedia);
  return {
    matchMedia,
    query,
    prefer(theme: 'light' | 'dark') {
      query.matches = theme === 'dark';
      for (const listener of query.listeners) listener();
    },
  };
}

it.each([undefined, 'auto'] as const)('%s follows the user’s system, until closed', (wanted) => {
  const { matchMedia, query, prefer } = stubSystem();
  const { theme, close } = followTheme(wanted);
  expect(matchMedia.mock.calls).toEqual([['(prefers-color-scheme: dark)']]);
  expect(theme.value).toBe('light');
  prefer('dark');
  expect(theme.value).toBe('dark');
  prefer('light');
  expect(theme.value).toBe('light');
  close();
  expect(query.listeners.size).toBe(0);
});

it('starts dark where the system is dark', () => {
  const { query } = stubSystem();
  query.matches = true;
  expect(followTheme().theme.value).toBe('dark');
});

it.each(['light', 'dark'] as const)('%s stays as the host wants it', (wanted) => {
  const { matchMedia } = stubSystem();
  const { theme, close } = followTheme(wanted);
  expect(theme.value).toBe(wanted);
  expect(matchMedia).not.toHaveBeenCalled();
  expect(close).not.toThrow();
});

it('is light in a DOM that cannot tell', () => {
  vi.stubGlobal('matchMedia', undefined);
  expect(followTheme().theme.value).toBe('light');
});
