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

/** A page may do this against prototype pollution. An assignment of an inherited name then fails in modules. */
const freezing = `for (const { prototype } of window === window.top ? [Object, Array, Function, Error] : []) {
  Object.freeze(prototype);
}`;

const pages = [
  { path: '/', how: 'that old libraries have changed', script: changes },
  { path: '/spa/', how: 'that has frozen the built-in prototypes', script: freezing },
  { path: '/spa/', how: 'that old libraries have changed', script: changes },
];

it.each(pages.slice(0, byExtent(1, pages.length)))(
  'connects at $path, in a page $how',
  async ({ path, script }) => {
    const { page, world } = suite;
    await page.addInitScript(script);
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
    const read = () =>
      page.evaluate(() => [JSON.stringify([1]), Object.isFrozen(Object.prototype)]);
    expect(await read()).toEqual(script === changes ? ['"[1]"', false] : ['[1]', true]);
  },
);
