import type { Context } from 'hono';
import { readClientNetwork } from '../http/client-address.ts';
import type { Parts, Settings } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { hashKey } from '../store/rate-counters.ts';
import { createExpired } from './flow-token.ts';
import type { Flow } from './flows-table.ts';

const minuteMs = 60 * 1000;

/** The attempts of a network at an account before it must wait. */
const freeAttempts = 10;
/** The wait doubles with every further attempt. */
const waitsMs = [1, 2, 4, 8, 16].map((minutes) => minutes * minuteMs);
/** More failed attempts than this, from all networks within the window, are not typing errors. */
const suspiciousAttempts = 50;
const suspicionMs = 60 * minuteMs;
/** A network's attempts while an account is being attacked. An attacker with many networks gets few from each. */
const freeAttemptsWhenGuessedAt = 2;
/** From this number on, the person is told how many tries remain. */
const lastTries = 2;
/** More failed user names than this from a network within ten minutes are not typing errors. */
const suspiciousNames = 30;
const namesMs = 10 * minuteMs;
/**
 * The new names of a suspicious network in a minute. Other people may share it, so it gets as many again for flows with
 * sessions of backends, which strangers do not have. A single flow gets three in ten minutes, because people mistype
 * once or twice.
 */
const newNames = { network: 30, flow: 3 } as const;
/** The next failed sign-in ends the flow. */
const maxSignIns = 20;
/** For a provider that does not state how long its lock lasts. */
const providerLockMs = 5 * minuteMs;

interface Account {
  readonly provider_id: string;
  readonly username: string;
}

/**
 * Counts an attempt at an account before the login is tried. Only the guessing network has to wait, because a lock for
 * all networks would let anyone lock out anyone else.
 *
 * @returns how many tries are left without a wait, if the person should know
 */
export async function takeAttempt(
  { config, store, clock }: Pick<Parts, 'clock' | 'config' | 'store'>,
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
 * Counts a new user name from a network that tries many. Call it before {@link takeAttempt}.
 *
 * @returns whether the name is new for this network
 */
export async function takeName(
  { config, store, clock }: Pick<Parts, 'clock' | 'config' | 'store'>,
  { context, flow }: { readonly context: Context; readonly flow: Flow },
  account: Account,
): Promise<boolean> {
  const now = clock.now();
  const network_hash = hashNetwork(context, config);
  const attempt = { ...unifySpelling(account), network_hash };
  if (await store.networkAttempts.has(attempt, now)) return false;
  const failed = await store.rateCounters.add(nameCounter(network_hash), 0, { now, end: now });
  if (failed.used < suspiciousNames || failed.windowEnd <= now) return true;
  const own = await store.rateCounters.add(`names ${flow.token_hash}`, 1, {
    now,
    end: now + namesMs,
  });
  if (own.used > newNames.flow) throw createTooManyAttempts(own.windowEnd - now);
  const kind = flow.session_hash === null ? 'strange' : 'invited';
  const key = `${kind} names ${network_hash}`;
  const taken = await store.rateCounters.add(key, 1, { now, end: now + minuteMs });
  if (taken.used > newNames.network) throw createTooManyAttempts(taken.windowEnd - now);
  return true;
}

/** Counts a sign-in of a flow. Success subtracts it again; too many failures end the flow. */
export async function takeSignIn(parts: Pick<Parts, 'clock' | 'store'>, flow: Flow): Promise<void> {
  if (await parts.store.flows.countSignIn(flow, maxSignIns)) return;
  await parts.store.flows.move(flow, { step: flow.step, expires_at: parts.clock.now() });
  throw createExpired('Too many tries to sign in. Start again.');
}

/** Call it when the sign-in with a new user name has failed. */
export async function countFailedName(
  { config, store, clock }: Pick<Parts, 'clock' | 'config' | 'store'>,
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
  { config, store }: Pick<Parts, 'config' | 'store'>,
  context: Context,
  account: Account,
): Promise<void> {
  const counted = unifySpelling(account);
  const network_hash = hashNetwork(context, config);
  const attempts = await store.networkAttempts.forget({ ...counted, network_hash });
  if (attempts > 0) await store.loginAttempts.takeBack(counted, attempts);
}

/**
 * Providers usually accept several spellings of a user name, and each would have separate guesses. NFKC maps compatible
 * characters, such as full-width letters, to the common ones.
 *
 * @see https://www.unicode.org/reports/tr15/#Norm_Forms
 */
function unifySpelling({ provider_id, username }: Account): Account {
  return { provider_id, username: username.normalize('NFKC').trim().toLowerCase() };
}

export function hashNetwork(context: Context, { trustedProxies }: Settings): string {
  return hashKey(readClientNetwork(context, trustedProxies));
}

/** This limit belongs to the service. Nothing is locked at the provider. */
function createTooManyAttempts(waitMs: number): Refusal {
  return new Refusal([429, 'too_many_attempts'], 'Too many failed attempts; try again later.', {
    headers: toRetryAfter(waitMs),
  });
}

/** `waitMs` is the remaining time of the provider's lock, in milliseconds. */
export function createAccountLocked(waitMs: number = providerLockMs): Refusal {
  return new Refusal(
    [423, 'account_locked'],
    'The provider has locked this account; try again later.',
    { headers: toRetryAfter(waitMs) },
  );
}
