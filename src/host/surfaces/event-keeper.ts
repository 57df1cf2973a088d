/** Keeps what happens until somebody listens. */
export interface EventKeeper {
  readonly handleEvent: (event: Event) => void;
  /** Takes over what happens from now on; what happened before is told again first. */
  listen(listener: (event: Event) => void): void;
  /** Starts over: what was kept does not count any more. */
  forget(): void;
  /** Idempotent. */
  close(): void;
}

/**
 * @param types - events of this page's own window to keep, beside those passed to `handleEvent`
 * @returns the keeper, whose `close` must be called
 */
export function keepEvents(...types: string[]): EventKeeper {
  let events: Event[] = [];
  let listener = (event: Event) => {
    // The page repeats itself while nobody listens yet: no need to keep more than it says.
    if (events.length < 99) events.push(event);
  };
  const handleEvent = (event: Event) => listener(event);
  for (const type of types) addEventListener(type, handleEvent);
  return {
    handleEvent,
    listen(next) {
      listener = next;
      events.forEach(next);
    },
    forget() {
      events = [];
    },
    close() {
      for (const type of types) removeEventListener(type, handleEvent);
    },
  };
}
