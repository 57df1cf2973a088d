import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonAttributes, TaxConnectSelectorAttributes } from './attributes.ts';

/**
 * The attributes and events in Solid's JSX. Solid sets a dynamic value as a property, unless its name begins with
 * `attr:`.
 */
type InSolid<Attributes> = Attributes & {
  [Name in keyof Attributes & string as `attr:${Name}`]?: Attributes[Name];
} & {
  'on:tax-connect-connected'?: ((event: CustomEvent<null>) => void) | undefined;
  'on:tax-connect-exit'?: ((event: CustomEvent<ConnectExit>) => void) | undefined;
  'on:tax-connect-event'?: ((event: CustomEvent<ConnectEvent>) => void) | undefined;
};

/**
 * The type of `<tax-connect-button>` in Solid's JSX. Solid does not find the types of elements in packages, so an
 * application declares the element once; see the documentation.
 */
export type TaxConnectButtonInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectButtonAttributes>;

/** The type of `<tax-connect-selector>` in Solid's JSX, which an application declares in the same way. */
export type TaxConnectSelectorInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectSelectorAttributes>;
