import type { MiddlewareHandler } from 'hono';
import type { Services } from '../services.ts';
import { readPeerAddress } from './client-address.ts';
import { isTrustedProxy, noProxies } from './trusted-proxies.ts';

/**
 * When TRUST_PROXY lacks a proxy, all clients behind it share one limit. A warning tells the operator,
 * once, because strangers send the header, too.
 *
 * @param services - log and configuration
 * @returns the middleware
 */
export function warnAboutIgnoredProxy({ config, log }: Services): MiddlewareHandler {
  const { trustedProxies } = config;
  // Without a proxy in front, the header does not matter.
  let isDone = trustedProxies === noProxies;
  return async (context, next) => {
    if (!isDone && context.req.header('X-Forwarded-For') !== undefined) {
      const address = readPeerAddress(context);
      if (!isTrustedProxy(address, trustedProxies)) {
        isDone = true;
        log.warn(
          { address },
          'X-Forwarded-For is ignored: TRUST_PROXY does not name the address that sent it',
        );
      }
    }
    await next();
  };
}
