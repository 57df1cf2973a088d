// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forwardCode } from '../../../src/sdk/index.ts';
import { drawAtOnce } from '../ui/fixtures.ts';
import { goToPage, prepareHost, restoreBrowser, settle } from './whole-host.ts';

drawAtOnce();

type Anything = Record<string, unknown>;

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

/** The changes that libraries make, most of them for browsers of long ago. */
const changes: readonly (readonly [library: string, change: () => void])[] = [
  [
    'Prototype.js: Array.from without its second argument',
    () => replace(Array, 'from', (items: Iterable<unknown>) => [...items]),
  ],
  [
    'Prototype.js 1.6: Array.prototype.toJSON',
    () => {
      replace(Array.prototype, 'toJSON', function toJson(this: unknown[]) {
        return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`;
      });
    },
  ],
  [
    'Prototype.js: String.prototype.toJSON',
    () => {
      replace(String.prototype, 'toJSON', function toJson(this: string) {
        return `"${String(this)}"`;
      });
    },
  ],
  ['an extended Object.prototype', () => replace(Object.prototype, 'extend', () => 'extended')],
  [
    'an extended Array.prototype',
    () => {
      replace(Array.prototype, 'each', () => 'each');
      replace(Array.prototype, '$family', { name: 'array' });
    },
  ],
  [
    'Bluebird of long ago: a Promise without finally and allSettled',
    () => {
      class OldPromise<Value> extends Promise<Value> {}
      replace(OldPromise.prototype, 'finally', undefined);
      replace(OldPromise, 'allSettled', undefined);
      replace(globalThis, 'Promise', OldPromise);
    },
  ],
  [
    'a wrapper of fetch that makes a GET of every object',
    () => {
      const { fetch } = globalThis;
      replace(globalThis, 'fetch', (input: unknown, init?: RequestInit) =>
        typeof input === 'string' ? fetch(input, init) : fetch(String(input)),
      );
    },
  ],
  [
    'Prototype.js: Function.prototype.bind without a new target',
    () => {
      replace(
        Function.prototype,
        'bind',
        function bind(this: (...given: unknown[]) => unknown, self: unknown, ...first: unknown[]) {
          return (...rest: unknown[]) => Reflect.apply(this, self, [...first, ...rest]);
        },
      );
    },
  ],
  [
    'a shim of Object.entries that lists inherited properties',
    () => {
      replace(Object, 'entries', (target: Anything) => {
        const list: [string, unknown][] = [];
        for (const name in target) list.push([name, target[name]]);
        return list;
      });
    },
  ],
  [
    'Prototype.js: Element.prototype.remove that returns the element',
    () => {
      const { remove } = Element.prototype;
      replace(Element.prototype, 'remove', function removeElement(this: Element) {
        remove.call(this);
        return this;
      });
    },
  ],
];

it.each(changes)('connects beside %s', async (_, change) => {
  change();
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
