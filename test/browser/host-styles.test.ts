import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { findFrame, reachLogin, useBrowserSuite } from '../support/browser-suite.ts';
import { triesThreats } from '../support/extent.ts';
import { holdRequests } from '../support/gate.ts';
import { serveBridgePage, serveHostPage } from '../support/host-page.ts';

/** Typical styles of hosts, which would affect the modal and its frame. */
const hostStyles: readonly (readonly [what: string, css: string])[] = [
  ['frames as wide as their column', 'iframe { max-width: 100%; height: auto }'],
  ['frames hidden until asked for', 'iframe { display: none }'],
  ['frames hidden by a consent banner', 'html iframe { display: none !important }'],
  ['elements hidden before an application starts', 'div { display: none }'],
  ['hidden elements that nothing else shows', 'html div { display: none !important }'],
  [
    'a reset of every box',
    '* { box-sizing: content-box; margin: 7px; padding: 13px; border: 3px solid red; min-width: 300px }',
  ],
  [
    'a reset of every box that no other rule undoes',
    '* { margin: 9px !important; padding: 5px !important; border: 4px solid !important; max-height: 90px !important }',
  ],
  ['zoomed content', 'div, iframe { zoom: 1.5 !important }'],
  [
    'moved and scaled content',
    'div, iframe { transform: translate(40px, 30px) scale(0.5) !important; rotate: 10deg !important }',
  ],
  [
    'content below the page that is out of sight',
    'html > div, iframe { position: absolute !important; inset: auto auto auto -9999px !important; inline-size: 10px !important; opacity: 0; visibility: hidden; pointer-events: none; content-visibility: hidden }',
  ],
  [
    'a layer of rules, whose important ones override all others',
    '@layer reset { iframe { width: 10px !important; aspect-ratio: 1 !important } div { position: fixed !important; height: 0 !important; overflow: hidden !important } }',
  ],
  [
    'boxes before and after every element, in a page that is a grid',
    'html { display: grid; gap: 40px } div::before, div::after { content: "x" !important; display: block !important; height: 200px } * { direction: rtl; writing-mode: vertical-rl; font: 30px/3 serif; transition: all 9s; animation: none 3s }',
  ],
  [
    'variables with the names of the modal’s own',
    ':root { --color: red; --accent: red; --font: monospace; --radius: 0; --frame: 900px; --keyboard: 300px; --bg: red; --fg: red; --line: red; --time: 9s; --top: 200px; --hue: 3 } #probe { padding: 1px }',
  ],
];

const atOnce = ['all of these', hostStyles.map(([, css]) => css).join(' ')] as const;

/** Styles that would make an element without content visible. */
const seenBefore: typeof hostStyles = [
  ['boxes with a height', 'div { min-height: 400px !important; border: 9px solid }'],
  ['boxes before every element', 'div::before { content: "x"; display: block; height: 200px }'],
  [
    'blocks over the window',
    'div { display: block !important; position: fixed !important; inset: 0 !important; z-index: 9 }',
  ],
];

/** The same elements in the host's page. If a style sheet does not affect these, it proves nothing. */
const probe =
  '<p style="block-size: 2000px">Tall</p><div id="probe"><iframe width="200" height="160" title="Probe"></iframe></div>';

const suite = useBrowserSuite();
let connectUrl: string;

beforeEach(() => {
  connectUrl = serveBridgePage(suite.sites, 'connect');
});

const openHost = (css: string, sdk?: 'module'): Promise<Page> =>
  suite.openPage(
    serveHostPage(suite.sites, 'host', {
      connectUrl,
      head: `<style>${css}</style>`,
      body: probe,
      ...(sdk && { sdk }),
    }),
  );

/** Runs in the host. */
function readProbe(): string {
  const elements = [...document.querySelectorAll('#probe, #probe iframe')];
  return JSON.stringify(
    elements.map((element) => [
      element.getBoundingClientRect(),
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
      getComputedStyle(element, '::before').content,
    ]),
  );
}

/** Runs in the host: boxes of the modal's parts, and the element under a pointer in their middle. */
function readModal() {
  const host = document.documentElement.lastElementChild;
  const root = host?.shadowRoot;
  const selectors = ['dialog', 'header', 'h2', '.icon', 'label', '[role=option]'];
  const parts = selectors.map((selector) => root?.querySelector(selector));
  const frame = host?.querySelector('iframe');
  return [...parts, frame].map((element) => {
    if (!element) return null;
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = root?.elementFromPoint(x + width / 2, y + height / 2);
    const isHit = hit === element || element.contains(hit ?? null);
    const { backgroundColor, borderRadius, color, fontFamily } = getComputedStyle(element);
    return {
      x,
      y,
      width,
      height,
      look: [backgroundColor, borderRadius, color, fontFamily],
      isHit,
      isShown: element.checkVisibility({ visibilityProperty: true }),
    };
  });
}

/** The modal at the selector and at the login, and the room for the page in the frame. */
async function readScreens(page: Page) {
  await page.evaluate(() => void window.openConnect());
  await page.getByRole('option', { name: 'Beta' }).waitFor();
  await settle(page);
  const select = await page.evaluate(readModal);
  await page.evaluate(() => window.session.close());
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const frame = await reachLogin(page, connectUrl);
  await page.locator('html > div > iframe').waitFor({ state: 'visible' });
  await settle(page);
  const login = await page.evaluate(readModal);
  // The frame's own process learns its new size a moment after the host's.
  await frame
    .waitForFunction((height) => innerHeight === height, login.at(-1)?.height, { timeout: 5000 })
    .catch(() => undefined);
  const room = await frame.evaluate(() => [innerWidth, innerHeight]);
  return { select, login, room };
}

/** The modal's own animations have ended. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const animations = document.getAnimations();
    await Promise.all(
      animations.map((each) => (each.effect?.getTiming().iterations === 1 ? each.finished : null)),
    );
  });

describe('styles of the host', () => {
  let undisturbed: Awaited<ReturnType<typeof readScreens>>;
  let probeBefore: string;

  beforeEach(async () => {
    if (undisturbed) return;
    const page = await openHost('');
    probeBefore = await page.evaluate(readProbe);
    undisturbed = await readScreens(page);
  });

  it('do not affect a modal, which is visible and clickable in every part', {
    tags: ['control-43'],
  }, () => {
    const [dialog] = undisturbed.select;
    expect(dialog?.width).toBeGreaterThan(400);
    const option = undisturbed.select[5];
    const frame = undisturbed.login[6];
    expect([option, frame].map((part) => part?.isHit && part.isShown)).toEqual([true, true]);
    expect(undisturbed.room[1]).toBeGreaterThan(400);
  });

  it.each(triesThreats ? [...hostStyles, atOnce] : [atOnce])(
    'do not change the modal and its frame: %s',
    { tags: ['threat-43'] },
    async (_, css) => {
      const page = await openHost(css);
      const probeNow = await page.evaluate(readProbe);

      const screens = await readScreens(page);

      // The control: the host's own elements are affected.
      expect(probeNow).not.toBe(probeBefore);
      expect(screens).toEqual(undisturbed);
    },
  );

  it.each(seenBefore)('keep a frame hidden while its modal is loading: %s', async (_, css) => {
    const release = await holdRequests(suite.context, '**/dist/chunks/session.js');
    const page = await openHost(css, 'module');
    const before = await page.evaluate(readPage);
    await page.evaluate(() => void window.openConnect());
    await findFrame(page, connectUrl);

    const during = await page.evaluate(readPage);
    release();
    await page.getByRole('option', { name: 'Beta' }).waitFor();
    await settle(page);
    const select = await page.evaluate(readModal);

    expect(during).toEqual(before);
    expect(select).toEqual(undisturbed.select);
  });
});

/** Runs in the host: the height of the page, the places of its parts, and the elements on top of them. */
function readPage() {
  const { scrollHeight, scrollWidth, clientHeight } = document.documentElement;
  const box = document.querySelector('#connect')?.getBoundingClientRect();
  const top = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  return { scrollHeight, scrollWidth, clientHeight, box, top: top?.id ?? top?.localName };
}
