import { driveConnect } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { useFlowSuite } from '../support/flow-suite.ts';

const suite = useFlowSuite({ viewport: { width: 1280, height: 720 } });

/** Runs in the Connect page: the visible shares of Allow and Deny at its end. */
function readShares(): Promise<readonly number[]> {
  scrollTo(0, document.documentElement.scrollHeight);
  const buttons = [...document.querySelectorAll('button[value]')];
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.map(({ intersectionRatio }) => Math.round(intersectionRatio * 100)));
    });
    for (const button of buttons) observer.observe(button);
  });
}

const zooms = [
  ['is zoomed to twice its size', '2'],
  ['is not zoomed', '1'],
  ['is zoomed a little', '1.1'],
  ['is made smaller', '0.8'],
] as const;
it.each(zooms.slice(0, byExtent(1, zooms.length)))(
  'Allow and Deny are in the window when the host’s page %s',
  async (_, zoom) => {
    const { page, world } = suite;
    await page.goto(world.appUrl);
    await page.evaluate((value) => {
      document.documentElement.style.zoom = value;
    }, zoom);
    await page.getByRole('button', { name: 'Connect your tax account' }).click();
    const person = driveConnect(page);
    await person.pick(/^Sandbox/);
    await person.logIn({ username: 'user_good' });
    await page.frameLocator('iframe').getByRole('button', { name: 'Allow' }).waitFor();
    const frame = page.frames().find((each) => each !== page.mainFrame());

    await expect.poll(() => frame?.evaluate(readShares)).toEqual([100, 100]);
  },
);
