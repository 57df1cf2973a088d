import { LiveText } from '../../../kit/live-text.tsx';
import { formatShortTime, formatWholeTime } from '../format.ts';

/** A time in the visitor's zone. Under the pointer it shows its seconds and its zone. */
export function Time({ at }: { readonly at: number }) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={formatWholeTime(at)}>
      <LiveText text={formatShortTime(at)} />
    </time>
  );
}
