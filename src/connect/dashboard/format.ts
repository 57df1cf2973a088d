const hours = { hour: 'numeric', minute: '2-digit', second: '2-digit' } as const;
const ofToday = new Intl.DateTimeFormat('en', hours);
const ofThisYear = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', ...hours });
const ofOtherYears = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' });
const numbers = new Intl.NumberFormat('en');
const shares = new Intl.NumberFormat('en', { style: 'percent' });

/** Formats milliseconds since the epoch in the visitor's time zone, without the date if it is today. */
export function formatTime(time: number): string {
  const now = new Date();
  const date = new Date(time);
  if (date.toDateString() === now.toDateString()) return ofToday.format(date);
  return (date.getFullYear() === now.getFullYear() ? ofThisYear : ofOtherYears).format(date);
}

export const formatWholeTime = (time: number) => whole.format(time);

/** @returns the visitor's time zone, such as `Europe/Paris`. Its offset differs between the times of a list */
export const formatZone = () => whole.resolvedOptions().timeZone;

export const formatNumber = (value: number) => numbers.format(value);

export const formatShare = (part: number, whole = 0) => shares.format(part / (whole || 1));
