import { useEffect, useInsertionEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type OpenOptions, shieldEvents } from 'tax-connect';
import {
  type ConnectionControls,
  type ConnectionState,
  closedState,
  createConnection,
} from '../core/connection.ts';

/** The result of `useTaxConnect`. Its functions are the same at every render. `onClick={open}` works. */
export interface UseTaxConnect extends ConnectionState, ConnectionControls {}

const getServerState = () => closedState;

/**
 * Connects a tax account from a component. Unmounting the component closes the session that the component opened. An
 * effect may call `open`: when StrictMode runs it twice, there is one session, and `onExit` is not called.
 *
 * @param options - the options of `open`; the callbacks of the last render are called
 * @example
 * ```tsx
 * import { forwardCode } from 'tax-connect';
 * import { useTaxConnect } from 'tax-connect/react';
 *
 * const options = { clientId: 'my_app', onSuccess: forwardCode('/callback') };
 * export function Connect() {
 *   const { open, isOpen, error } = useTaxConnect(options);
 *   return (
 *     <button type="button" onClick={open} aria-expanded={isOpen}>
 *       {error ? 'Try again' : 'Connect'}
 *     </button>
 *   );
 * }
 * ```
 */
export function useTaxConnect(options: OpenOptions): UseTaxConnect {
  const latest = useRef(options);
  // An insertion effect runs before all other effects, so an effect of the application that calls `open` uses the
  // current options. Unlike a layout effect, it causes no warning on servers.
  useInsertionEffect(() => {
    latest.current = options;
  });
  // An insertion effect, so that it runs before a library adds listeners to `window` in an effect.
  useInsertionEffect(shieldEvents, []);
  const [connection] = useState(() => createConnection(() => latest.current));
  const { subscribe, getState, open, close, mount } = connection;
  const state = useSyncExternalStore(subscribe, getState, getServerState);
  useEffect(mount, [mount]);
  return { ...state, open, close };
}
