/** The first and the last day of a search, such as `2026-01-31`; '' if the search is not limited. */
export interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Limits a search to times from `from` until `before`. In milliseconds since the epoch; absent for no limit. */
export interface Times {
  readonly from?: number;
  readonly before?: number;
}

export function toTimes({ firstDay, lastDay }: Days): Times {
  return {
    ...(firstDay === '' ? {} : { from: findStart(firstDay) }),
    ...(lastDay === '' ? {} : { before: findStart(lastDay, 1) }),
  };
}

/**
 * Adding 24 hours would be wrong: days differ in length, and a day begins at 01:00 where the clock is put forward at
 * midnight. The year may have more than four digits.
 */
function findStart(day: string, daysLater = 0): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  return new Date(2000, 0, 1).setFullYear(year, month - 1, date + daysLater);
}
