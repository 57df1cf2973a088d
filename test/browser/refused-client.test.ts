import { describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { findAccessibilityProblems } from '../support/axe.ts';
import { byExtent } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';
import { startWorld } from '../support/world.ts';

const world = useRunning(() => startWorld());
const suite = usePageSuite();

it('a mistyped client ID is reported at once, in the modal and to the host', async () => {
  const { page } = suite;
  await page.goto(world.appUrl);
  const exit = page.evaluate(async (connectUrl) => {
    const options = { clientId: 'mistyped', connectUrl, onSuccess() {} };
    const outcome = await window.TaxConnect.open(options).finished;
    return outcome.status === 'exited' ? [outcome.reason, outcome.error?.code] : outcome.status;
  }, `${world.connectUrl}/connect`);
  await page.getByRole('heading', { name: en.notices.unknown_client.title }).waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  expect(await exit).toEqual(['error', 'unknown_client']);
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
    async (_, readQuery) => {
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
      expect(box?.x).toBeGreaterThanOrEqual(16);
      expect(box?.y).toBeGreaterThanOrEqual(16);
      expect(colour).toBe('rgb(242, 243, 246)');
      expect(problems).toEqual([]);
    },
  );
});
