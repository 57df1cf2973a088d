import { describe, expect, it } from 'vitest';
import { pageStates } from '../../src/connect/gallery/page-states.ts';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { isLongRun } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';
import { readFocus } from '../support/inspect.ts';

// In the short run, unit tests have the cases that need no browser: test/unit/ui/mount.test.ts and others.
const suite = useGallerySuite();

const connected = fill(en.connected, { application: 'Tally' });

const dialog = () => suite.page.getByRole('dialog');
const status = () => dialog().getByRole('status');

describe('the end', () => {
  it('shows who is connected, and announces it once, by its focused heading', async () => {
    const [, frame] = await suite.show('connected');
    const title = connected;
    await frame?.getByRole('heading', { name: title }).waitFor();
    await expect.poll(() => frame?.evaluate(() => document.activeElement?.textContent)).toBe(title);
    // The marks and names of both parties, and the account. There is no time to read more.
    expect(await frame?.locator('.view__lead').textContent()).toContain(
      'Ledgerly · pat@example.com',
    );
    expect(await frame?.locator('.party').allTextContents()).toEqual(['T', 'L']);
    expect((await status().textContent())?.trim()).toBe('');
    // The account's name is private, and never in the host's document.
    expect(await suite.page.getByText('pat@example.com').count()).toBe(0);
  });

  it('of the page is announced, too', async () => {
    const [frame] = await suite.show('page-success');
    expect(await frame?.getByRole('status').first().textContent()).toContain(connected);
  });

  it('keeps the focus on the question when the page takes it meanwhile', async () => {
    const [, frame] = await suite.show('exit');
    await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
    // This happens when the response to a login arrives while the question is open.
    await frame?.evaluate(() => document.querySelector('input')?.focus());
    await expect.poll(() => readFocus(suite.page)).toBe('Keep going');
  });
});

it.runIf(isLongRun)('every problem of the page has a separate text', async () => {
  const texts: string[] = [];
  // Some end the flow, and the form on the screen tells the others.
  const told = [...pageStates].filter(([id, { problem }]) => problem || id.startsWith('failed-'));
  for (const [id] of told) {
    const [frame] = await suite.show(`page-${id}`);
    texts.push((await frame?.locator('main').textContent()) ?? '');
  }
  expect(texts.length).toBeGreaterThanOrEqual(18);
  expect(new Set(texts).size).toBe(texts.length);
});
