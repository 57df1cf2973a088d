import { driveConnect } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { useFlowSuite } from '../support/flow-suite.ts';

const suite = useFlowSuite();

/** The changes that old libraries make to a page, all at once. `unit/host/old-libraries` has each by itself. */
function changeAsOldLibraries(): void {
  if (window !== window.top) return;
  const replaced = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    });
  replaced(Array, 'from', (items: Iterable<unknown>) => [...items]);
  replaced(Array.prototype, 'toJSON', function toJson(this: unknown[]) {
    return `[${this.map((item) => JSON.stringify(item)).join(', ')}]`;
  });
  replaced(String.prototype, 'toJSON', function toJson(this: string) {
    return `"${String(this)}"`;
  });
  replaced(Object.prototype, 'extend', () => 'extended');
  replaced(Array.prototype, 'each', () => 'each');
  class OldPromise<Value> extends Promise<Value> {}
  replaced(OldPromise.prototype, 'finally', undefined);
  replaced(OldPromise, 'allSettled', undefined);
  replaced(window, 'Promise', OldPromise);
  replaced(Object, 'entries', (target: Record<string, unknown>) => {
    const list: [string, unknown][] = [];
    for (const name in target) list.push([name, target[name]]);
    return list;
  });
  const { remove } = Element.prototype;
  replaced(Element.prototype, 'remove', function removeElement(this: Element) {
    remove.call(this);
    return this;
  });
  const { fetch } = window;
  replaced(window, 'fetch', (input: unknown, init?: RequestInit) =>
    typeof input === 'string' ? fetch(input, init) : fetch(String(input)),
  );
}

it.each(['/', '/spa/'])(
  'connects at %s, in a page that old libraries have changed',
  async (path) => {
    const { page, world } = suite;
    await page.addInitScript(changeAsOldLibraries);
    const posts: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname === '/callback') posts.push(request.method());
    });
    await page.goto(world.appUrl + path);
    await page.getByRole('button', { name: 'Connect your tax account' }).click();

    await driveConnect(page).connect({ provider: 'Sandbox', username: 'user_good' });

    await page
      .getByRole('heading', { name: /connected/i })
      .first()
      .waitFor();
    expect(posts).toEqual(['POST']);
    // The control: the page really is changed.
    expect(await page.evaluate(() => [Array.from([1], () => 2), JSON.stringify([1])])).toEqual([
      [1],
      '"[1]"',
    ]);
  },
);
