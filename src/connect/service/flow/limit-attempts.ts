import type { Context } from 'hono';
import { readClientNetwork } from '../http/client-address.ts';
import type { Parts, Settings } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { hashKey } from '../store/rate-counters.ts';
import { createExpired } from './flow-token.ts';
import type { Flow } from './flows-table.ts';
import type { Account } from './login-attempts.ts';

const minuteMs = 60 * 1000;

/** A network's attempts at an account before it must wait. */
const freeAttempts = 10;
/** The waits after further attempts, in milliseconds. Each wait is twice as long as the previous wait. */
const waitsMs = [1, 2, 4, 8, 16].map((minutes) => minutes * minuteMs);
/** From this number of failed attempts within an hour, from all networks, an account counts as attacked. */
const suspiciousAttempts = 50;
const suspicionMs = 60 * minuteMs;
/** A network's attempts at an attacked account before it must wait. An attacker may have many networks. */
const freeAttemptsWhenGuessedAt = 2;
/** When so many tries or fewer remain, the person is told their number. */
const lastTries = 2;
/** From this number of failed user names within ten minutes, a network counts as suspicious. */
const suspiciousNames = 30;
const namesMs = 10 * minuteMs;
/**
 * The new user names that a suspicious network may try: `network` in a minute, and `flow` in ten minutes for a single
 * flow. Other people may share the network. So flows with a backend's session have a separate count, which strangers
 * cannot use up. Three names in a flow allow for one or two typing errors.
 */
const newNames = { network: 30, flow: 3 } as const;
/** The number of failed sign-ins that a flow may have. The next sign-in ends the flow. */
const maxSignIns = 20;
/** The wait in milliseconds that is reported when a provider locks an account without saying for how long. */
const providerLockMs = 5 * minuteMs;

/**
 * Counts an attempt at an account before the login is tried. Only the guessing network has to wait, because a lock for
 * all networks would let anyone lock out anyone else.
 *
 * @returns the number of tries left without a wait, when few are left; otherwise undefined
 */
export async function takeAttempt(
  { config, store, clock }: Parts,
  context: Context,
  account: Account,
): Promise<number | undefined> {
  const now = clock.now();
  const counted = unifySpelling(account);
  const attempt = { ...counted, network_hash: hashNetwork(context, config) };
  const isGuessedAt = (await store.loginAttempts.read(counted, now)) >= suspiciousAttempts;
  const free = isGuessedAt ? freeAttemptsWhenGuessedAt : freeAttempts;
  const taken = await store.networkAttempts.take(attempt, { free, waitsMs, now });
  if ('waitEnd' in taken) throw createTooManyAttempts(taken.waitEnd - now);
  // Attempts above the network's limit do not count here, so that one network cannot make an account look attacked.
  await store.loginAttempts.count(counted, { now, end: now + suspicionMs });
  const left = free - taken.counted;
  return left > 0 && left <= lastTries ? left : undefined;
}

/**
 * Counts a new user name, if its network tries many names. Call it before {@link takeAttempt}.
 *
 * @returns whether the name is new for this network
 */
export async function takeName(
  { config, store, clock }: Parts,
  { context, flow }: { readonly context: Context; readonly flow: Flow },
  account: Account,
): Promise<boolean> {
  const now = clock.now();
  const network_hash = hashNetwork(context, config);
  const attempt = { ...unifySpelling(account), network_hash };
  if (await store.networkAttempts.has(attempt, now)) return false;
  const failed = await store.rateCounters.add(nameCounter(network_hash), 0, { now, end: now });
  if (failed.used < suspiciousNames) return true;
  const window = { now, end: now + namesMs };
  const own = await store.rateCounters.add(`names ${flow.token_hash}`, 1, window);
  if (own.used > newNames.flow) throw createTooManyAttempts(own.windowEnd - now);
  const kind = flow.session_hash === null ? 'strange' : 'invited';
  const key = `${kind} names ${network_hash}`;
  const taken = await store.rateCounters.add(key, 1, { now, end: now + minuteMs });
  if (taken.used > newNames.network) throw createTooManyAttempts(taken.windowEnd - now);
  return true;
}

/** Counts a sign-in of a flow. A successful sign-in is subtracted again; too many failures end the flow. */
export async function takeSignIn(parts: Parts, flow: Flow): Promise<void> {
  if (await parts.store.flows.countSignIn(flow, maxSignIns)) return;
  await parts.store.flows.move(flow, { step: flow.step, expires_at: parts.clock.now() });
  throw createExpired('Too many attempts to sign in. Start again.');
}

/** Counts a failed user name of a network. Call it when the sign-in with a new name has failed. */
export async function countFailedName(
  { config, store, clock }: Parts,
  context: Context,
): Promise<void> {
  const now = clock.now();
  const key = nameCounter(hashNetwork(context, config));
  await store.rateCounters.add(key, 1, { now, end: now + namesMs });
}

function nameCounter(networkHash: string): string {
  return `failed names ${networkHash}`;
}

/** Deletes this network's attempts after a successful login. The attempts of other networks stay. */
export async function forgetAttempts(
  { config, store }: Parts,
  context: Context,
  account: Account,
): Promise<void> {
  const counted = unifySpelling(account);
  const network_hash = hashNetwork(context, config);
  const attempts = await store.networkAttempts.forget({ ...counted, network_hash });
  if (attempts > 0) await store.loginAttempts.takeBack(counted, attempts);
}

/**
 * Unifies the spelling of a user name. Providers usually accept several spellings, and each would have separate
 * guesses. NFKC maps compatible characters, such as full-width letters, to the common ones.
 *
 * @see https://www.unicode.org/reports/tr15/#Norm_Forms
 */
function unifySpelling({ provider_id, username }: Account): Account {
  return { provider_id, username: username.normalize('NFKC').trim().toLowerCase() };
}

export function hashNetwork(context: Context, { trustedProxies }: Settings): string {
  return hashKey(readClientNetwork(context, trustedProxies));
}

/** Creates the refusal for a network that must wait. The service limits it; the provider has locked nothing. */
function createTooManyAttempts(waitMs: number): Refusal {
  return new Refusal([429, 'too_many_attempts'], 'Too many failed attempts; try again later.', {
    headers: toRetryAfter(waitMs),
  });
}

/** Creates the refusal for an account that its provider has locked for `waitMs` more milliseconds. */
export function createAccountLocked(waitMs: number = providerLockMs): Refusal {
  return new Refusal(
    [423, 'account_locked'],
    'The provider has locked this account; try again later.',
    { headers: toRetryAfter(waitMs) },
  );
}
