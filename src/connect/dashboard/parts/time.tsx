import { LiveText } from '../../../kit/live-text.tsx';
import { formatShortTime, formatWholeTime } from '../format.ts';

/** Shows a time in the visitor's time zone. A tooltip shows the full date, the seconds and the time zone. */
export function Time({ at }: { readonly at: number }) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={formatWholeTime(at)}>
      <LiveText text={formatShortTime(at)} />
    </time>
  );
}
