import { useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type ConnectSession, type OpenOptions, shieldEvents } from 'tax-connect';
import { type ConnectionState, closedState, createConnection } from '../core/connection.ts';
import type { OpenOverrides } from '../core/overrides.ts';

/** The result of `useTaxConnect`. */
export interface UseTaxConnect extends ConnectionState {
  /**
   * Opens Connect. The function is the same at every render, so `onClick={open}` works. If another component's
   * session is open, it shows and returns that one.
   *
   * @param overrides - options of this session only, such as a new `session`
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  readonly open: (overrides?: OpenOverrides) => ConnectSession;
  /** Closes the session that this component opened; the same function at every render. */
  readonly close: () => void;
}

const getServerState = () => closedState;

/**
 * Connects a tax account from a component. Unmounting it closes the session that it opened. An effect may
 * call `open`: when StrictMode runs it twice, there is one session, and `onExit` is not called.
 *
 * @param options - the options of `open`; the callbacks of the last render are called
 * @returns `open` and `close`, and the state of the session that this component opened
 * @example
 * ```tsx
 * import { forwardCode } from 'tax-connect';
 * import { useTaxConnect } from 'tax-connect/react';
 *
 * const options = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * export function Connect() {
 *   const { open, isOpen, error } = useTaxConnect(options);
 *   return (
 *     <button type="button" onClick={open} disabled={isOpen}>
 *       {error ? 'Try again' : 'Connect'}
 *     </button>
 *   );
 * }
 * ```
 */
export function useTaxConnect(options: OpenOptions): UseTaxConnect {
  const latest = useRef(options);
  // This effect runs before any effect of the application, which may call `open`. It causes no warning on servers.
  useInsertionEffect(() => {
    latest.current = options;
  });
  // This effect runs before an effect of an outer library, which may listen to `window`.
  useInsertionEffect(shieldEvents, []);
  const [connection] = useState(() => createConnection(() => latest.current));
  const { subscribe, getState, open, close, mount } = connection;
  const state = useSyncExternalStore(subscribe, getState, getServerState);
  useEffect(mount, [mount]);
  return { ...state, open, close };
}
