// @vitest-environment happy-dom
import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConnectStep } from '../../../src/sdk/host/api.ts';
import { noteInterruption } from '../../../src/sdk/host/session/interruption.ts';

const address = new URL('https://connect.example/connect?client_id=app');

const { href } = address;
const key = 'tax-connect';
let forgetters: (() => void)[] = [];

/** Runs a session through these steps. @returns whether it told the user of an earlier one: first, and at each step */
function go(...steps: readonly ConnectStep[]) {
  const current = signal<ConnectStep>('loading');
  const { isInterrupted, close: forget } = noteInterruption(address, current);
  forgetters.push(forget);
  const shown = [isInterrupted.value];
  for (const step of steps) {
    current.value = step;
    shown.push(isInterrupted.value);
  }
  return { forget, current, shown };
}

beforeEach(() => sessionStorage.clear());

afterEach(() => {
  vi.unstubAllGlobals();
  for (const forget of forgetters) forget();
  forgetters = [];
});

/** The stored value before a session, its steps, if it tells the user at each, and the stored value after it. */
type Row = readonly [before: string, steps: ConnectStep[], shown: boolean[], after: string];

it.each<Row>([
  ['', [], [false], ''],
  ['', ['select'], [false, false], ''],
  ['', ['failed'], [false, false], ''],
  ['', ['select', 'login'], [false, false, false], href],
  ['', ['consent'], [false, false], href],
  ['', ['finishing'], [false, false], href],
  // The user is past the selector again.
  [href, ['select', 'login', 'select'], [true, true, false, false], href],
  // Without a selector, the login still has the notice.
  [href, ['login', 'consent'], [true, true, false], href],
  [href, ['failed'], [true, false], href],
  ...[
    'https://connect.example/connect?client_id=b',
    '7',
    '{"href":true}',
    `${href} `,
    '<b>',
    href.toUpperCase(),
  ].map((value): Row => [value, [], [false], value]),
])('with “%s” stored, a session through %j tells of an interruption: %j', (...row) => {
  const [before, steps, shown, after] = row;
  if (before) sessionStorage.setItem(key, before);
  expect(go(...steps).shown).toEqual(shown);
  expect({ ...sessionStorage }).toEqual(after ? { [key]: after } : {});
});

it('a session that is over leaves nothing behind', () => {
  const { forget, current } = go('select', 'login');
  forget();
  current.value = 'consent';
  expect({ ...sessionStorage }).toEqual({});
});

const refuse = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

it.each([
  ['refused', { getItem: refuse, setItem: refuse, removeItem: refuse }],
  ['missing', null],
  ['polluted', { __proto__: { [key]: href } }],
])('the storage may be %s, and the session continues without it', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  const { forget, shown } = go('select', 'login');
  expect(shown).toEqual([false, false, false]);
  expect(forget).not.toThrow();
});
