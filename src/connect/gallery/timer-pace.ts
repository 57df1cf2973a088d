/**
 * The speed of timers of at least a second, so that the gallery can hold a short state, or skip the wait before it.
 *
 * With `held`, they never end. With `first`, timers of less than two seconds end at once, and all others never end. The
 * limit is four seconds with `still`, and ten with `slow`. With `over`, all timers end at once.
 */
export type Pace = 'real' | 'held' | 'first' | 'still' | 'slow' | 'over';

const endedBelowMs: Readonly<Record<Pace, number>> = {
  real: Number.NaN,
  held: 0,
  first: 2000,
  still: 4000,
  slow: 10_000,
  over: Number.POSITIVE_INFINITY,
};

/** The longest delay of a browser's timer, in milliseconds: about 25 days. */
const foreverMs = 2 ** 31 - 1;

/** Replaces this window's `setTimeout`. Returns a function that restores it. */
export function setPace(pace: Pace): () => void {
  if (pace === 'real') return () => undefined;
  const original = window.setTimeout;
  const paced = (handler: TimerHandler, delayMs = 0, ...rest: unknown[]) => {
    const isOver = delayMs < endedBelowMs[pace];
    return original(handler, delayMs < 1000 ? delayMs : isOver ? 1 : foreverMs, ...rest);
  };
  window.setTimeout = Object.assign(paced, original);
  return () => {
    window.setTimeout = original;
  };
}
