import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { findAccessibilityProblems } from '../support/axe.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { saveScreenshot } from '../support/screenshots.ts';
import { startWorld, type World } from '../support/world.ts';

let world: World;
let crowded: World;

beforeAll(async () => {
  [world, crowded] = await Promise.all([
    startWorld(),
    startWorld({ rateLimits: { pages: { max: 0, windowMs: 60_000 } } }),
  ]);
});

afterAll(async () => {
  await world?.close();
  await crowded?.close();
});

const suite = usePageSuite();

interface Attempt {
  readonly connectUrl: string;
  readonly clientId: string;
  /** Default `auto`. */
  readonly display?: 'auto' | 'popup';
}

/** Opens Connect. @returns its outcome */
function open(page: Page, { connectUrl, clientId, display = 'auto' }: Attempt): Promise<unknown> {
  return page.evaluate(
    async ([url, client, display]) => {
      const { TaxConnect } = window as unknown as { TaxConnect: typeof import('tax-connect') };
      const options = { clientId: client, connectUrl: `${url}/connect`, display, onSuccess() {} };
      const outcome = await TaxConnect.open(options).finished;
      return outcome.status === 'exited' ? [outcome.reason, outcome.error?.code] : outcome.status;
    },
    [connectUrl, clientId, display] as const,
  );
}

it('a mistyped client ID is reported at once, in the modal and to the host', async () => {
  const { page } = suite;
  await page.goto(world.appUrl);
  const exit = open(page, { connectUrl: world.connectUrl, clientId: 'mistyped' });
  await page.getByRole('heading', { name: en.notices.unknown_client.title }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'unknown_client']);
});

it.runIf(isLongRun)(
  'a mistyped client ID is reported at once to a host that opened a popup, too',
  async () => {
    const { page } = suite;
    await page.goto(world.appUrl);
    const exit = open(page, {
      connectUrl: world.connectUrl,
      clientId: 'mistyped',
      display: 'popup',
    });
    // Far less than the 15 s after which the host gives up a silent window.
    await page
      .getByRole('heading', { name: en.notices.unknown_client.title })
      .waitFor({ timeout: 12_000 });
    await page.getByRole('button', { name: 'Close' }).last().click();
    expect(await exit).toEqual(['error', 'unknown_client']);
  },
);

it.runIf(isLongRun)(
  'the control: a popup of a known client ID shows the Connect page',
  async () => {
    const { page } = suite;
    await page.goto(world.appUrl);
    const opening = page.waitForEvent('popup');
    const exit = open(page, {
      connectUrl: world.connectUrl,
      clientId: world.application.client_id,
      display: 'popup',
    });
    const popup = await opening;
    await popup.getByRole('option').first().waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await exit).toEqual(['closed', undefined]);
  },
);

it('a reached limit is reported at once, and can be retried', async () => {
  const { page } = suite;
  await page.goto(crowded.appUrl);
  const exit = open(page, {
    connectUrl: crowded.connectUrl,
    clientId: crowded.application.client_id,
  });
  await page.getByRole('heading', { name: 'Too many attempts' }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(1);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'rate_limited']);
});

describe('a notice in a separate tab', () => {
  const unregistered = () =>
    `client_id=${world.application.client_id}&redirect_uri=https%3A%2F%2Fnobody.example%2F`;

  const notices = [
    ['of an unknown client', () => 'client_id=mistyped'],
    ['of an unregistered redirect URI', unregistered],
  ] as const;
  it.each(notices.slice(0, byExtent(1, notices.length)))(
    '%s keeps its text away from the edges, and follows the dark mode of the system',
    async (which, readQuery) => {
      const { page } = suite;
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 480 });
      await page.goto(`${world.connectUrl}/connect?${readQuery()}`);
      const heading = page.getByRole('heading', {
        name: /This link doesn’t work|This application isn’t registered/,
      });
      const box = await heading.boundingBox();
      const colour = await heading.evaluate((element) => getComputedStyle(element).color);
      const problems = await findAccessibilityProblems(page);
      await saveScreenshot(page, `notice-${which.replaceAll(' ', '-')}`);
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect(box?.y).toBeGreaterThanOrEqual(16);
      expect(colour).toBe('rgb(242, 243, 246)');
      expect(problems).toEqual([]);
    },
  );
});
