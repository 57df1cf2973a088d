/** A signal for one call of `open`. It shows whether that call started a session. */
export interface SessionSignal {
  /** Pass it to `open`. If the host's value is not a signal, it is passed on, so that `open` refuses it. */
  readonly signal: AbortSignal;
  /** Whether `open` listens to the signal. It does so only when it starts a session. */
  isHeard(): boolean;
  /** Stops listening to the host's signal. */
  release(): void;
}

/**
 * Creates a signal that shows whether `open` started a session, because `open` returns an already open session in
 * the same way. Only the component that started a session may close it.
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
