import type { ConnectAppearance, ConnectEvent, ConnectExit, OpenOptions } from 'tax-connect';

/** The attributes of `<tax-connect-button>`: the callback and options of `open`. */
export interface TaxConnectButtonAttributes {
  /** The application's public client ID. Required, unless the page pins it by `defineTaxConnectButton`. */
  'client-id'?: string | undefined;
  /** Address of the backend's callback. Required, and on the page's own origin, unless the page pins it. */
  callback?: string | undefined;
  /** Address of the Connect page: `connectUrl` of `open`. */
  'connect-url'?: string | undefined;
  /** ID of a provider to start with. The selector is skipped if the provider can be used. */
  provider?: string | undefined;
  /** BCP 47 language tag, such as `pt-BR`. Default: the browser's languages, then English. */
  locale?: string | undefined;
  /** The surface of the Connect page. Default `auto`: a frame, or a popup where a frame cannot work. */
  display?: 'auto' | 'frame' | 'popup' | undefined;
  /** OAuth's state. The backend finds it in the token response. */
  state?: string | undefined;
  /** The `session` that the application's backend got from `createSession`. */
  session?: string | undefined;
  /** `theme` of the option `appearance`. Default `auto`. */
  theme?: 'auto' | 'light' | 'dark' | undefined;
  /** `accentColor` of the option `appearance`: a CSS colour. */
  'accent-color'?: string | undefined;
  /** `fontFamily` of the option `appearance`: a CSS font family list. */
  'font-family'?: string | undefined;
  /** `borderRadius` of the option `appearance`: a CSS length. */
  'border-radius'?: string | undefined;
}

/** The attributes of `<tax-connect-selector>`. There is no `provider`, because the person picks one in the selector. */
export interface TaxConnectSelectorAttributes extends Omit<TaxConnectButtonAttributes, 'provider'> {
  /** The text in the empty search field. */
  placeholder?: string | undefined;
}

/** @returns the options that attributes have. They are unchecked: `open` refuses wrong values, and names the option */
export const readOptions = (
  read: (name: keyof TaxConnectButtonAttributes) => string | undefined,
): Omit<OpenOptions, 'onSuccess'> => ({
  clientId: read('client-id') ?? '',
  connectUrl: read('connect-url'),
  provider: read('provider'),
  locale: read('locale'),
  display: read('display') as OpenOptions['display'],
  state: read('state'),
  session: read('session'),
  appearance: {
    theme: read('theme') as ConnectAppearance['theme'],
    accentColor: read('accent-color'),
    fontFamily: read('font-family'),
    borderRadius: read('border-radius'),
  },
});

type ElementEvent = Extract<keyof HTMLElementEventMap, `tax-connect-${string}`>;

/** Listeners of the events, with the prefix by which a framework knows them: `on` in React 19 and Svelte. */
export type ElementListeners<Prefix extends string = 'on'> = {
  [Name in ElementEvent as `${Prefix}${Name}`]?:
    | ((event: HTMLElementEventMap[Name]) => void)
    | undefined;
};

declare global {
  interface HTMLElementEventMap {
    /** Dispatched when the backend has accepted the code. */
    'tax-connect-connected': CustomEvent<null>;
    /** Dispatched when the session has ended without a connection. */
    'tax-connect-exit': CustomEvent<ConnectExit>;
    /** Dispatched for every event of the session. */
    'tax-connect-event': CustomEvent<ConnectEvent>;
  }
}
