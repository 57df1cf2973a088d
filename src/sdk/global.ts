/** Entry of the script tag: the build turns these exports into the global `TaxConnect`. */
export { forwardCode } from './host/open/forward-code.ts';
export { open } from './host/open/open.ts';
export { preload } from './host/open/preload.ts';
export { redirect, redirectUrl } from './host/open/redirect.ts';
export { shieldEvents } from './host/open/shield-events.ts';
export { version } from './host/open/version.ts';
export { mountSelector } from './host/selector/mount-selector.ts';
export { ConnectError } from './protocol/errors.ts';
