import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Provider } from '../protocol/provider.ts';
import { drawOption, type Results } from './provider-option.tsx';
import type { Query } from './query.ts';

/** The number of options in the first portion. They fill the screen, and most lists have no more. */
const first = 16;
/** The number of options in a later portion. A portion must be drawn quickly, because a pressed key waits for it. */
const later = 128;

/**
 * Counts the options to draw now. A long list is drawn step by step: 1,000 options at once were measured to take tasks
 * of over 50 ms on a CPU slowed down four times. The active result is always drawn.
 *
 * @param onGrow - called after each step, with the number of options to prepare for a search; undefined for one step
 */
export function usePortions(
  { active }: Query,
  results: readonly Provider[],
  onGrow: ((count: number) => void) | undefined,
): number {
  const [drawn, draw] = useState({ results, limit: first });
  const known = drawn.results === results ? drawn.limit : first;
  const limit = Math.max(known, active + 1);
  useLayoutEffect(() => {
    if (!onGrow || known >= results.length) return undefined;
    const grow = () => {
      const next = limit + later;
      draw({ results, limit: next });
      // A search needs the whole list. Preparing options for it is much quicker than drawing them, so it runs ahead.
      onGrow(next * 2);
    };
    // Waits for a frame, so that each step is shown before the next one is drawn.
    const timer = setTimeout(grow, 16);
    return () => clearTimeout(timer);
  });
  return Math.min(limit, results.length);
}

interface RangeProps extends Results {
  /** The index of the first result, and the index after the last one. */
  readonly from: number;
  readonly to: number;
}

export function Portions(props: RangeProps) {
  const portions = [];
  for (let { from } = props; from < props.to; ) {
    const end = from < first ? first : from + later - ((from - first) % later);
    const to = Math.min(props.to, end);
    const isActive = props.active >= from && props.active < to;
    const state = isActive ? {} : { active: -1, wait: null };
    portions.push(<Portion key={from} {...props} {...state} from={from} to={to} />);
    from = to;
  }
  return portions;
}

/** Draws a portion. `useMemo` returns the same element if nothing has changed, which Preact does not compare. */
function Portion(props: RangeProps) {
  const { messages, providers, active, wait, from, to } = props;
  return useMemo(() => {
    const options = providers
      .slice(from, to)
      .map((provider, place) => drawOption(props, provider, from + place));
    return from < first ? <>{options}</> : <div role="none">{options}</div>;
  }, [messages, providers, active, wait, from, to]);
}
