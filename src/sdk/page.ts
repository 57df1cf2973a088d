/** Entry `tax-connect/page`: for a hosted Connect page. */
export type { HostPresence } from './channel/page-handshake.ts';
export {
  type Bridge,
  type BridgeHandlers,
  type BridgeOptions,
  createBridge,
} from './page/create-bridge.ts';
export type { PageErrorCode } from './protocol/error-codes.ts';
export { ConnectError, type ConnectErrorCode } from './protocol/errors.ts';
export { matchLocale } from './protocol/match-locale.ts';
export type {
  ConnectApplication,
  HandoffState,
  PageExitReason,
  PageStep,
  SurfaceKind,
} from './protocol/messages.ts';
export type { Provider } from './protocol/provider.ts';
export type { PageSession } from './protocol/welcome.ts';
export { mountProviderSelector, type ProviderSelectorOptions } from './ui/mount-selector.tsx';
