import type { Frame } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { choices } from '../../demo/gallery/settings.ts';
import { byExtent } from '../support/extent.ts';
import { useGallerySuite } from '../support/gallery-suite.ts';

const suite = useGallerySuite();

/** One screen of each step of a flow, in their order. */
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

/** French is among the longest. */
const languagesOfButtons = byExtent(['fr'], languages);

/** Where the dialog and its header are, and how many lines the title takes. */
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
    'dialog and header stay where they are from step to step, %s',
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

/** Where the button that goes on is, in the window, and whether it is in view as it is. */
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

/** Where people go on, one screen of each step on which they type or choose. */
const typedSteps = ['framed-login', 'framed-mfa', 'framed-choice', 'framed-question'];

describe.each([
  [320, 568],
  [390, 844],
  [1280, 800],
])('the button at %i × %i', (width, height) => {
  it.each(languagesOfButtons)(
    'stays where it is from step to step, and in view, %s',
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
