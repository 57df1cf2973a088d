const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const numbers = new Intl.NumberFormat('en');

/**
 * @param time - milliseconds since the epoch
 * @returns it in the visitor's time zone
 */
export function formatTime(time: number): string {
  return dates.format(time);
}

/** As {@link formatTime}, for times that follow each other within a minute. */
export function formatSecond(time: number): string {
  return seconds.format(time);
}

/** @returns it with separators */
export function formatNumber(value: number): string {
  return numbers.format(value);
}
