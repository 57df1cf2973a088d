import type { Flow } from '../store/store.ts';

/**
 * How long a document that listens for events may be out of sight, in milliseconds. It is in sight
 * while its event connection is open, so timers that a browser slows down do no harm, and a closed
 * document is soon noticed. Connections break and have to be made again, hence the patience.
 *
 * @see https://developer.chrome.com/blog/timer-throttling-in-chrome-88
 */
export const patienceMs = {
  /** A window that joins needs a present page of its host. */
  join: 15_000,
  /** Then the user is told that the window may be gone, until it is seen again. */
  window: 30_000,
  /** Then the window ends. Telephones suspend the page behind a window for a while. */
  frame: 120_000,
} as const;

/**
 * @param flow - of a document
 * @param patience - how long it may have been away, in milliseconds
 * @param now - milliseconds since the epoch
 * @returns whether that document listens for events, or did a moment ago
 */
export function isListening({ seen_at }: Flow, patience: number, now: number): boolean {
  return seen_at !== null && seen_at > now - patience;
}
