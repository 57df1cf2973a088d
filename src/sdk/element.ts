/** Entry `tax-connect/element`: a custom element, for pages without a framework. */
export type { ConnectionState } from './bindings/core/connection.ts';
export type { TaxConnectButtonAttributes } from './bindings/element/attributes.ts';
export type { PageOnlyValues, TaxConnectButtonPins } from './bindings/element/pinned.ts';
export type { TaxConnectButtonInSolid } from './bindings/element/solid.ts';
export {
  defineTaxConnectButton,
  type TaxConnectButtonElement,
} from './bindings/element/tax-connect-button.ts';
