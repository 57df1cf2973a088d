/**
 * How time passes for the SDK on this page. A state that lasts for seconds can be looked at without a
 * limit, and one that comes after seconds appears at once. Waits of less than a second are real.
 *
 * `held`: no wait ever ends; `first`: the wait of one second is over, no other; `still`: so are those of less
 * than four seconds; `slow`: of less than ten; `over`: so are all.
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

/** The longest wait there is; a timer of the browser cannot count further. */
const foreverMs = 2 ** 31 - 1;

/**
 * Changes `setTimeout` of this window.
 *
 * @param pace - how time passes from now on
 * @returns puts it back
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
