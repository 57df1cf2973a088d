/**
 * The service as other programs of this package load it: `npx tax-connect dev` and
 * `tax-connect/testing`. `tax-connect/testing` repeats its types, which are public there.
 */
export type { RecordedRequest } from './local/local-server.ts';
export { type LocalOptions, type LocalService, startLocalService } from './local/local-service.ts';
