/** Entry `tax-connect/server`, for an application's backend. It needs only `fetch`, no framework. */
export { matchLocale } from './protocol/match-locale.ts';
export type { RecordType } from './protocol/tax-record.ts';
export {
  type AccountConsent,
  type AccountShare,
  type ConnectedAccount,
  type ConnectedAccountJson,
  type ConsentJson,
  type ConsentRecord,
  disconnect,
  getAccount,
  readConsent,
} from './server/account.ts';
export {
  CallbackError,
  type CallbackErrorCode,
  type CallbackFunction,
} from './server/callback-error.ts';
export type { CallbackContext, CallbackOptions } from './server/callback-options.ts';
export type {
  AccountEventData,
  ConnectEvent,
  ConnectEventData,
  ConnectEventType,
} from './server/connect-event.ts';
export { type Callback, createCallback } from './server/create-callback.ts';
export {
  createWebhookHandler,
  type WebhookContext,
  type WebhookHandler,
  type WebhookOptions,
} from './server/create-webhook-handler.ts';
export { type ExchangeOptions, exchangeCode } from './server/exchange-code.ts';
export { type EventList, type ListEventsOptions, listEvents } from './server/list-events.ts';
export {
  type ListProvidersOptions,
  listProviders,
  type OfferedProvider,
  type OfferedProviderJson,
  type ProviderList,
} from './server/list-providers.ts';
export { type NodeHandler, type NodeResponse, toNodeHandler } from './server/node-handler.ts';
export type { NodeRequest } from './server/node-request.ts';
export type { OpenedFile } from './server/opened-file.ts';
export type { OwnEventIds, OwnIds, OwnIdsJson } from './server/own-ids.ts';
export type {
  RecordFile,
  RecordList,
  RecordMediaType,
  TaxRecord,
} from './server/record-shapes.ts';
export {
  type ListRecordsOptions,
  listRecords,
  type OpenFileOptions,
  openFile,
  type ReadOptions,
  type ReadRecordOptions,
  readRecord,
} from './server/records.ts';
export {
  AccountError,
  type AccountErrorCode,
  EventsError,
  type EventsErrorCode,
  ExchangeError,
  type ExchangeErrorCode,
  ProvidersError,
  type ProvidersErrorCode,
  RecordsError,
  type RecordsErrorCode,
  SessionError,
  type SessionErrorCode,
} from './server/request-errors.ts';
export { type CommonErrorCode, type FailureDetails, ServiceError } from './server/service-error.ts';
export type {
  AccountOptions,
  ApplicationOptions,
  ServiceOptions,
} from './server/service-options.ts';
export {
  type CreateSessionOptions,
  cancelSession,
  createSession,
  type FinishSessionOptions,
  finishSession,
  type NamedSessionOptions,
  type NewSession,
  type NewSessionJson,
  readSession,
  type SessionOptions,
  type SessionResult,
  type SessionResultJson,
  type SessionStatus,
} from './server/sessions.ts';
export type { TokenResponse, TokenResponseJson } from './server/token-response.ts';
export { WebhookError, type WebhookErrorCode } from './server/webhook-error.ts';
