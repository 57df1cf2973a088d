import { type MountedSelector, mountSelector, type SelectorOptions } from 'tax-connect';

/** Draws a selector, again when an option has changed that is not a callback. Callbacks are read at each call. */
export function bindSelector() {
  let read: () => SelectorOptions;
  let isWanted = false;
  let selector: MountedSelector | undefined;
  let drawn: string | undefined;
  let signal: AbortSignal | undefined;
  const close = () => {
    selector?.unmount();
    selector = undefined;
    drawn = undefined;
  };
  return {
    /** Draws the selector if it is missing or an option has changed. Call it after each render. */
    update(element: Element, readOptions: () => SelectorOptions): void {
      read = readOptions;
      isWanted = true;
      const options = read();
      const { signal: next, ...described } = options;
      // JSON leaves out functions, so the selector is not drawn again when only a callback has changed.
      const wanted = JSON.stringify(described);
      if (selector && wanted === drawn && next === signal) return;
      close();
      signal = next;
      const { onSuccess, onExit = () => {}, onEvent = () => {} } = options;
      selector = mountSelector(element, {
        ...options,
        // A value that is not a function is passed on, so that `mountSelector` refuses it.
        onSuccess: isFunction(onSuccess) ? (result) => read().onSuccess(result) : onSuccess,
        onExit: isFunction(onExit) ? (exit) => read().onExit?.(exit) : onExit,
        onEvent: isFunction(onEvent) ? (event) => read().onEvent?.(event) : onEvent,
      });
      drawn = wanted;
    },
    /** Removes the selector, but not an open modal. Idempotent. */
    close,
    /** Closes it in a microtask, unless it is updated before. */
    release(): void {
      isWanted = false;
      queueMicrotask(() => {
        if (!isWanted) close();
      });
    },
  };
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
