import type { MiddlewareHandler } from 'hono';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { noteActor } from '../http/actor.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { withFacts } from '../http/facts.ts';
import type { Parts } from '../http/parts.ts';
import { createInvalidToken, readBearerToken } from './bearer.ts';
import { assertNotFromBrowser } from './no-browser.ts';

/**
 * Guards every endpoint of `/admin` by the operator's token. It compares hashes, so the time of the
 * comparison reveals nothing.
 *
 * @param parts - configuration and limiters
 * @param token - ADMIN_TOKEN
 * @returns the middleware
 * @throws Refusal 403 `invalid_request`, 401 `invalid_token` or 429 `rate_limited`, from the middleware
 */
export function createAdminGuard(
  parts: Pick<Parts, 'config' | 'limiters'>,
  token: string,
): MiddlewareHandler {
  const { config, limiters } = parts;
  const expected = hashSecret(token);
  return withFacts({ security: 'adminToken', refusals: [401, 403] }, async (context, next) => {
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
  });
}
