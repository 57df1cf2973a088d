/** Entry `tax-connect/element`: custom elements, for pages without a framework. */
export type { ConnectionState } from './bindings/core/connection.ts';
export type {
  TaxConnectButtonAttributes,
  TaxConnectSelectorAttributes,
} from './bindings/element/attributes.ts';
export type { PageOnlyValues, TaxConnectButtonPins } from './bindings/element/pinned.ts';
export type {
  TaxConnectButtonInSolid,
  TaxConnectSelectorInSolid,
} from './bindings/element/solid.ts';
export {
  defineTaxConnectButton,
  type TaxConnectButtonElement,
} from './bindings/element/tax-connect-button.ts';
export {
  defineTaxConnectSelector,
  type TaxConnectSelectorElement,
} from './bindings/element/tax-connect-selector.ts';
