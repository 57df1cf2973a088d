/** Entry `tax-connect` for an application's page. It can be imported on a server. */
export type {
  ConnectAppearance,
  ConnectEvent,
  ConnectExit,
  ConnectOutcome,
  ConnectResult,
  ConnectSession,
  ConnectStep,
  ExitReason,
  OpenOptions,
  PreloadOptions,
  SurfaceChangeReason,
} from './host/api.ts';
export { forwardCode } from './host/forward-code.ts';
export { open } from './host/open.ts';
export { preload } from './host/preload.ts';
export { type RedirectOptions, redirect, redirectUrl } from './host/redirect.ts';
export { shieldEvents } from './host/shield-events.ts';
export { TaxConnect } from './host/tax-connect.ts';
export { version } from './host/version.ts';
export { ConnectError, type ConnectErrorCode } from './protocol/errors.ts';
