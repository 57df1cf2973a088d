import { useLayoutEffect } from 'preact/hooks';
import type { Query } from './query.ts';

/** Each portion costs a layout and a paint, so it is as large as one task may be. */
const portion = 96;

/**
 * Draws a long list in portions, one task each. With 1,000 options at once, `npm run bench -- selector` found
 * tasks of over 50 ms on a CPU four times slower.
 *
 * @param query - its limit grows with each portion
 * @param total - length of the list
 * @param onGrow - called with the number of options of a new portion; undefined: only the first is drawn
 * @returns the number of options to draw now
 */
export function usePortions(
  { limit, change }: Query,
  total: number,
  onGrow: ((count: number) => void) | undefined,
): number {
  useLayoutEffect(() => {
    if (!onGrow || limit >= total) return undefined;
    const timer = setTimeout(() => {
      change({ limit: limit + portion });
      onGrow(limit + portion);
    });
    return () => clearTimeout(timer);
  });
  return Math.min(limit, total);
}
