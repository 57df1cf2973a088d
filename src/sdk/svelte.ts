/** Entry `tax-connect/svelte`: Svelte 5.29 and later. */
export type { ConnectionState } from './bindings/core/connection.ts';
export type { OpenOverrides } from './bindings/core/overrides.ts';
export type {} from './bindings/svelte/elements.ts';
export { type TaxConnectAttachment, taxConnect } from './bindings/svelte/tax-connect.ts';
export { taxConnectSelector } from './bindings/svelte/tax-connect-selector.ts';
