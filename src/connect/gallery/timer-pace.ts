/**
 * How time passes for the SDK on this page. It lets people view a state of a few seconds without a limit, and shows a
 * later state at once. Waits of less than a second are real.
 *
 * `held`: no wait ends; `first`: waits of less than two seconds end at once; `still`: less than four; `slow`: less
 * than ten; `over`: all.
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

/** The longest possible wait of the browser's timers. */
const foreverMs = 2 ** 31 - 1;

/**
 * Replaces `setTimeout` of this window.
 *
 * @returns restores it
 */
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
