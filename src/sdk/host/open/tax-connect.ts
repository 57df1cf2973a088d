import { mountSelector } from '../selector/mount-selector.ts';
import { forwardCode } from './forward-code.ts';
import { open } from './open.ts';
import { preload } from './preload.ts';
import { redirect, redirectUrl } from './redirect.ts';
import { shieldEvents } from './shield-events.ts';
import { version } from './version.ts';

/**
 * The SDK as one object, as the script tag defines it.
 *
 * @example
 * ```ts
 * import { TaxConnect } from 'tax-connect';
 *
 * const onSuccess = TaxConnect.forwardCode('/callback');
 * TaxConnect.open({ clientId: 'my_app', onSuccess });
 * ```
 */
export const TaxConnect = {
  open,
  preload,
  mountSelector,
  redirect,
  redirectUrl,
  forwardCode,
  shieldEvents,
  version,
} as const;
