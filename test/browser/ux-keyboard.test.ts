import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?modal';
import { useFlowSuite } from '../support/flow-suite.ts';
import { press, readFocus } from '../support/inspect.ts';

const invoker = 'Connect your tax account';

const suite = useFlowSuite({ reducedMotion: 'reduce' });
let page: Page;

beforeEach(async () => {
  page = suite.page;
  await page.goto(suite.world.appUrl);
  await page.getByRole('button', { name: invoker }).waitFor();
});

/** Presses Tab until an element of this name has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const trail: string[] = [];
  while (trail.length < 20) {
    const [focus = ''] = await press(page, 'Tab', 1);
    if (typeof name === 'string' ? focus === name : name.test(focus)) return;
    trail.push(focus);
  }
  throw new Error(`Tab never reached ${name}, but: ${trail.join(', ')}`);
}

const expectFocus = (name: string | RegExp) => expect.poll(() => readFocus(page)).toMatch(name);

async function openByKeyboard(): Promise<void> {
  await tabTo(invoker);
  await page.keyboard.press('Enter');
  await expectFocus(/^Search/);
}

async function reachLogin(): Promise<void> {
  await openByKeyboard();
  await page.keyboard.type('sandbox');
  await page.keyboard.press('Enter');
  await expectFocus(/^page: /);
}

describe('the order of the focus', () => {
  it('on the selector: search, what else there is, the header, never the page behind', async () => {
    await openByKeyboard();
    const trail = await press(page, 'Tab', 12);
    expect(new Set(trail.filter((name) => name !== 'body'))).toEqual(
      new Set([en.search, '13 more for live applications', en.close]),
    );
  });

  it('never reaches the page behind, forwards or backwards', async () => {
    await reachLogin();
    const trail = [...(await press(page, 'Tab', 20)), ...(await press(page, 'Shift+Tab', 20))];
    const inside = /^(page: .*|Back|Close|body)$/;
    expect(trail.filter((name) => !inside.test(name))).toEqual([]);
    expect(trail).toContain('Close');
  });
});
