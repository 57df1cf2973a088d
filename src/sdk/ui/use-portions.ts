import { useLayoutEffect, useState } from 'preact/hooks';
import type { Provider } from '../protocol/provider.ts';
import type { Query } from './query.ts';

/** The number of options that are drawn first. They fill the screen, and most lists have no more. */
export const portion = 16;

/**
 * Draws a long list step by step, in separate tasks. Drawing 1,000 options at once took tasks of over 50 ms on a CPU
 * four times slower. Other results, or a list that appears again, start again with the first step. The active result
 * is always drawn.
 *
 * @param onGrow - called with the number of options to prepare for; undefined when only the first step is drawn
 * @returns the number of options to draw now
 */
export function usePortions(
  { active }: Query,
  results: readonly Provider[],
  onGrow: ((count: number) => void) | undefined,
): number {
  const [drawn, draw] = useState({ results, limit: portion });
  const known = drawn.results === results ? drawn.limit : portion;
  const limit = Math.max(known, active + 1);
  useLayoutEffect(() => {
    if (!onGrow || known >= results.length) return undefined;
    const grow = () => {
      // The new options share one layout and one paint. A key that is pressed during this time waits.
      const next = limit + 8 * portion;
      draw({ results, limit: next });
      // A search needs the whole list. Preparing is much quicker than drawing, so it runs ahead.
      onGrow(next * 2);
    };
    // Waits for a frame, so that each step is shown before the next one is drawn.
    const timer = setTimeout(grow, 16);
    return () => clearTimeout(timer);
  });
  return Math.min(limit, results.length);
}
