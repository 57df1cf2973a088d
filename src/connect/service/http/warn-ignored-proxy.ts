import type { MiddlewareHandler } from 'hono';
import { isBehindIgnoredProxy, readPeerAddress } from './client-address.ts';
import type { Parts } from './parts.ts';
import { noProxies } from './trusted-proxies.ts';

/**
 * Warns the operator when TRUST_PROXY lacks a proxy, because all clients behind it then share one limit. It warns
 * only once, because strangers can send the header, too.
 */
export function warnAboutIgnoredProxy({
  config,
  log,
}: Pick<Parts, 'config' | 'log'>): MiddlewareHandler {
  const { trustedProxies } = config;
  // Without a proxy in front, the header does not matter.
  let isDone = trustedProxies === noProxies;
  return async (context, next) => {
    if (!isDone && isBehindIgnoredProxy(context, trustedProxies)) {
      isDone = true;
      log.warn(
        { address: readPeerAddress(context) },
        'X-Forwarded-For is ignored: TRUST_PROXY does not name the address that sent it',
      );
    }
    await next();
  };
}
