import type { Flow } from './flows-table.ts';

/**
 * How long a document still counts as present after its event connection has closed, in milliseconds. The time is
 * long enough to reopen a broken connection and for timers that a browser slows down. It is short enough to notice
 * a closed document soon.
 *
 * @see https://developer.chrome.com/blog/timer-throttling-in-chrome-88
 */
export const patienceMs = {
  /** A popup may join only while its host's page is present. */
  join: 15_000,
  /** After this time, the user is told that the popup may be closed, until it reconnects. */
  window: 30_000,
  /** After this time, the popup ends. Phones suspend the page behind a popup for a while. */
  frame: 120_000,
} as const;

/**
 * @param patience - the allowed absence, in milliseconds
 * @param now - milliseconds since the epoch
 * @returns whether the flow's document listens for events, or did so recently
 */
export function isListening({ seen_at }: Flow, patience: number, now: number): boolean {
  return seen_at !== null && seen_at > now - patience;
}
