import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import type { Benchmark, Row, Sample } from '../benchmark.ts';
import { findConnect, withHostPage } from '../support/host-page.ts';
import { type Interaction, watchInteractions } from '../support/interactions.ts';
import { findQuantile, type Samples, summarize } from '../support/samples.ts';

/** Slows the CPU down to that of a cheap phone. */
const slowdown = 6;
const aim = 100;
const ofModal = 'modal, 1,000 providers';
const ofPage = 'Connect page';
/** The pause after each key, of a person who types fast, and before each click. */
const pauseMs = 120;
/** How long a button is down. */
const pressMs = 80;

/** A person types no sooner after the list has appeared. Its end is still being drawn by then. */
const reactionMs = 400;

/** The acts of a person in the modal, in this order. */
const acts: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  typing: (page) => press(page, [...'golden 7', ...repeat('Backspace', 8)]),
  'arrow keys': (page) => press(page, [...repeat('ArrowDown', 8), ...repeat('ArrowUp', 4)]),
  'keys that jump': (page) => press(page, ['PageDown', 'PageDown', 'End', 'Home', 'End', 'Home']),
};

/** Interaction to Next Paint of every act, with real input on a slow CPU. */
export const interactionBenchmark: Benchmark = {
  name: 'interaction',
  maxRounds: 20,
  prepare(world) {
    const thousandUrl = world.hostPageUrl('module', `${world.scriptedConnectUrl}-thousand`);
    const pageUrl = world.hostPageUrl('module', world.connectUrl);
    return {
      contenders: {
        [ofModal]: (context) => withHostPage(context, thousandUrl, takeModal),
        [ofPage]: (context) => withHostPage(context, pageUrl, takePage),
      },
      report,
    };
  },
};

async function takeModal(page: Page): Promise<Sample> {
  await throttle(page.context(), page);
  const take = await watchInteractions(page);
  void page.evaluate(() => void globalThis.benchPage?.open());
  await page.getByRole('option').first().waitFor();
  await page.waitForTimeout(reactionMs);
  const samples: Sample[] = [];
  for (const [name, act] of Object.entries(acts)) {
    await act(page);
    samples.push(describe(name, await take()));
  }
  return Object.assign({}, ...samples, await takeSelection(page, take));
}

/** Selects with the mouse and with Enter, and goes back each time. */
async function takeSelection(
  page: Page,
  take: () => Promise<readonly Interaction[]>,
): Promise<Sample> {
  const selecting: Interaction[] = [];
  const goingBack: Interaction[] = [];
  const select = [
    () => clickAt(page, page.getByRole('option').nth(2)),
    () => press(page, ['Enter']),
  ];
  for (const act of select) {
    await act();
    await page.locator('dialog[data-screen=page]').waitFor();
    selecting.push(...(await take()));
    await clickAt(page, page.locator('dialog header button').first());
    await page.locator('dialog[data-screen=select]').waitFor();
    goingBack.push(...(await take()));
  }
  return { ...describe('selecting', selecting), ...describe('going back', goingBack) };
}

/** Signs in at the real page, which runs in a separate process, and allows access. */
async function takePage(page: Page): Promise<Sample> {
  void page.evaluate(() => void globalThis.benchPage?.open());
  await page.getByRole('option', { name: 'Sandbox' }).click();
  const frame = await findConnect(page);
  await frame.getByLabel('Username').fill('user_good');
  await frame.getByLabel('Password').fill('pass_good');
  await throttle(page.context(), page);
  await throttle(page.context(), frame);
  const take = await watchInteractions(frame);
  await clickAt(page, frame.getByRole('button', { name: 'Sign in' }));
  // Until then it cannot be pressed, because a person has not had the time to see it.
  const allow = frame.locator('button[value=allow][aria-disabled=false]');
  await allow.waitFor();
  const signingIn = await take();
  await clickAt(page, allow);
  return { ...describe('Sign in', signingIn), ...describe('Allow', await take()) };
}

/** Each process has its own rate. */
async function throttle(context: BrowserContext, target: Page | Frame): Promise<void> {
  const session = await context.newCDPSession(target);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

const repeat = (key: string, count: number) => Array.from({ length: count }, () => key);

async function press(page: Page, keys: readonly string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs);
  }
}

/** Without Playwright's own listeners, which would be part of the interaction. */
async function clickAt(page: Page, target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (!box) throw new Error('Nothing to click is shown.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // Allow counts only after the mouse has moved.
  await page.mouse.move(x - 4, y);
  await page.mouse.move(x, y);
  await page.waitForTimeout(pauseMs);
  await page.mouse.click(x, y, { delay: pressMs });
}

/** One list for each part of the interactions. */
function describe(name: string, interactions: readonly Interaction[]): Sample {
  return {
    [name]: interactions.map(({ ms }) => ms),
    [`${name}, before the handlers`]: interactions.map(({ waitMs }) => waitMs),
    [`${name}, handlers`]: interactions.map(({ handlersMs }) => handlersMs),
  };
}

function report(samples: Samples): readonly Row[] {
  const row = (contender: string, name: string): Row => {
    const list = (suffix = '') => samples.list(contender, name + suffix);
    const { median, count } = summarize(list());
    const slowest = list().indexOf(Math.max(...list()));
    const [ms, waitMs, handlersMs] = ['', ', before the handlers', ', handlers'].map((suffix) =>
      Math.round(list(suffix)[slowest] ?? Number.NaN),
    );
    return {
      label: `${name}, p98, CPU ${slowdown}× slower`,
      value: findQuantile(list(), 0.98),
      unit: 'ms',
      aim,
      note: `median ${median} ms, n = ${count}; slowest ${ms} ms: ${waitMs} before its handlers, ${handlersMs} in them`,
    };
  };
  const ofActs = [...Object.keys(acts), 'selecting', 'going back'];
  const all = ofActs.flatMap((name) => samples.list(ofModal, name));
  return [
    ...ofActs.map((name) => row(ofModal, name)),
    {
      label: `all of these, p98, CPU ${slowdown}× slower`,
      value: findQuantile(all, 0.98),
      unit: 'ms',
      aim,
      note: `n = ${all.length}`,
    },
    row(ofPage, 'Sign in'),
    row(ofPage, 'Allow'),
  ];
}
