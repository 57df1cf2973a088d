import type { Flow } from '../store/store.ts';

/**
 * A document counts as present while its event connection is open, and for this long after. So timers that
 * a browser slows down do no harm, and a closed document is soon noticed. The time allows broken
 * connections to be opened again. In milliseconds.
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
 * @returns whether that document listens for events, or did so recently
 */
export function isListening({ seen_at }: Flow, patience: number, now: number): boolean {
  return seen_at !== null && seen_at > now - patience;
}
