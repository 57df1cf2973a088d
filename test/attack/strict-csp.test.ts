import type { Page } from 'playwright-core';
import { driveConnect } from 'tax-connect/testing';
import { describe, expect, it } from 'vitest';
import { readTold, useBrowserSuite } from '../support/browser-suite.ts';
import { triesThreats } from '../support/extent.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

const suite = useBrowserSuite();
const nonce = 'q8mW3vX2r1';

const world = useRunning(() => startWorld({ origins: [suite.sites.originOf('host')] }));

const forms = [
  ['module', { sdk: 'module' }],
  ['script tag', {}],
] as const;

describe.each(triesThreats ? forms : forms.slice(0, 1))(
  'under the strictest policy a host can have, the %s',
  (_, sdk) => {
    it('runs the whole flow, including a failure and a second try, without a violation', {
      tags: ['threat-4'],
    }, async () => {
      const page = await suite.openPage(
        serveHostPage(suite.sites, 'host', {
          ...sdk,
          nonce,
          clientId: world.application.client_id,
          connectUrl: `${world.connectUrl}/connect`,
          headers: { 'Content-Security-Policy': createPolicy(world.connectUrl) },
        }),
      );
      suite.sites.serve('host', '/callback', { body: '', status: 500 });
      await page.evaluate(() => {
        window.openConnect({
          callback: 'forward',
          appearance: { accentColor: 'rebeccapurple', fontFamily: 'serif', borderRadius: '4px' },
        });
      });
      await allowAccess(page);
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      suite.sites.serve('host', '/callback', { body: '', status: 204 });
      await page.getByRole('button', { name: 'Try again' }).click();
      await allowAccess(page);
      await expect
        .poll(() => readTold(page))
        .toMatchObject({ failures: ['callback_failed'], exits: [], outcomes: ['connected'] });

      expect((await readTold(page)).violations).toEqual([]);
      expect(readPolicyLines()).toEqual([]);
      // The control: the page and the console would report a violation.
      await page.evaluate(() => document.body.setAttribute('style', 'color: red'));
      await expect.poll(() => readTold(page).then(({ violations }) => violations.length)).toBe(1);
      await expect.poll(() => readPolicyLines().length).toBe(1);
    });
  },
);

describe('a host policy that blocks Connect', () => {
  it('is reported as frame_blocked when the user declines the offered popup', async () => {
    const page = await openUnder({ 'Content-Security-Policy': "frame-src 'self'" });
    await page.evaluate(() => void window.openConnect());
    await page.getByText('Continue in a new window').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect
      .poll(() => readTold(page))
      .toMatchObject({
        failures: ['frame_blocked'],
        exits: [{ reason: 'error', code: 'frame_blocked', step: 'loading' }],
        outcomes: ['error'],
      });
  });

  it('has no effect when it only reports', { tags: ['control-4'] }, async () => {
    const page = await openUnder({ 'Content-Security-Policy-Report-Only': "frame-src 'self'" });
    await page.evaluate(() => void window.openConnect());
    await page.getByRole('option', { name: 'Alpha' }).waitFor();
    const { violations, failures } = await readTold(page);
    expect(violations).toContain('frame-src');
    expect(failures).toEqual([]);
  });
});

function createPolicy(connectOrigin: string): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    `frame-src ${connectOrigin}`,
    "style-src 'none'",
    `img-src ${connectOrigin}/connect/logos/`,
    "font-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
}

/** Console lines about violations, in the host or in any frame. */
function readPolicyLines(): string[] {
  return suite.consoleLines.filter((line) =>
    /content security policy|refused to|violates|trusted ?type/i.test(line),
  );
}

async function openUnder(headers: Record<string, string>): Promise<Page> {
  const connectUrl = serveBridgePage(suite.sites, 'connect');
  return suite.openPage(serveHostPage(suite.sites, 'host', { connectUrl, headers }));
}

/** Goes from the selector to the outcome. */
async function allowAccess(page: Page): Promise<void> {
  const person = driveConnect(page);
  await page.getByRole('combobox').fill('sand');
  await person.pick(/^Sandbox/);
  await person.logIn({ username: 'user_good' });
  await person.allow();
}
