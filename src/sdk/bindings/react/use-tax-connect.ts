import { useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ConnectSession, OpenOptions } from 'tax-connect';
import { type ConnectionState, closedState, createConnection } from '../core/connection.ts';

/** What `useTaxConnect` returns. */
export interface UseTaxConnect extends ConnectionState {
  /**
   * Opens Connect; the same function at every render, so `onClick={open}` works. While another
   * component's session is open, it is shown and returned.
   *
   * @throws {ConnectError} `invalid_options` when an option is missing or wrong
   */
  readonly open: () => ConnectSession;
  /** Closes the session that this component opened; the same function at every render. */
  readonly close: () => void;
}

const getServerState = () => closedState;

/**
 * Connects a tax account from a component. Unmounting it closes the session that it opened.
 *
 * @param options - those of `open`; the callbacks of the last render are called
 * @returns `open` and `close`, and the state of the session that this component opened
 */
export function useTaxConnect(options: OpenOptions): UseTaxConnect {
  const latest = useRef(options);
  // Before any effect of the application, which may call `open`; and without a warning on servers.
  useInsertionEffect(() => {
    latest.current = options;
  });
  const [connection] = useState(() => createConnection(() => latest.current));
  const { subscribe, getState, open, close } = connection;
  const state = useSyncExternalStore(subscribe, getState, getServerState);
  useEffect(() => close, [close]);
  return { ...state, open, close };
}
