import { driveConnect } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';
import { oldLibraries } from '../support/old-libraries.ts';

const suite = useFlowSuite();

/** Makes every change in the page, and none in the frame of Connect. */
const changes = `if (window === window.top) {
  const replace = (target, name, value) =>
    Object.defineProperty(target, name, { value, configurable: true, writable: true, enumerable: true });
  ${oldLibraries.map(([, change]) => `(${change})(replace);`).join('\n')}
}`;

it.each(byExtent(['/'], ['/', '/spa/']))(
  'connects at %s, in a page that old libraries have changed',
  async (path) => {
    const { page, world } = suite;
    await page.addInitScript(changes);
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
