/** Entry `tax-connect` for an application's page. It can be imported on a server. */
export type {
  ConnectEvent,
  ConnectExit,
  ConnectOutcome,
  ConnectResult,
  ConnectSession,
  ConnectStep,
  ExitReason,
  MountedSelector,
  OpenOptions,
  PreloadOptions,
  SelectorOptions,
  SurfaceChangeReason,
} from './host/api.ts';
export { forwardCode } from './host/open/forward-code.ts';
export { open } from './host/open/open.ts';
export { preload } from './host/open/preload.ts';
export { type RedirectOptions, redirect, redirectUrl } from './host/open/redirect.ts';
export { shieldEvents } from './host/open/shield-events.ts';
export { TaxConnect } from './host/open/tax-connect.ts';
export { version } from './host/open/version.ts';
export { mountSelector } from './host/selector/mount-selector.ts';
export type { ConnectAppearance } from './protocol/appearance.ts';
export { ConnectError, type ConnectErrorCode } from './protocol/errors.ts';
