import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonElement } from './tax-connect-button.ts';
import type { TaxConnectSelectorElement } from './tax-connect-selector.ts';

/** The attributes of `<tax-connect-button>`: the callback and options of `open`. */
export interface TaxConnectButtonAttributes {
  /** The application's public client ID. Required, unless the page has pinned it. */
  'client-id'?: string | undefined;
  /**
   * The callback, on the page's own origin; a pinned one may be on another. Receives the code from `forwardCode`.
   * Required, unless the page has pinned it.
   */
  callback?: string | undefined;
  /** Address of the Connect page: `connectUrl` of `open`. */
  'connect-url'?: string | undefined;
  /** ID of a provider to start with. */
  provider?: string | undefined;
  /** BCP 47 language tag. */
  locale?: string | undefined;
  /** Shows the Connect page in a frame or a popup; default `auto`. */
  display?: 'auto' | 'frame' | 'popup' | undefined;
  /** OAuth's state, bound to the code. */
  state?: string | undefined;
  /** The session of the application's backend. */
  session?: string | undefined;
  /** `theme` of the option `appearance`. */
  theme?: 'auto' | 'light' | 'dark' | undefined;
  /** `accentColor` of the option `appearance`. */
  'accent-color'?: string | undefined;
  /** `fontFamily` of the option `appearance`. */
  'font-family'?: string | undefined;
  /** `borderRadius` of the option `appearance`. */
  'border-radius'?: string | undefined;
}

/** The attributes of `<tax-connect-selector>`. The person picks the provider. */
export interface TaxConnectSelectorAttributes extends Omit<TaxConnectButtonAttributes, 'provider'> {
  /** The text in the empty search field. */
  placeholder?: string | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    'tax-connect-button': TaxConnectButtonElement;
    'tax-connect-selector': TaxConnectSelectorElement;
  }
  interface HTMLElementEventMap {
    /** The backend has accepted the code. */
    'tax-connect-connected': CustomEvent<null>;
    /** The session ended without a connection. */
    'tax-connect-exit': CustomEvent<ConnectExit>;
    /** An event of the session. */
    'tax-connect-event': CustomEvent<ConnectEvent>;
  }
}
