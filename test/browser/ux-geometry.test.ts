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
  choices.locale.filter((tag) => ['en', 'fr', 'ar'].includes(tag)),
  choices.locale.filter((tag) => tag !== 'en-XA'),
);

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
