import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonAttributes, TaxConnectSelectorAttributes } from './attributes.ts';

/** Solid sets dynamic values of custom elements as properties, unless their name begins with `attr:`. */
type InSolid<Attributes> = Attributes & {
  [Name in keyof Attributes & string as `attr:${Name}`]?: Attributes[Name];
} & {
  'on:tax-connect-connected'?: ((event: CustomEvent<null>) => void) | undefined;
  'on:tax-connect-exit'?: ((event: CustomEvent<ConnectExit>) => void) | undefined;
  'on:tax-connect-event'?: ((event: CustomEvent<ConnectEvent>) => void) | undefined;
};

/**
 * `<tax-connect-button>` in Solid's JSX; see the documentation. Solid has no types for elements of packages, so an
 * application declares it once.
 */
export type TaxConnectButtonInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectButtonAttributes>;

/** `<tax-connect-selector>` in Solid's JSX, as above. */
export type TaxConnectSelectorInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectSelectorAttributes>;
