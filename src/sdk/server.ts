/** Entry `tax-connect/server`, for an application's backend; `fetch` only, no framework. */
export { matchLocale } from './protocol/match-locale.ts';
export {
  type AccountOptions,
  type ConnectedAccount,
  type ConnectedAccountJson,
  disconnect,
  getAccount,
} from './server/account.ts';
export { AccountError, type AccountErrorCode } from './server/account-error.ts';
export {
  CallbackError,
  type CallbackErrorCode,
  type CallbackFunction,
} from './server/callback-error.ts';
export type { CallbackContext, CallbackOptions } from './server/callback-options.ts';
export { type Callback, createCallback } from './server/create-callback.ts';
export { type ExchangeOptions, exchangeCode } from './server/exchange-code.ts';
export { ExchangeError, type ExchangeErrorCode } from './server/exchange-error.ts';
export { type NodeHandler, type NodeResponse, toNodeHandler } from './server/node-handler.ts';
export type { NodeRequest } from './server/node-request.ts';
export type { TokenResponse, TokenResponseJson } from './server/token-response.ts';
