import { timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { scopes } from '../../shapes/unions.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { noteActor, scopesOfRole } from '../http/actor.ts';
import { readClientNetwork } from '../http/client-address.ts';
import { withFacts } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import { createNothing, Refusal } from '../http/refusal.ts';
import {
  assertNotFromBrowser,
  assertSameOrigin,
  createInvalidToken,
  readBearerToken,
} from '../http/request-headers.ts';
import type { Access } from './access.ts';

/**
 * Creates the guard of the endpoints for signed-in operators. Every request needs a valid session. A request that
 * changes something must also come from the dashboard's own origin, with a CSRF token that other sites cannot read.
 *
 * @throws Refusal 401 `session_expired` or 403 `invalid_request`, when the guard runs
 * @see https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function createGuard({ config }: Parts, access: Access): MiddlewareHandler {
  return async (context, next) => {
    const { raw } = context.req;
    const isReading = raw.method === 'GET' || raw.method === 'HEAD';
    if (isReading) assertNotCrossSite(raw);
    else assertSameOrigin(raw, config.publicUrl);
    const session = await access.findSession(context);
    if (session === undefined) {
      throw new Refusal([401, 'session_expired'], 'Sign in to the dashboard.');
    }
    if (!isReading && !isSameText(raw.headers.get('X-CSRF-Token') ?? '', session.csrfToken)) {
      throw new Refusal([403, 'invalid_request'], 'X-CSRF-Token is missing or wrong.');
    }
    const { person, role } = session;
    noteActor(context, config, { via: 'dashboard', person, scopes: scopesOfRole[role] });
    await next();
  };
}

/**
 * Refuses a read that another site has sent. A browser without `Sec-Fetch-Site` is accepted, because a read changes
 * nothing and other sites cannot see the response.
 *
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 */
function assertNotCrossSite(request: Request): void {
  const site = request.headers.get('Sec-Fetch-Site');
  if (site === null || site === 'same-origin' || site === 'none') return;
  throw new Refusal([403, 'invalid_request'], 'Only the dashboard may call this endpoint.');
}

function isSameText(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Creates the guard of `/admin`, which accepts ADMIN_TOKEN and admin keys. It compares hashes, so the time of the
 * comparison reveals nothing. When there is no token and no key, the endpoints do not exist.
 *
 * @throws Refusal 404 `not_found`, 403 `invalid_request`, 401 `invalid_token` or 429 `rate_limited`, when the guard
 *   runs
 */
export function createAdminGuard(parts: Parts): MiddlewareHandler {
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
    noteActor(context, config, { ...actor, key, scopes: key.scopes });
    await next();
  });
}
