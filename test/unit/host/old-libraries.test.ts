// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forwardCode } from '../../../src/sdk/index.ts';
import { oldLibraries } from '../../support/old-libraries.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { goToPage, prepareHost, restoreBrowser, settle } from './whole-host.ts';

drawAtOnce();

let undo: (() => void)[] = [];

/** Replaces a property, as an old library does, until the end of the test. */
function replace(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    writable: true,
    enumerable: true,
  });
  undo.push(() => {
    if (before) Object.defineProperty(target, name, before);
    else Reflect.deleteProperty(target, name);
  });
}

const posts: [unknown, RequestInit | undefined][] = [];

beforeEach(async () => {
  await prepareHost();
  posts.length = 0;
  vi.stubGlobal('fetch', (input: unknown, init?: RequestInit) => {
    posts.push([input, init]);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});

afterEach(() => {
  for (const step of undo.reverse()) step();
  undo = [];
  restoreBrowser();
});

it.each(oldLibraries)('connects beside %s', async (_, change) => {
  change(replace);
  const onSuccess = forwardCode('/callback');
  const { session, page } = await goToPage({ onSuccess, state: 'csrf' });
  expect(page.welcomes[0]).toMatchObject({ state: 'csrf', surface: 'frame' });
  expect(page.welcomes[0]?.session_id).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
  expect(page.welcomes[0]?.nonce).toMatch(/^[\w-]{43}$/);
  const { code } = page.createCode();
  page.say(page.createCode());
  await settle();
  await settle(1400);
  expect(await session.finished).toEqual({ status: 'connected' });
  const [[target, init] = []] = posts;
  expect([String(target), init?.method]).toEqual([
    `${location.origin}/callback?code=${code}`,
    'POST',
  ]);
});
