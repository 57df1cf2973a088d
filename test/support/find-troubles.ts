import type { GallerySuite } from './gallery-suite.ts';
import { findClipped, lookAtControls } from './inspect.ts';
import type { Size } from './layouts.ts';

/**
 * @param screens - of the gallery
 * @param size - of the window
 * @returns their clipped parts and unreachable controls, and the number of controls
 */
export async function findTroubles(suite: GallerySuite, screens: readonly string[], size: Size) {
  const troubles: string[] = [];
  let count = 0;
  for (const screen of screens) {
    for (const frame of await suite.show(screen, { size })) {
      const controls = await lookAtControls(frame);
      count += controls.length;
      const unreachable = controls.filter(({ isReachable }) => !isReachable);
      troubles.push(
        ...unreachable.map(({ name }) => `${screen}: cannot reach “${name}”`),
        ...(await findClipped(frame)).map((what) => `${screen}: clipped: ${what}`),
      );
    }
  }
  return { troubles, count };
}
