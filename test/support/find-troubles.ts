import type { GallerySuite } from './gallery-suite.ts';
import { findClipped, lookAtControls } from './inspect.ts';
import type { Size } from './layouts.ts';

const texts = 'h1, h2, h3, legend, p:not([role="status"])';

/** @returns what screens clip or scrolling does not show, and the number of their controls */
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
