const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en');

/**
 * @param time - milliseconds since the epoch
 * @returns it in the visitor's time zone
 */
export function formatTime(time: number): string {
  return dates.format(time);
}

/** @returns it with separators */
export function formatNumber(value: number): string {
  return numbers.format(value);
}
