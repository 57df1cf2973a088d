/**
 * A separate module, so that it is loaded only where the page draws the selector. In a frame, the host draws it.
 */
export { mountProviderSelector } from 'tax-connect/page';
