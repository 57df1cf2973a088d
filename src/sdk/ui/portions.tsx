import { useMemo } from 'preact/hooks';
import { drawOption, type Results } from './provider-option.tsx';
import { portion } from './use-portions.ts';

interface RangeProps extends Results {
  /** Index of the first result that is drawn. */
  readonly from: number;
  /** Index after the last one. */
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
 * Options that are drawn and laid out together. One of up to sixty groups is compared again only when it has changed,
 * because Preact passes over an element that it has seen before.
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
