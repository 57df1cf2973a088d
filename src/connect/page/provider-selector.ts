/** The provider selector, in a separate module, which is loaded where the page draws it and not the host. */
export { mountProviderSelector } from 'tax-connect/page';
