import type { ScryptOptions } from 'node:crypto';
import type { Context } from 'hono';
import type { Role } from '../../shapes/unions.ts';
import { createSecret, hashSecret } from '../basics/secrets.ts';
import { readClientAddress, readClientNetwork } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import type { OperatorSession } from '../store/operator.ts';
import { hashKey } from '../store/rate-counters.ts';
import type { OperatorProvider } from './operator-provider.ts';
import { installPassword, isPassword, type PasswordKeeper } from './password.ts';
import { createSessionCookie } from './session-cookie.ts';
import { forgetSignInAttempts, takeSignInAttempt } from './sign-in-attempts.ts';

/** A session ends after this time without a request. */
const idleMs = 60 * 60 * 1000;
/** A session ends after a working day in any case. */
const longestMs = 12 * 60 * 60 * 1000;
/** A session's new expiry is stored at most once in this time. */
const extendEveryMs = 60 * 1000;

/** After a sign-in, a network counts as known for this long. */
const knownMs = 30 * 24 * 60 * 60 * 1000;

/** A sign-in that has not ended. */
interface LiveSession {
  /** For the header `X-CSRF-Token`. */
  readonly csrfToken: string;
  readonly role: Role;
  /** For the audit log; null: someone with the password. */
  readonly person: string | null;
}

/** Sign-in and sessions of the dashboard. */
export interface Access {
  /**
   * @returns the session's token for the header `X-CSRF-Token`
   * @throws Refusal 401 `invalid_credentials` or 429 `rate_limited`
   */
  signIn(context: Context, password: string): Promise<string>;
  /** Signs in a person who has proven who they are. Their role is as of now, until the session ends. */
  openSession(context: Context, person: SessionPerson): Promise<string>;
  /** Ends the session in the database, and removes its cookie. */
  signOut(context: Context): Promise<void>;
  /** @returns the live session, or undefined */
  findSession(context: Context): Promise<LiveSession | undefined>;
  /** @returns whether the browser has the cookie of a session; the caller knows whether it is live */
  hasCookie(context: Context): boolean;
}

/** The person of a session; all null: someone with the password. */
type SessionPerson = Pick<OperatorSession, 'role' | 'subject' | 'label'>;

interface AccessParts extends Pick<Parts, 'clock' | 'config' | 'lifecycle' | 'log' | 'store'> {
  /** The cost of one guess at the password. */
  readonly passwordCost: ScryptOptions;
  /** Where people sign in, too; undefined: nowhere. */
  readonly provider: OperatorProvider | undefined;
}

/**
 * @param password - the dashboard's password, in clear; undefined: people sign in at the provider only
 * @returns access to the dashboard
 */
export function createAccess(parts: AccessParts, password: string | undefined): Access {
  const { config, clock, store } = parts;
  const cookie = createSessionCookie(config.publicUrl);
  const settingsHash = parts.provider?.settingsHash;
  const keeper = { store: store.operator, cost: parts.passwordCost };
  const install = createInstall(keeper, parts, password);

  return {
    async signIn(context, attempt) {
      await install();
      const address = readClientAddress(context, config.trustedProxies);
      const network = readClientNetwork(context, config.trustedProxies);
      await takeSignInAttempt(parts, network);
      if (!(await isPassword(keeper, attempt))) {
        logFor(context).warn({ address }, 'dashboard sign-in refused');
        throw new Refusal([401, 'invalid_credentials'], 'The password is wrong.', {
          retryable: true,
        });
      }
      await forgetSignInAttempts(store, network);
      await store.operator.rememberNetwork(hashKey(network), clock.now() + knownMs);
      return await openSession(context, { role: null, subject: null, label: null });
    },
    openSession,
    async signOut(context) {
      await endPresented(context);
      cookie.clear(context);
    },
    hasCookie: (context) => cookie.read(context) !== undefined,
    async findSession(context) {
      await install();
      const token = cookie.read(context);
      const session = token && (await store.operator.findSession(hashSecret(token)));
      const now = clock.now();
      if (!token || !session || session.expires_at <= now) return undefined;
      const expiresAt = Math.min(now + idleMs, session.ends_at);
      if (expiresAt - session.expires_at >= extendEveryMs) {
        await store.operator.extendSession(session.token_hash, expiresAt);
      }
      const { role, subject, label: person, provider_hash: settings } = session;
      // The setting that this sign-in needed may have been changed or removed since.
      const needed = subject === null ? password : settingsHash;
      if (needed === undefined || (subject !== null && settings !== needed)) return undefined;
      return { csrfToken: deriveCsrfToken(token), role: role ?? 'operator', person };
    },
  };

  async function openSession(context: Context, person: SessionPerson): Promise<string> {
    await endPresented(context);
    const now = clock.now();
    // Always a new token. A token that an attacker planted in the browser stays invalid.
    const token = createSecret();
    await store.operator.addSession({
      ...person,
      token_hash: hashSecret(token),
      provider_hash: settingsHash ?? null,
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

/** One-way: a script that reads it in the page cannot compute the session's token. */
function deriveCsrfToken(token: string): string {
  return hashSecret(`csrf ${token}`);
}

/**
 * Stores the password once. After a failure, such as an unavailable database, the next request tries again.
 *
 * @returns waits for it
 */
function createInstall(
  keeper: PasswordKeeper,
  { lifecycle, log }: Pick<Parts, 'lifecycle' | 'log'>,
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
  // Hashing takes long on purpose, so the service does not wait for it before it listens.
  const first = install().catch((error: unknown) =>
    log.error({ err: error }, 'dashboard password could not be stored'),
  );
  lifecycle.waitFor(first);
  return install;
}
