const dates = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const seconds = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const days = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });
const clockSeconds = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', { timeStyle: 'short' });
const numbers = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent' });

/** The time is in milliseconds since the epoch, and is shown in the visitor's time zone. */
export const formatTime = (time: number) => dates.format(time);

/** Formats a time with seconds. The date is left out if it is the same as that of `first`. */
export function formatSecond(time: number, first: number | null = null): string {
  const isSameDay =
    first !== null && new Date(first).toDateString() === new Date(time).toDateString();
  return (isSameDay ? clockSeconds : seconds).format(time);
}

/** Formats a time like {@link formatTime}, but leaves out the year if it is the current year. */
export function formatShortTime(time: number): string {
  const isThisYear = new Date(time).getFullYear() === new Date().getFullYear();
  return (isThisYear ? days : dates).format(time);
}

/** Formats a time like {@link formatShortTime}, but leaves out the date if it is today. */
export function formatSoon(time: number): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return isToday ? clock.format(time) : formatShortTime(time);
}

export const formatWholeTime = (time: number) => whole.format(time);

/** @returns the visitor's time zone, such as `Europe/Paris`. Its offset differs between the times of a list */
export const formatZone = () => dates.resolvedOptions().timeZone;

export const formatNumber = (value: number) => numbers.format(value);

export const formatShare = (part: number, whole = 0) => shares.format(part / (whole || 1));
