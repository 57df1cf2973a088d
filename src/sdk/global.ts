/** Entry of the script tag: the build defines these exports as `TaxConnect`. */
export { forwardCode } from './host/forward-code.ts';
export { open } from './host/open.ts';
export { preload } from './host/preload.ts';
export { redirect, redirectUrl } from './host/redirect.ts';
export { version } from './host/version.ts';
export { ConnectError } from './protocol/errors.ts';
