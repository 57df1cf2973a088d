const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The time after each failed try, in milliseconds. The last one also follows every later try. */
const delays = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  day,
] as const;
const jitter = 0.2;

/** How long a delivery is tried, and how long an endpoint may fail, in milliseconds. */
export const patienceMs = 3 * day;

/** A failed try. Times are milliseconds since the epoch. */
interface FailedTry {
  /** The number of failed tries, at least 1. */
  readonly attempts: number;
  readonly now: number;
  /** The receiver asked for no earlier try; 0 when it did not ask. */
  readonly notBefore: number;
  /** There are no tries after this time. */
  readonly endsAt: number;
}

/**
 * @returns the time of the next try, in milliseconds since the epoch; undefined when no time is left. Jitter
 *   spreads the deliveries of a receiver that was down
 */
export function chooseNextTry({ attempts, now, notBefore, endsAt }: FailedTry): number | undefined {
  if (now >= endsAt) return undefined;
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? day;
  const spread = Math.round(delay * (1 - jitter + 2 * jitter * Math.random()));
  return Math.min(Math.max(now + spread, notBefore), endsAt);
}

/**
 * @param header - `Retry-After`: seconds, or a date
 * @param now - milliseconds since the epoch
 * @returns the earliest time for the next try, at most a day from now; 0 when the header names no time
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
export function parseRetryAfter(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const time = /^\d+$/.test(header) ? now + Number(header) * second : Date.parse(header);
  return Number.isNaN(time) || time <= now ? 0 : Math.min(time, now + day);
}
