/** Entry `tax-connect/svelte`: Svelte 5.29 and later. */
export type { ConnectionState, OpenOverrides } from './bindings/core/connection.ts';
export type {} from './bindings/svelte/elements.ts';
export { type TaxConnectAttachment, taxConnect } from './bindings/svelte/tax-connect.ts';
export { taxConnectSelector } from './bindings/svelte/tax-connect-selector.ts';
