import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findFrame } from '../../support/browser-suite.ts';
import type { PartName, Shown, State } from './apps/app.ts';

/** A page with the application of one binding, and a Connect page at the login. */
export interface Bench {
  readonly page: Page;
  /** Address of the Connect page. */
  readonly connectUrl: string;
  /** What the page threw or logged as an error. */
  readonly problems: readonly string[];
  /** Whether callbacks are functions; else events of an element. */
  readonly hasSignal: boolean;
}

const closed: State = { isOpen: false, step: null, error: null };

/** @param shown - see `Shown`; everything else is unmounted */
export function render({ page }: Bench, shown: Shown): Promise<void> {
  return page.evaluate((parts) => window.app.render(parts), shown);
}

function readState({ page }: Bench, name: PartName): Promise<State | undefined> {
  return page.evaluate((part) => window.app.readState(part), name);
}

/** @returns what callbacks said, without the events on the way */
export async function readHeard({ page }: Bench): Promise<string[]> {
  const heard = await page.evaluate(() => window.heard);
  return heard.filter((line) => / (exit \w+|success \d+|connected|closed)$/.test(line));
}

const expectState = (bench: Bench, name: PartName, state: Partial<State>) =>
  expect.poll(() => readState(bench, name)).toMatchObject(state);

/** Opens Connect by a click on a component's button. */
export async function openBy(bench: Bench, name: PartName): Promise<void> {
  await bench.page.locator(`#${name}`).click();
  await bench.page.getByRole('option', { name: 'Alpha' }).waitFor();
}

/** @returns the Connect page's frame, at the login */
async function reachLogin(bench: Bench): Promise<Frame> {
  await bench.page.getByRole('option', { name: 'Alpha' }).click();
  const frame = await findFrame(bench.page, bench.connectUrl);
  await expect.poll(() => frame.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
  return frame;
}

const expectClosed = ({ page }: Bench) => expect.poll(() => page.locator('dialog').count()).toBe(0);
const success = / (success \d+|connected)$/;

/**
 * What every binding promises, by sentence. Each gets a fresh page, on which nothing is shown yet.
 */
export const contract: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  async 'opens, and says so to the component alone that opened'(bench) {
    await render(bench, { first: 'one', second: 'one' });
    expect(await readState(bench, 'first')).toEqual(closed);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, step: 'select', error: null });
    await reachLogin(bench);
    await expectState(bench, 'first', { isOpen: true, step: 'login' });
    expect(await readState(bench, 'second')).toEqual(closed);
  },

  async 'connects: one success, no exit, and it is closed'(bench) {
    await render(bench, { first: 'one' });
    await openBy(bench, 'first');
    const frame = await reachLogin(bench);
    await frame.evaluate(() => window.connectPage.sendCode());
    await expectState(bench, 'first', closed);
    await expectClosed(bench);
    await expect.poll(() => readHeard(bench)).toContainEqual(expect.stringMatching(success));
    const heard = await readHeard(bench);
    expect(heard.filter((line) => success.test(line))).toHaveLength(1);
    expect(heard.filter((line) => line.includes('exit'))).toEqual([]);
  },

  async 'reports an exit once, and opens again'(bench) {
    await render(bench, { first: 'one' });
    await openBy(bench, 'first');
    await bench.page.getByRole('button', { name: 'Close', exact: true }).click();
    await expectState(bench, 'first', closed);
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit closed']);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
  },

  async 'closes by its own close'(bench) {
    await render(bench, { first: 'one', second: 'one' });
    await openBy(bench, 'first');
    await bench.page.evaluate(() => window.app.close('second'));
    await expectState(bench, 'first', { isOpen: true });
    await bench.page.evaluate(() => window.app.close('first'));
    await expectState(bench, 'first', closed);
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit closed']);
  },

  async 'shows an error, keeps it after the exit, and forgets it at the next opening'(bench) {
    await render(bench, { first: 'one' });
    await openBy(bench, 'first');
    const frame = await reachLogin(bench);
    await frame.evaluate(() =>
      window.connectPage.bridge.sendError({ code: 'server_error', message: 'x', retryable: true }),
    );
    await expectState(bench, 'first', { isOpen: true, step: 'failed', error: 'server_error' });
    await bench.page.evaluate(() => window.app.close('first'));
    await expectState(bench, 'first', { isOpen: false, step: null, error: 'server_error' });
    expect(await readHeard(bench)).toEqual(['first one closed', 'first one exit server_error']);
    await openBy(bench, 'first');
    await expectState(bench, 'first', { isOpen: true, error: null });
  },

  async 'calls the callbacks of the last render'(bench) {
    await render(bench, { first: 'one', button: 'one' });
    await openBy(bench, 'first');
    await render(bench, { first: 'two', button: 'two' });
    await bench.page.evaluate(() => window.app.close('first'));
    await expectState(bench, 'first', closed);
    await openBy(bench, 'button');
    await render(bench, { first: 'two', button: 'three' });
    await bench.page.getByRole('button', { name: 'Close', exact: true }).click();
    await expect
      .poll(() => readHeard(bench))
      .toEqual([
        'first two closed',
        'first two exit closed',
        'button three closed',
        'button three exit closed',
      ]);
  },

  async 'closes when it is unmounted while open, and keeps nothing'(bench) {
    await render(bench, { first: 'one', button: 'one' });
    await openBy(bench, 'first');
    await render(bench, { button: 'one' });
    await expectClosed(bench);
    await openBy(bench, 'button');
    await render(bench, {});
    await expectClosed(bench);
    expect((await readHeard(bench)).filter((line) => line.includes('exit'))).toEqual([
      'first one exit closed',
      'button one exit closed',
    ]);
  },

  async 'leaves the session of another component open'(bench) {
    await render(bench, { first: 'one', second: 'one' });
    await openBy(bench, 'first');
    // The modal covers the page, a script can click all the same.
    await bench.page.locator('#second').evaluate((button) => (button as HTMLElement).click());
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
    expect(await readState(bench, 'second')).toEqual(closed);
    expect(await bench.page.locator('dialog').count()).toBe(1);
    await render(bench, { first: 'one' });
    await expectState(bench, 'first', { isOpen: true, step: 'select' });
    await reachLogin(bench);
    await render(bench, {});
    await expectClosed(bench);
    expect((await readHeard(bench)).filter((line) => line.startsWith('second'))).toEqual([]);
  },

  async "leaves a session of the page's own script open"(bench) {
    await render(bench, { first: 'one' });
    await bench.page.evaluate(() => window.openConnect());
    await bench.page.getByRole('option', { name: 'Alpha' }).waitFor();
    await bench.page.locator('#first').evaluate((button) => (button as HTMLElement).click());
    expect(await readState(bench, 'first')).toEqual(closed);
    await render(bench, {});
    // Two tasks: what would have closed it has had its turn.
    await bench.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await reachLogin(bench);
    expect(await readHeard(bench)).toEqual([]);
  },

  async 'ends as aborted by the signal that it was given'(bench) {
    if (!bench.hasSignal) return;
    await render(bench, { first: 'one', second: 'one' });
    await openBy(bench, 'first');
    await bench.page.evaluate(() => window.app.abort?.('second'));
    await expectState(bench, 'first', { isOpen: true });
    await bench.page.evaluate(() => window.app.abort?.('first'));
    await expectState(bench, 'first', closed);
    // Aborted already: it is over in the call of `open`.
    await bench.page.locator('#first').click();
    await expectClosed(bench);
    await expectState(bench, 'first', closed);
    expect((await readHeard(bench)).filter((line) => line.includes('exit'))).toEqual([
      'first one exit aborted',
      'first one exit aborted',
    ]);
  },

  async 'throws what is wrong with the options at once, and stays closed'(bench) {
    await bench.page.evaluate(() => {
      window.connectUrl = 'http://shop.example/connect';
    });
    await render(bench, { first: 'one' });
    await bench.page.locator('#first').click();
    // Some frameworks log it as well.
    await expect
      .poll(() => bench.problems)
      .toContainEqual(expect.stringContaining('connectUrl must be https'));
    expect(await readState(bench, 'first')).toEqual(closed);
    expect(await readHeard(bench)).toEqual([]);
  },

  async 'has a plain button, which passes everything else on'(bench) {
    await render(bench, { button: 'one' });
    const button = bench.page.locator('button#button');
    expect(await button.getAttribute('title')).toBe('Passed on');
    expect(await button.getAttribute('data-extra')).toBe('yes');
    expect(
      await button.evaluate((element) => element.getAttributeNames().sort().join()),
    ).not.toMatch(/client|success|connect-?url/i);
    await bench.page.evaluate(() => {
      document.body.dataset.prevent = 'yes';
    });
    await button.click();
    expect(await bench.page.locator('dialog').count()).toBe(0);
    await bench.page.evaluate(() => {
      delete document.body.dataset.prevent;
    });
    await openBy(bench, 'button');
  },
};
