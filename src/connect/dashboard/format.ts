const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const numbers = new Intl.NumberFormat('en');

/**
 * @param time - milliseconds since the epoch
 * @returns the time in the visitor's time zone
 */
export function formatTime(time: number): string {
  return dates.format(time);
}

/** The same as {@link formatTime}, with seconds, for times that are close together. */
export function formatSecond(time: number): string {
  return seconds.format(time);
}

/** @returns the number with separators */
export function formatNumber(value: number): string {
  return numbers.format(value);
}
