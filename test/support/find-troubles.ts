import type { Frame } from 'playwright-core';
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
      const found = await findTroublesIn(frame);
      count += found.controls.length;
      troubles.push(...found.troubles.map((trouble) => `${screen}: ${trouble}`));
    }
  }
  return { troubles, count };
}

/** @returns what a frame clips or scrolling does not show, and its controls */
export async function findTroublesIn(frame: Frame) {
  const controls = await lookAtControls(frame);
  const shown = (await lookAtControls(frame, texts)).filter(({ name }) => name !== '');
  const unreachable = [...controls, ...shown].filter(({ isReachable }) => !isReachable);
  const troubles = [
    ...unreachable.map(({ name }) => `cannot reach “${name}”`),
    ...(await findClipped(frame)).map((what) => `clipped: ${what}`),
  ];
  return { troubles, controls };
}
