import { LiveText } from '../../../kit/live-text.tsx';
import { formatShortTime, formatWholeTime } from '../format.ts';

export interface TimeProps {
  readonly at: number;
  /** By default the date, without the current year, the hour and the minute. */
  readonly text?: string;
}

/** Shows a time in the visitor's time zone. A tooltip shows the full date, the seconds and the time zone. */
export function Time({ at, text = formatShortTime(at) }: TimeProps) {
  return (
    <time class="time" dateTime={new Date(at).toISOString()} title={formatWholeTime(at)}>
      <LiveText text={text} />
    </time>
  );
}
