import { useMemo } from 'preact/hooks';
import { drawOption, type Results } from './provider-option.tsx';
import { portion } from './use-portions.ts';

interface RangeProps extends Results {
  /** The index of the first result, and the index after the last one. */
  readonly from: number;
  readonly to: number;
}

/** Draws the options of some results. */
export function Portions(props: RangeProps) {
  const portions = [];
  for (let { from } = props; from < props.to; ) {
    const to = Math.min(props.to, from + portion - (from % portion));
    const isActive = props.active >= from && props.active < to;
    const state = isActive ? {} : { active: -1, wait: null };
    portions.push(<Portion key={from} {...props} {...state} from={from} to={to} />);
    from = to;
  }
  return portions;
}

/**
 * Options that are drawn and laid out together. A list has up to sixty such groups. Preact skips an element that it
 * has seen before, so only the groups that have changed are compared again.
 */
function Portion(props: RangeProps) {
  const { messages, providers, active, wait, from, to } = props;
  return useMemo(() => {
    const options = providers
      .slice(from, to)
      .map((provider, place) => drawOption(props, provider, from + place));
    return from < portion ? <>{options}</> : <div role="none">{options}</div>;
  }, [messages, providers, active, wait, from, to]);
}
