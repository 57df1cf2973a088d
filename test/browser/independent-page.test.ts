import { readFileSync } from 'node:fs';
import type { FrameLocator, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { byExtent } from '../support/extent.ts';
import { serveHostPage } from '../support/host-page.ts';

// Written from src/sdk/protocol/README.md only, to show that the document specifies the protocol
// completely.
const fixture = new URL('fixtures/independent-connect-page.html', import.meta.url);

const suite = useBrowserSuite();

let page: Page;
let connectPage: FrameLocator;

const forms = [
  ['module', 'module'],
  ['script tag', undefined],
] as const;
describe.each(forms.slice(0, byExtent(1, forms.length)))(
  'a Connect page that shares no code with the SDK, and the built %s',
  (_, sdk) => {
    beforeEach(async () => {
      const { sites } = suite;
      const connectUrl = `${sites.originOf('independent')}/connect`;
      sites.serve('independent', '/connect', { body: readFileSync(fixture, 'utf8') });
      page = await suite.openPage(
        serveHostPage(sites, 'host', { connectUrl, ...(sdk === undefined ? {} : { sdk }) }),
      );
      connectPage = page.frameLocator('iframe');
      await page.evaluate(() => void window.openConnect({ callback: 'forward' }));
      await page.getByRole('option', { name: 'Alpha' }).click();
    });

    it('connects, and delivers one code to the application only', async () => {
      const { sites } = suite;
      await signIn();
      await press('Allow');
      await expect
        .poll(() => readTold(page))
        .toMatchObject({ exits: [], failures: [], outcomes: ['connected'] });

      const { codeLengths, events } = await readTold(page);
      expect(codeLengths).toEqual(['independent-'.length + 32]);
      expect(events).toContain('code_received');
      expect(events.at(-1)).toBe('closed');
      const callback = `${sites.originOf('host')}/callback?code=independent-`;
      const withCode = sites.urls.filter((url) => url.includes('independent-'));
      expect(withCode.filter((url) => !url.startsWith(callback))).toEqual([]);
      expect(withCode.length).toBeGreaterThan(0);
    });

    it('ends as denied', async () => {
      await signIn();
      await press('Deny');
      await expect
        .poll(() => readTold(page))
        .toMatchObject({
          codeLengths: [],
          exits: [{ reason: 'denied', code: null, step: 'consent' }],
          outcomes: ['denied'],
        });
    });

    it('forwards Escape, and the host asks before it leaves', async () => {
      await connectPage.getByLabel('Username').press('Escape');
      await page.getByRole('button', { name: 'Keep going' }).click();
      expect((await readTold(page)).exits).toEqual([]);
      await connectPage.getByLabel('Username').press('Escape');
      await page.getByRole('button', { name: 'Leave' }).click();
      await expect
        .poll(() => readTold(page))
        .toMatchObject({ codeLengths: [], outcomes: ['closed'] });
    });

    it('returns to the selector, and accepts another provider', async () => {
      await connectPage.getByLabel('Username').waitFor();
      await page.getByRole('button', { name: 'Back' }).click();
      await page.getByRole('option', { name: 'Beta' }).click();
      await connectPage.getByLabel('Username').waitFor();
      const { events } = await readTold(page);
      expect(events.filter((name) => name === 'provider_selected')).toHaveLength(2);
    });
  },
);

/** Uses the keyboard, because the frame may still be growing, and a click would miss. */
async function signIn(): Promise<void> {
  await connectPage.getByLabel('Username').fill('somebody');
  await connectPage.getByLabel('Password').fill('something');
  await connectPage.getByLabel('Password').press('Enter');
}

/** Without `click()`, which would wait for the answer of a frame that the outcome removes. */
async function press(name: string): Promise<void> {
  await connectPage
    .getByRole('button', { name })
    .evaluate((button: HTMLElement) => void setTimeout(() => button.click()));
}
