/** A signal for one call of `open`. It tells whether that call started a session. */
export interface SessionSignal {
  /** Pass it to `open`. A value that is not a signal is passed on, so that `open` refuses it. */
  readonly signal: AbortSignal;
  /** True once `open` listens to the signal, which it does only when it starts a session. */
  isHeard(): boolean;
  /** Stops listening to the host's signal. */
  release(): void;
}

/**
 * `open` returns an open session in the same way as a new one. Only the component that started a session
 * may close it.
 *
 * @param outer - the host's own signal, which also aborts the session
 * @returns the signal; `release` must be called after the session
 */
export function createSessionSignal(outer: AbortSignal | undefined): SessionSignal {
  const controller = new AbortController();
  const { signal } = controller;
  let isHeard = false;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (...listener: Parameters<typeof listen>) => {
    isHeard = true;
    listen(...listener);
  };
  const own = { signal, isHeard: () => isHeard, release: () => {} };
  if (outer === undefined) return own;
  if (!('aborted' in Object(outer))) return { ...own, signal: outer };
  const abort = () => controller.abort(outer.reason);
  if (outer.aborted) abort();
  outer.addEventListener('abort', abort);
  return { ...own, release: () => outer.removeEventListener('abort', abort) };
}
