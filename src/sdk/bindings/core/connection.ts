import {
  type ConnectError,
  type ConnectEvent,
  type ConnectExit,
  type ConnectSession,
  type ConnectStep,
  type OpenOptions,
  open as openConnect,
} from 'tax-connect';

/** The state of the session that a component has opened. */
export interface ConnectionState {
  /** True while the session is open. */
  readonly isOpen: boolean;
  /** The step that the user has reached; null while no session is open. */
  readonly step: ConnectStep | null;
  /** The last error; null after the user tries again, connects or leaves without an error. */
  readonly error: ConnectError | null;
}

/** Opens and closes Connect for a component. */
export interface ConnectionControls {
  /**
   * Opens Connect. If another component's session is open, that session is shown and returned.
   *
   * @param overrides - options of this session only, such as a new `session`
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  readonly open: (overrides?: OpenOverrides) => ConnectSession;
  /** Closes the session that this component opened. */
  readonly close: () => void;
}

/** Options of one session, instead of the component's. A DOM event is ignored, so that `open` can be a listener. */
export type OpenOverrides = Partial<OpenOptions> | { preventDefault(): void };

/** The state while no session is open. Server rendering uses it, too. */
export const closedState: ConnectionState = { isOpen: false, step: null, error: null };

/** The functions need no `this`. @param readOptions - called at each `open` and callback, so that none is stale */
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
      onExit({ error }) {
        // On the event `closed`, the application may already have opened another session.
        if (own === undefined) update({ error });
      },
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
      // `onSuccess` may still succeed after it was reported as failed. The error is then removed.
      if (status === 'connected' && own === undefined && state.error) update({ error: null });
    });
    return session;
  };

  return {
    /** Returns the current state; the same object until a value changes. */
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open,
    /** Closes the session that this component's `open` started, but no other session. */
    close: remount.close,
    /**
     * Returns `unmount`. It keeps the session if a remount follows in the same task, as in StrictMode and Fast Refresh:
     * https://react.dev/reference/react/StrictMode#fixing-bugs-found-by-re-running-effects-in-development
     */
    mount: remount.mount,
  };
}

export type Connection = ReturnType<typeof createConnection>;

const unmounted = new Set<() => void>();

/** Closes the session of an unmounted component at the end of the task, unless a remount follows in the same task. */
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
    /** Closes the session, except before a remount: StrictMode runs clean-ups of effects, which may call it. */
    close(): void {
      if (!unmounted.has(closeUnmounted)) close();
    },
  };
}

/** Calls the current callbacks after `follower`. A value that is not a function stays, so that `open` refuses it. */
function keepCurrent(
  given: OpenOptions,
  readOptions: () => OpenOptions,
  follower: { onEvent(event: ConnectEvent): void; onExit(exit: ConnectExit): void },
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

function override(readOptions: () => OpenOptions, overrides: OpenOverrides = {}) {
  if ('preventDefault' in overrides) return readOptions;
  return () => ({ ...readOptions(), ...overrides });
}
