import type { Context } from 'hono';
import { setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Role } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/host-origin.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { readClientAddress, readClientNetwork } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import { hashKey } from '../store/rate-counters.ts';
import {
  findSalt,
  installPassword,
  type OperatorSession,
  type PasswordKeeper,
} from './operator.ts';
import type { OperatorProvider } from './operator-provider.ts';
import { forgetSignInAttempts, takeSignInAttempt } from './sign-in-attempts.ts';

const idleMs = 60 * 60 * 1000;
/** The longest time of a session, even with use: a working day. */
const longestMs = 12 * 60 * 60 * 1000;
/** The shortest time between two writes of a session's expiry. Not every request extends it, to save writes. */
const extendEveryMs = 60 * 1000;

const knownMs = 30 * 24 * 60 * 60 * 1000;

export interface LiveSession {
  /** The value that the page sends in the header `X-CSRF-Token`. */
  readonly csrfToken: string;
  readonly role: Role;
  /** The person's label for the audit log; null when the sign-in was with the password. */
  readonly person: string | null;
}

export type Access = ReturnType<typeof createAccess>;

/** The person who signs in, and what the session relies on. */
type SessionPerson = Pick<OperatorSession, 'role' | 'subject' | 'label' | 'relies_on'>;

const noPerson = { role: null, subject: null, label: null } as const;

/** The ways to sign in to the dashboard: the password as plain text, the OpenID provider, or both. */
export interface DashboardEntrances {
  readonly password: string | undefined;
  readonly provider: OperatorProvider | undefined;
}

/** Creates the sign-in of the dashboard. */
export function createAccess(parts: Parts, { password, provider }: DashboardEntrances) {
  const { config, clock, store } = parts;
  const cookie = createSessionCookie(config.publicUrl);
  const settingsHash = provider?.settingsHash;
  const keeper = { store: store.operator, cost: parts.passwordCost };
  const install = createInstall(keeper, parts, password);

  return {
    /**
     * Signs in with the password. Returns the token for the header `X-CSRF-Token`.
     *
     * @throws Refusal 401 `invalid_credentials` or 429 `rate_limited`
     */
    async signIn(context: Context, attempt: string): Promise<string> {
      await install();
      const address = readClientAddress(context, config.trustedProxies);
      const network = readClientNetwork(context, config.trustedProxies);
      await takeSignInAttempt(parts, network);
      const salt = await findSalt(keeper, attempt);
      if (salt === undefined) {
        logFor(context).warn({ address }, 'dashboard sign-in refused');
        throw new Refusal([401, 'invalid_credentials'], 'The password is wrong.');
      }
      await forgetSignInAttempts(store, network);
      await store.operator.rememberNetwork(hashKey(network), clock.now() + knownMs);
      return await openSession(context, { ...noPerson, relies_on: salt });
    },
    openSession,
    async signOut(context: Context): Promise<void> {
      await endPresented(context);
      cookie.clear(context);
    },
    hasCookie: (context: Context) => cookie.read(context) !== undefined,
    async findSession(context: Context): Promise<LiveSession | undefined> {
      await install();
      const token = cookie.read(context);
      const session = token && (await store.operator.findSession(hashSecret(token)));
      const now = clock.now();
      if (!token || !session || session.expires_at <= now) return undefined;
      const expiresAt = Math.min(now + idleMs, session.ends_at);
      if (expiresAt - session.expires_at >= extendEveryMs) {
        await store.operator.extendSession(session.token_hash, expiresAt);
      }
      const { role, subject, label: person, relies_on, salt } = session;
      // The session ends when the password or the provider's settings that it relies on have changed.
      const needed = subject === null ? password && salt : settingsHash;
      if (!needed || relies_on !== needed) return undefined;
      return { csrfToken: deriveCsrfToken(token), role: role ?? 'operator', person };
    },
  };

  /** Opens a session for a person, whose role stays the same until it ends. Returns the CSRF token. */
  async function openSession(context: Context, person: SessionPerson): Promise<string> {
    await endPresented(context);
    const now = clock.now();
    // Every sign-in gets a new token, so that a token planted by an attacker stays invalid.
    const token = createSecret();
    await store.operator.addSession({
      ...person,
      token_hash: hashSecret(token),
      expires_at: now + idleMs,
      ends_at: now + longestMs,
    });
    cookie.write(context, token);
    const address = readClientAddress(context, config.trustedProxies);
    logFor(context).info({ address, role: person.role ?? 'operator' }, 'dashboard sign-in');
    return deriveCsrfToken(token);
  }

  async function endPresented(context: Context): Promise<void> {
    const token = cookie.read(context);
    if (token) await store.operator.endSession(hashSecret(token));
  }
}

/** Derives the CSRF token, from which a script in the page cannot compute the session's token. */
function deriveCsrfToken(token: string): string {
  return hashSecret(`csrf ${token}`);
}

/** Creates a function that waits until the password is stored. After a failure, the next call tries again. */
function createInstall(
  keeper: PasswordKeeper,
  { lifecycle, log }: Parts,
  password: string | undefined,
): () => Promise<void> {
  if (password === undefined) return async () => {};
  let installing: Promise<void> | undefined;
  const install = () => {
    installing ??= installPassword(keeper, password).catch((error: unknown) => {
      installing = undefined;
      throw error;
    });
    return installing;
  };
  // Hashing is slow on purpose, so the service listens before the hash is stored.
  const first = install().catch((error: unknown) =>
    log.error({ err: error }, 'dashboard password could not be stored'),
  );
  lifecycle.waitFor(first);
  return install;
}

const maxCookies = 200;

const signInSeconds = 10 * 60;

/**
 * Creates the cookie of a sign-in at the provider that has begun. Its name has the start of the sign-in's `state`, so
 * that two tabs can sign in at once. SameSite is lax, because the provider's page sends the browser back.
 */
export function createSignInCookie(publicUrl: string, address: URL) {
  const [id] = /^[\da-f]{16}/.exec(address.searchParams.get('state') ?? '') ?? ['none'];
  const name = `dashboard-sign-in-${id}`;
  return createCookie(publicUrl, name, { sameSite: 'Lax', maxAge: signInSeconds });
}

/**
 * Creates the cookie with the session's token, which lasts until the browser is closed. SameSite is strict, so that a
 * link from another site never arrives signed in. The prefix `__Host-` keeps sibling domains and plain http from
 * setting the cookie.
 *
 * Browsers do not store a cookie with this prefix on loopback over http, so there the cookie has a plain name and a
 * path. Browsers send cookies to every port of a host. So the name contains the port, and two services on one host do
 * not end each other's sessions.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6265#section-8.5
 */
function createSessionCookie(publicUrl: string) {
  return createCookie(publicUrl, 'dashboard', { sameSite: 'Strict' });
}

function createCookie(
  publicUrl: string,
  plainName: string,
  own: { readonly sameSite: 'Strict' | 'Lax'; readonly maxAge?: number },
) {
  const { protocol, hostname, port } = new URL(publicUrl);
  const isPlain = protocol === 'http:' && isLoopbackHostname(hostname);
  const name = `${isPlain ? '' : '__Host-'}${plainName}${port && `-${port}`}`;
  const attributes = {
    ...own,
    httpOnly: true,
    secure: !isPlain,
    path: isPlain ? '/dashboard' : '/',
  } as const;
  return {
    read(context: Context): string | undefined {
      const cookies = context.req.header('Cookie')?.split(';', maxCookies) ?? [];
      return parse(cookies.join(';'), name)[name] || undefined;
    },
    write: (context: Context, value: string) => setCookie(context, name, value, attributes),
    clear: (context: Context) => setCookie(context, name, '', { ...attributes, maxAge: 0 }),
  };
}
