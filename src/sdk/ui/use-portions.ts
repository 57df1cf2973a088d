import { useLayoutEffect, useState } from 'preact/hooks';
import type { Provider } from '../protocol/provider.ts';
import type { Query } from './query.ts';

/** More options than fit the screen, and all of most lists. */
export const portion = 16;

/**
 * Draws a long list step by step, one task each. With 1,000 options at once, `npm run bench -- selector` found
 * tasks of over 50 ms on a CPU four times slower. A list that appears again begins again.
 *
 * @param query - of the list; its active result is always drawn
 * @param results - of a search; those of another search begin again
 * @param onGrow - called with the number of options to prepare for; undefined: only the first are drawn
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
      // One layout and one paint for all of them. A key that is pressed meanwhile waits for them.
      const next = limit + 8 * portion;
      draw({ results, limit: next });
      // A search needs all of the list. Preparing is much quicker than drawing, and so runs ahead.
      onGrow(next * 2);
    };
    // Time for a frame, so that each step is shown before the next one is drawn.
    const timer = setTimeout(grow, 16);
    return () => clearTimeout(timer);
  });
  return Math.min(limit, results.length);
}
