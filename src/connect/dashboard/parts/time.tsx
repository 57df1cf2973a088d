import { LiveText } from '../../../kit/live-text.tsx';
import { formatSecond, formatShortTime, formatWholeTime } from '../format.ts';

export interface TimeProps {
  readonly at: number;
  readonly hasSeconds?: boolean;
}

/** Shows a time in the visitor's time zone. A tooltip shows the full date, the seconds and the time zone. */
export function Time({ at, hasSeconds = false }: TimeProps) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={formatWholeTime(at)}>
      <LiveText text={hasSeconds ? formatSecond(at) : formatShortTime(at)} />
    </time>
  );
}
