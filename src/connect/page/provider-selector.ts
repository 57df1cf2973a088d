/**
 * The provider selector, in a separate module. It is loaded only where the page draws the selector itself. In a frame,
 * the host draws it.
 */
export { mountProviderSelector } from 'tax-connect/page';
