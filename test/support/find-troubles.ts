import type { GallerySuite } from './gallery-suite.ts';
import { findClipped, lookAtControls } from './inspect.ts';
import { saveScreenshot } from './screenshots.ts';

/**
 * @param screens - of the gallery
 * @param size - of the window
 * @returns their clipped parts and unreachable controls, and the number of controls
 */
export async function findTroubles(
  suite: GallerySuite,
  screens: readonly string[],
  { width, height }: { readonly width: number; readonly height: number },
) {
  const troubles: string[] = [];
  let count = 0;
  await suite.page.setViewportSize({ width, height });
  for (const screen of screens) {
    for (const frame of await suite.show(screen)) {
      const controls = await lookAtControls(frame);
      count += controls.length;
      const unreachable = controls.filter(({ isReachable }) => !isReachable);
      troubles.push(
        ...unreachable.map(({ name }) => `${screen}: cannot reach “${name}”`),
        ...(await findClipped(frame)).map((what) => `${screen}: clipped: ${what}`),
      );
    }
    await saveScreenshot(suite.page, `${screen}-${width}x${height}`);
  }
  return { troubles, count };
}
