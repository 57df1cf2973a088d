import type { MiddlewareHandler } from 'hono';
import { readPeerAddress } from './client-address.ts';
import type { Parts } from './parts.ts';
import { isTrustedProxy, noProxies } from './trusted-proxies.ts';

/**
 * When TRUST_PROXY lacks a proxy, all clients behind it share one limit. A warning tells the operator,
 * once, because strangers send the header, too.
 *
 * @param parts - log and configuration
 * @returns the middleware
 */
export function warnAboutIgnoredProxy({
  config,
  log,
}: Pick<Parts, 'config' | 'log'>): MiddlewareHandler {
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
