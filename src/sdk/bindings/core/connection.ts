import {
  type ConnectError,
  type ConnectEvent,
  type ConnectExit,
  type ConnectSession,
  type ConnectStep,
  type OpenOptions,
  open as openConnect,
} from 'tax-connect';
import { createSessionSignal } from './session-signal.ts';

/** What a component shows of the session that its own `open` started. */
export interface ConnectionState {
  /** Whether that session is open. */
  readonly isOpen: boolean;
  /** Where the user is in it; null while it is closed. */
  readonly step: ConnectStep | null;
  /** What went wrong last; null once the user tries again, connects or leaves without an error. */
  readonly error: ConnectError | null;
}

/** Opens Connect for one component. `open` and `close` need no `this`. */
export interface Connection {
  /** The same object until something changes. */
  readonly getState: () => ConnectionState;
  /** Calls the listener after each change, until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Opens Connect with the options as they are now.
   *
   * @returns the session; another component's, when that one is open
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  readonly open: () => ConnectSession;
  /** Closes the session that this component's `open` started, and no other. */
  readonly close: () => void;
}

/** What a component shows without a session, and when a server renders it. */
export const closedState: ConnectionState = { isOpen: false, step: null, error: null };

/**
 * The one core of all bindings.
 *
 * @param readOptions - called at each `open` and each callback, so that no callback is ever stale
 * @returns the connection of one component; closing it is up to the component
 */
export function createConnection(readOptions: () => OpenOptions): Connection {
  const listeners = new Set<() => void>();
  let state = closedState;
  let own: ConnectSession | undefined;

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

  const open = () => {
    const given = copyOwn(readOptions());
    const signal = createSessionSignal(given.signal);
    let session: ConnectSession | undefined;
    let isOver = false;
    try {
      session = openConnect({
        ...given,
        ...keepCurrent(given, readOptions, {
          onEvent(event) {
            follow(event);
            if (event.name !== 'closed') return;
            isOver = true;
            end(session);
          },
          onExit: ({ error }) => update({ error }),
        }),
        signal: signal.signal,
      });
    } finally {
      if (!signal.isHeard()) signal.release();
    }
    // Another component's session, or one that an aborted signal has ended in the call.
    if (!signal.isHeard() || isOver) return session;
    own = session;
    update({ isOpen: true, step: 'loading', error: null });
    void session.finished.then(({ status }) => {
      signal.release();
      end(session);
      // A callback may succeed after it has been reported as failed.
      if (status === 'connected' && own === undefined && state.error) update({ error: null });
    });
    return session;
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    open,
    close: () => own?.close(),
  };
}

/** Handlers of the connection itself, called before the component's. */
interface Follower {
  onEvent(event: ConnectEvent): void;
  onExit(exit: ConnectExit): void;
}

/** Callbacks that call the component's current ones. `open` refuses those of a wrong type. */
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

/** Like `open` itself: a polluted `Object.prototype` sets no option. */
function copyOwn(options: OpenOptions): OpenOptions {
  return Object.assign(Object.create(null), options);
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
