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
  it('says what is connected, in the live region, and never the account’s name', async () => {
    await suite.show('connected');
    expect(await status().textContent()).toBe(`${connected}Ledgerly`);
    expect(await dialog().getByRole('button', { name: 'Done' }).isVisible()).toBe(true);
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
