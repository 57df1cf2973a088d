// @vitest-environment happy-dom
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectStep } from '../../../src/sdk/host/api.ts';
import { noteInterruption } from '../../../src/sdk/host/session/interruption.ts';

const address = new URL('https://connect.example/connect?client_id=app');

let forgetters: (() => void)[] = [];

/** Runs a session through these steps. */
function go(to: URL, ...steps: readonly ConnectStep[]) {
  const current = signal<ConnectStep>('loading');
  const { isInterrupted, close: forget } = noteInterruption(to, current);
  forgetters.push(forget);
  const shown = [isInterrupted.value];
  for (const step of steps) {
    current.value = step;
    shown.push(isInterrupted.value);
  }
  return { forget, current, shown };
}

const stored = () => JSON.stringify({ ...sessionStorage });

beforeEach(() => sessionStorage.clear());

afterEach(() => {
  vi.unstubAllGlobals();
  for (const forget of forgetters) forget();
  forgetters = [];
});

describe('an interrupted session', () => {
  it.each(['login', 'consent', 'finishing'] as const)(
    'at %s is reported to the next one, at the same address only',
    (step) => {
      go(address, 'select', step);
      expect(go(address).shown).toEqual([true]);
      for (const other of ['https://connect.example/connect?client_id=b', 'https://x.example/']) {
        expect(go(new URL(other)).shown).toEqual([false]);
      }
    },
  );

  it('stores its address and nothing else', () => {
    go(address, 'select', 'login', 'consent', 'finishing');
    expect(stored()).toBe(JSON.stringify({ 'tax-connect': address.href }));
  });

  it.each([
    ['at the selector', ['select']],
    ['while loading', []],
    ['in an error', ['failed']],
  ] as const)('%s, before the first input, stores nothing', (_, steps) => {
    go(address, ...steps);
    expect(stored()).toBe('{}');
  });
});

describe('the session after it', () => {
  beforeEach(() => void go(address, 'login'));

  it.each([
    [
      'until the user is past the selector',
      ['select', 'login', 'select'],
      [true, true, false, false],
    ],
    ['at the login only when the selector is skipped', ['login', 'consent'], [true, true, false]],
  ] as const)('reports it %s', (_, steps, shown) =>
    expect(go(address, ...steps).shown).toEqual(shown),
  );

  it('stores nothing once it is over', () => {
    const { forget, current } = go(address, 'select', 'login');
    forget();
    current.value = 'consent';
    expect(stored()).toBe('{}');
    expect(go(address).shown).toEqual([false]);
  });
});

describe('storage', () => {
  it.each([['7', '{"href":true}', `${address} `, '', '<b>', address.href.toUpperCase()]].flat())(
    'with %s in it counts as empty',
    (value) => {
      sessionStorage.setItem('tax-connect', value);
      expect(go(address).shown).toEqual([false]);
    },
  );

  it('may be refused, and the session continues without it', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
    const { forget, shown } = go(address, 'select', 'login');
    expect(shown).toEqual([false, false, false]);
    expect(forget).not.toThrow();
  });

  it('may be missing or polluted', () => {
    vi.stubGlobal('sessionStorage', null);
    expect(go(address, 'login').shown).toEqual([false, false]);
    vi.stubGlobal('sessionStorage', { __proto__: { 'tax-connect': address.href } });
    expect(go(address, 'login').shown).toEqual([false, false]);
  });
});
