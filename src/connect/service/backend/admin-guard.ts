import type { MiddlewareHandler } from 'hono';
import { noteActor } from '../http/actor.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { areSameHashes, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import { createInvalidToken, readBearerToken } from './bearer.ts';
import { assertNotFromBrowser } from './no-browser.ts';

/**
 * Guards every endpoint of `/admin` by the operator's token. It compares hashes, so the time of the
 * comparison reveals nothing.
 *
 * @param services - configuration and limiters
 * @param token - ADMIN_TOKEN
 * @returns the middleware
 * @throws Refusal 403 `invalid_request`, 401 `invalid_token` or 429 `rate_limited`, from the middleware
 */
export function createAdminGuard(services: Services, token: string): MiddlewareHandler {
  const { config, limiters } = services;
  const expected = hashSecret(token);
  return async (context, next) => {
    assertNotFromBrowser(context.req.raw);
    const network = readClientNetwork(context, config.trustedProxies);
    await limiters.backendRequests.take(network);
    const sent = readBearerToken(context) ?? '';
    if (!areSameHashes(hashSecret(sent), expected)) {
      await limiters.authenticationFailures.take(`${network} admin`);
      throw createInvalidToken('Send ADMIN_TOKEN as the Bearer token.');
    }
    noteActor(context, config, 'admin_api');
    await next();
  };
}
