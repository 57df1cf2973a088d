import type { MiddlewareHandler } from 'hono';
import { scopes } from '../../shapes/unions.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { noteActor } from '../http/actor.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { withFacts } from '../http/endpoint.ts';
import { createNothing } from '../http/notice.ts';
import type { Parts } from '../http/parts.ts';
import {
  assertNotFromBrowser,
  createInvalidToken,
  readBearerToken,
} from '../http/request-headers.ts';

type GuardParts = Pick<Parts, 'clock' | 'config' | 'limiters' | 'store'>;

/**
 * Guards every endpoint of `/admin` with ADMIN_TOKEN and the admin keys. It compares hashes, so the time of the
 * comparison reveals nothing. Without a token and keys, there is no admin API.
 *
 * @throws Refusal 404 `not_found`, 403 `invalid_request`, 401 `invalid_token` or 429 `rate_limited`, from the
 *   middleware
 */
export function createAdminGuard(parts: GuardParts): MiddlewareHandler {
  const { clock, config, limiters, store } = parts;
  const { adminToken } = config;
  const expected = adminToken === undefined ? undefined : hashSecret(adminToken);
  return withFacts({ security: 'adminToken', refusals: [401, 403] }, async (context, next) => {
    if (expected === undefined && !(await store.adminKeys.hasLive())) throw createNothing();
    assertNotFromBrowser(context.req.raw);
    const network = readClientNetwork(context, config.trustedProxies);
    await limiters.backendRequests.take(network);
    const sent = hashSecret(readBearerToken(context) ?? '');
    const actor = { via: 'admin_api', person: null } as const;
    if (expected !== undefined && areSameHashes(sent, expected)) {
      noteActor(context, config, { ...actor, scopes });
      return await next();
    }
    const key = await store.adminKeys.use(sent, clock.now());
    if (!key) {
      await limiters.authenticationFailures.take(`${network} admin`);
      throw createInvalidToken('Send a live admin key, or ADMIN_TOKEN, as the Bearer token.');
    }
    const { keyId, name } = key;
    noteActor(context, config, { ...actor, key: { keyId, name }, scopes: key.scopes });
    await next();
  });
}
