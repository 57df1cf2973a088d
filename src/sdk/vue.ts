/** Entry `tax-connect/vue`: Vue 3.3 and later. */
export type { OpenOverrides } from './bindings/core/connection.ts';
export type {} from './bindings/vue/elements.ts';
export { TaxConnectButton, type TaxConnectButtonProps } from './bindings/vue/tax-connect-button.ts';
export {
  TaxConnectSelector,
  type TaxConnectSelectorProps,
} from './bindings/vue/tax-connect-selector.ts';
export { type UseTaxConnect, useTaxConnect } from './bindings/vue/use-tax-connect.ts';
