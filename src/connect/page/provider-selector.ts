/** Separate, so that it is loaded where it is drawn; in a frame, the host draws it. */
export { mountProviderSelector } from 'tax-connect/page';
