import type { ConnectEvent, ConnectExit } from 'tax-connect';
import type { TaxConnectButtonAttributes } from './attributes.ts';

/** Solid sets dynamic values of custom elements as properties, unless their name begins with `attr:`. */
type DynamicAttributes = {
  [Name in keyof TaxConnectButtonAttributes as `attr:${Name}`]?: TaxConnectButtonAttributes[Name];
};

/**
 * `<tax-connect-button>` in Solid's JSX; see the documentation. Solid has no types for elements of packages, so an
 * application declares it once.
 */
export type TaxConnectButtonInSolid<GlobalAttributes> = GlobalAttributes &
  TaxConnectButtonAttributes &
  DynamicAttributes & {
    'on:tax-connect-connected'?: ((event: CustomEvent<null>) => void) | undefined;
    'on:tax-connect-exit'?: ((event: CustomEvent<ConnectExit>) => void) | undefined;
    'on:tax-connect-event'?: ((event: CustomEvent<ConnectEvent>) => void) | undefined;
  };
