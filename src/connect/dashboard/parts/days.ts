/** The first and the last day of a search, such as `2026-01-31`; '' for no limit. */
export interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Times in milliseconds since the epoch. A missing time means no limit. */
export interface Times {
  readonly from?: number;
  readonly before?: number;
}

/** Days begin and end in the visitor's time zone, like the displayed times. */
export function toTimes({ firstDay, lastDay }: Days): Times {
  return {
    ...(firstDay === '' ? {} : { from: findStart(firstDay) }),
    ...(lastDay === '' ? {} : { before: findStart(lastDay, 1) }),
  };
}

/**
 * A day is not always 24 hours long, and begins at 01:00 where the clock is put forward at midnight. So the browser's
 * calendar finds the start.
 *
 * @param day - such as `2026-01-31`; its year may have more digits
 * @param daysLater - the number of days from `day` to the day whose start is returned
 * @returns milliseconds since the epoch
 */
function findStart(day: string, daysLater = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(2000, 0, 1).setFullYear(year, month - 1, date + daysLater);
}
