/** Entry `tax-connect/react`: React 18 and 19. */
export type { ConnectionState, OpenOverrides } from './bindings/core/connection.ts';
export type {} from './bindings/react/elements.ts';
export {
  TaxConnectButton,
  type TaxConnectButtonProps,
} from './bindings/react/tax-connect-button.ts';
export {
  TaxConnectSelector,
  type TaxConnectSelectorProps,
} from './bindings/react/tax-connect-selector.ts';
export { type UseTaxConnect, useTaxConnect } from './bindings/react/use-tax-connect.ts';
