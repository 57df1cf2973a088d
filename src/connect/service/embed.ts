/** The entry for `npx tax-connect dev` and `tax-connect/testing`, which repeats these public types in its own files. */
export type { LocalDelivery, LocalMessage } from './local/describe-log-line.ts';
export type { RecordedRequest } from './local/local-server.ts';
export { type LocalOptions, type LocalService, startLocalService } from './local/local-service.ts';
