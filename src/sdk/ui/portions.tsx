import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Provider } from '../protocol/provider.ts';
import { drawOption, type Results } from './provider-option.tsx';
import type { Query } from './query.ts';

/** The number of options in the first portion. They fill the screen, and most lists have no more. */
const first = 16;
const later = 64;

export interface ListProps extends Results, Pick<Query, 'find'> {}

interface RangeProps extends ListProps {
  /** The index of the first result, and the index after the last one. */
  readonly from: number;
  readonly to: number;
}

/**
 * Draws a range of the results in portions. A later portion is drawn when the list is scrolled near to it, or when it has
 * the active result. At once, 1,000 options were measured to take tasks of over 50 ms on a CPU slowed down four times.
 */
export function Portions(props: RangeProps) {
  const portions = [];
  for (let { from } = props; from < props.to; ) {
    const to = Math.min(props.to, from < first ? first : from + later);
    const isActive = props.active >= from && props.active < to;
    const state = isActive ? {} : { active: -1, wait: null };
    portions.push(<Portion key={from} {...props} {...state} from={from} to={to} />);
    from = to;
  }
  return portions;
}

/** Draws a portion. `useMemo` returns the same element if nothing has changed, which Preact does not compare. */
function Portion(props: RangeProps) {
  const { messages, providers, active, wait, from, to, find } = props;
  const id = `p${from}`;
  const [near, setNear] = useState<readonly Provider[]>();
  // The simulated browsers of tests have no layout, so everything is near there.
  const isNear = from < first || near === providers || !('IntersectionObserver' in globalThis);
  const isDrawn = isNear || active >= 0;
  useLayoutEffect(() => {
    const portion = find(`#${id}`);
    if (isNear || !portion) return undefined;
    const onChange = (entries: readonly IntersectionObserverEntry[]) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(providers);
    };
    // The margin is the height of the list, so that options are drawn before they are scrolled into view.
    const margins = { root: find('.list'), rootMargin: '100%' };
    const observer = new IntersectionObserver(onChange, margins);
    observer.observe(portion);
    return () => observer.disconnect();
  }, [isNear, providers]);
  return useMemo(() => {
    const options = providers
      .slice(from, isDrawn ? to : from)
      .map((provider, index) => drawOption(props, provider, from + index));
    // Options that are not drawn yet keep their space. None is less than 4em high.
    return (
      <div role="none" id={id} style={`min-block-size:${4 * (to - from)}em`}>
        {options}
      </div>
    );
  }, [messages, providers, active, wait, to, isDrawn]);
}
