import type {
  ElementListeners,
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from './attributes.ts';

/** The attributes and events in Solid's JSX. It sets a dynamic value as a property, unless its name has `attr:`. */
type InSolid<Attributes> = Attributes & {
  [Name in keyof Attributes & string as `attr:${Name}`]?: Attributes[Name];
} & ElementListeners<'on:'>;

/** The type of `<tax-connect-button>`, which an application declares for Solid's JSX; see the documentation. */
export type TaxConnectButtonInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectButtonAttributes>;

/** The type of `<tax-connect-selector>` in Solid's JSX, which an application declares in the same way. */
export type TaxConnectSelectorInSolid<GlobalAttributes> = GlobalAttributes &
  InSolid<TaxConnectSelectorAttributes>;
