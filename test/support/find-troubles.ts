import type { GallerySuite } from './gallery-suite.ts';
import { findClipped, lookAtControls } from './inspect.ts';
import type { Size } from './layouts.ts';

const texts = 'h1, h2, h3, legend, p:not([role="status"])';

/**
 * @param screens - of the gallery
 * @param size - of the window
 * @returns their clipped parts, and the texts and controls that scrolling does not show; the number of controls
 */
export async function findTroubles(suite: GallerySuite, screens: readonly string[], size: Size) {
  const troubles: string[] = [];
  let count = 0;
  for (const screen of screens) {
    for (const frame of await suite.show(screen, { size })) {
      const controls = await lookAtControls(frame);
      count += controls.length;
      const shown = (await lookAtControls(frame, texts)).filter(({ name }) => name !== '');
      const unreachable = [...controls, ...shown].filter(({ isReachable }) => !isReachable);
      troubles.push(
        ...unreachable.map(({ name }) => `${screen}: cannot reach “${name}”`),
        ...(await findClipped(frame)).map((what) => `${screen}: clipped: ${what}`),
      );
    }
  }
  return { troubles, count };
}
