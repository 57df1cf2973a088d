import {
  type ConnectError,
  type ConnectEvent,
  type ConnectExit,
  type ConnectSession,
  type ConnectStep,
  type OpenOptions,
  open as openConnect,
} from 'tax-connect';
import { type OpenOverrides, override } from './overrides.ts';

/** The state of the session that a component's own `open` started. */
export interface ConnectionState {
  /** True while the session is open. */
  readonly isOpen: boolean;
  /** The user's step; null while the session is closed. */
  readonly step: ConnectStep | null;
  /** The last error; null after the user tries again, connects or leaves without an error. */
  readonly error: ConnectError | null;
}

/** The state without a session, also for server rendering. */
export const closedState: ConnectionState = { isOpen: false, step: null, error: null };

/**
 * Creates the connection of one component, for all bindings. Its functions need no `this`.
 *
 * @param readOptions - called at each `open` and each callback, so that callbacks are never stale
 */
export function createConnection(readOptions: () => OpenOptions) {
  const listeners = new Set<() => void>();
  let state = closedState;
  let own: ConnectSession | undefined;
  const remount = createRemount(() => own?.close());

  const update = (change: Partial<ConnectionState>) => {
    state = { ...state, ...change };
    for (const listener of [...listeners]) listener();
  };
  const follow = (event: ConnectEvent) => {
    if (event.name === 'step_changed') update({ step: event.step });
    if (event.name === 'failed') update({ error: event.error });
    if (event.name === 'retried') update({ error: null });
  };
  const end = (session: ConnectSession | undefined) => {
    if (session === undefined || own !== session) return;
    own = undefined;
    update({ isOpen: false, step: null });
  };

  /**
   * Opens Connect with the current options.
   *
   * @param overrides - options of this session only
   * @returns the session. If another component's session is open, that session is returned
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  const open = (overrides?: OpenOverrides): ConnectSession => {
    remount.closeOthers();
    const read = override(readOptions, overrides);
    const given = copyOwn(read());
    let session: ConnectSession | undefined;
    let isOpen = false;
    const callbacks = keepCurrent(given, read, {
      onEvent(event) {
        follow(event);
        if (event.name !== 'closed') return;
        isOpen = false;
        end(session);
      },
      onExit: ({ error }) => update({ error }),
    });
    session = openConnect({ ...given, ...callbacks }, () => {
      isOpen = true;
    });
    // The session belongs to another component, or an aborted signal ended it during the call.
    if (!isOpen) return session;
    own = session;
    update({ isOpen: true, step: 'loading', error: null });
    void session.finished.then(({ status }) => {
      end(session);
      // A callback may still succeed after it was reported as failed.
      if (status === 'connected' && own === undefined && state.error) update({ error: null });
    });
    return session;
  };

  return {
    /** Returns the same object until something changes. */
    getState: () => state,
    /** Calls the listener after each change, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open,
    /** Closes the session that this component's `open` started, but no other session. */
    close: remount.close,
    /**
     * Call it when the component is mounted, and the returned function when it is unmounted. Unmounting closes the
     * session, unless a remount follows in the same task, as in React's StrictMode and Fast Refresh. Then the session
     * stays open and the component gets no events about it.
     *
     * @see https://react.dev/reference/react/StrictMode#fixing-bugs-found-by-re-running-effects-in-development
     */
    mount: remount.mount,
  };
}

export type Connection = ReturnType<typeof createConnection>;

/** Closes the sessions of components that were unmounted in this task, unless they are mounted again. */
const unmounted = new Set<() => void>();

/** Closes a session, but not while a remount may follow in the same task. */
function createRemount(close: () => void) {
  const closeUnmounted = () => {
    if (unmounted.delete(closeUnmounted)) close();
  };
  const unmount = () => {
    unmounted.add(closeUnmounted);
    queueMicrotask(closeUnmounted);
  };
  return {
    mount() {
      unmounted.delete(closeUnmounted);
      return unmount;
    },
    /** Closes the sessions of other unmounted components. Otherwise `open` would return one of them. */
    closeOthers(): void {
      for (const closeOne of [...unmounted]) if (closeOne !== closeUnmounted) closeOne();
    },
    /** An application's own effect may call this in its clean-up, which runs before a remount. */
    close(): void {
      if (!unmounted.has(closeUnmounted)) close();
    },
  };
}

/** Handlers of the connection itself. They run before the component's. */
interface Follower {
  onEvent(event: ConnectEvent): void;
  onExit(exit: ConnectExit): void;
}

/** Creates callbacks that call the component's current ones. `open` refuses values of the wrong type. */
function keepCurrent(
  given: OpenOptions,
  readOptions: () => OpenOptions,
  follower: Follower,
): Pick<OpenOptions, 'onSuccess' | 'onEvent' | 'onExit'> {
  const read = () => copyOwn(readOptions());
  const { onSuccess, onEvent = () => {}, onExit = () => {} } = given;
  return {
    onSuccess: isFunction(onSuccess) ? (result) => read().onSuccess(result) : onSuccess,
    onEvent: isFunction(onEvent)
      ? (event) => {
          follower.onEvent(event);
          read().onEvent?.(event);
        }
      : onEvent,
    onExit: isFunction(onExit)
      ? (exit) => {
          follower.onExit(exit);
          read().onExit?.(exit);
        }
      : onExit,
  };
}

/** Copies only own properties, as `open` does, so that a polluted `Object.prototype` sets no option. */
function copyOwn(options: OpenOptions): OpenOptions {
  return Object.assign(Object.create(null), options);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
