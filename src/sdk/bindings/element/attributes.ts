import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonElement } from './tax-connect-button.ts';

/** The attributes of `<tax-connect-button>`: the callback and options of `open`. */
export interface TaxConnectButtonAttributes {
  /** The application's public client ID. */
  'client-id': string;
  /** The callback on the application's own origin. Receives the code from `forwardCode`. */
  callback: string;
  'connect-url'?: string | undefined;
  provider?: string | undefined;
  locale?: string | undefined;
  display?: 'auto' | 'frame' | 'popup' | undefined;
  state?: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'tax-connect-button': TaxConnectButtonElement;
  }
  interface HTMLElementEventMap {
    /** The backend has accepted the code. */
    'tax-connect-connected': CustomEvent<null>;
    /** The session ended without a connection. */
    'tax-connect-exit': CustomEvent<ConnectExit>;
    /** Anything that happened in the session. */
    'tax-connect-event': CustomEvent<ConnectEvent>;
  }
}
