import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choices } from '../../demo/gallery/settings.ts';
import { byExtent } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';

const suite = useGallerySuite();

/** One screen for each step of a flow, in order. */
const steps = [
  'loading',
  'select',
  'framed-login',
  'framed-mfa',
  'framed-consent',
  'popup-waiting',
  'finishing',
  'connected',
  'failed-offline',
];
const languages = byExtent(
  choices.locale.filter((tag) => ['fr', 'ar'].includes(tag)),
  choices.locale.filter((tag) => tag !== 'en-XA'),
);

/** French texts are among the longest. */
const languagesOfButtons = byExtent(['fr'], languages);

/** The places of the dialog and its header, and the number of lines of the title. */
function readGeometry(dialog: Element) {
  const measure = (element: Element | null) => {
    const { x, y, width, height } = element?.getBoundingClientRect() ?? new DOMRect();
    return [x, y, width, height];
  };
  const range = document.createRange();
  const title = dialog.querySelector('h2')?.firstChild;
  if (title) range.selectNode(title);
  const lines = new Set([...range.getClientRects()].map(({ y }) => y)).size;
  return { dialog: measure(dialog), header: measure(dialog.querySelector('header')), lines };
}

describe.each([
  [320, 568],
  [390, 844],
  [1280, 800],
])('at %i × %i', (width, height) => {
  it.each(languages)(
    'dialog and header keep their places from step to step, %s',
    async (locale) => {
      await suite.page.setViewportSize({ width, height });
      await suite.show('select', { locale });
      const { dialog, header } = await suite.page.getByRole('dialog').evaluate(readGeometry);
      for (const step of steps) {
        await suite.show(step, { locale });
        const found = await suite.page.getByRole('dialog').evaluate(readGeometry);
        expect({ step, ...found }).toEqual({ step, dialog, header, lines: 1 });
      }
    },
  );
});

/** The place of the button for the next step, and whether it is in view without scrolling. */
async function findWayOn(
  frames: readonly Frame[],
): Promise<(readonly [y: number, isSeen: boolean])[]> {
  const [host, page = host] = frames;
  const inset = page === host ? 0 : ((await host?.locator('iframe').boundingBox())?.y ?? 0);
  const buttons = page?.locator('.button--primary, .button--choice');
  const found = await buttons?.evaluateAll((elements) =>
    elements.map((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, top >= 0 && bottom <= innerHeight] as const;
    }),
  );
  return (found ?? []).map(([top, isSeen]) => [inset + top, isSeen]);
}

/** One screen for each step where people type or choose. */
const typedSteps = ['framed-login', 'framed-mfa', 'framed-choice', 'framed-question'];

describe.each([
  [320, 568],
  [390, 844],
  [1280, 800],
])('the button at %i × %i', (width, height) => {
  it.each(languagesOfButtons)(
    'keeps its place from step to step, and is in view, %s',
    async (locale) => {
      await suite.page.setViewportSize({ width, height });
      const places: unknown[] = [];
      for (const step of typedSteps) {
        places.push(...(await findWayOn(await suite.show(step, { locale }))));
      }
      expect(places).toHaveLength(typedSteps.length);
      expect(places).toEqual(typedSteps.map(() => [expect.closeTo(readY(places), 0), true]));
    },
  );
});

function readY([first]: readonly unknown[]): number {
  return Array.isArray(first) ? Number(first[0]) : Number.NaN;
}

describe.each([
  [320, 568],
  [568, 320],
])('Allow and Deny at %i × %i', (width, height) => {
  it.each(languagesOfButtons)('are in view without scrolling, side by side, %s', async (locale) => {
    await suite.page.setViewportSize({ width, height });
    for (const screen of ['framed-consent', 'page-consent']) {
      const found = await findWayOn(await suite.show(screen, { locale }));
      expect({ screen, found }).toEqual({
        screen,
        found: [
          [found[0]?.[0], true],
          [found[0]?.[0], true],
        ],
      });
    }
  });
});
