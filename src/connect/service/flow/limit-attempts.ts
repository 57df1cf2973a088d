import type { Context } from 'hono';
import { readClientNetwork } from '../http/client-address.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import type { AppConfig, Services } from '../services.ts';
import { hashKey } from '../store/rate-counters.ts';

const minuteMs = 60 * 1000;

/** Attempts that a network has at an account before it has to wait. */
const freeAttempts = 10;
/** The wait after those doubles with every further attempt. */
const waitsMs = [1, 2, 4, 8, 16].map((minutes) => minutes * minuteMs);
/** More failed attempts than this, from all networks in this time, are not typing errors. */
const suspiciousAttempts = 50;
const suspicionMs = 60 * minuteMs;
/** Attempts per network then: an attacker with many networks gets few from each. */
const freeAttemptsWhenGuessedAt = 2;
/** How long a provider locks an account, if it does not say. */
const providerLockMs = 5 * minuteMs;

interface Account {
  readonly providerId: string;
  readonly username: string;
}

/**
 * Counts an attempt at an account, before it is known whether it succeeds. Only the network that guesses
 * has to wait: a lock for all would let anyone lock out anyone.
 *
 * @param services - store, clock and configuration
 * @param account - provider and username
 * @throws Refusal 423 `account_locked` after too many attempts of this network without success
 */
export async function takeAttempt(
  { config, store, clock }: Services,
  context: Context,
  account: Account,
): Promise<void> {
  const now = clock.now();
  const attempt = { ...account, networkHash: hashNetwork(context, config) };
  const isGuessedAt = (await store.loginAttempts.read(account, now)) >= suspiciousAttempts;
  const free = isGuessedAt ? freeAttemptsWhenGuessedAt : freeAttempts;
  const waitEnd = await store.networkAttempts.take(attempt, { free, waitsMs, now });
  if (waitEnd !== null) throw createAccountLocked(waitEnd - now);
  // Attempts over the limit of their network do not count: one network cannot make an account look
  // attacked.
  await store.loginAttempts.count(account, { now, end: now + suspicionMs });
}

/**
 * Forgets the attempts of this network, after a log-in that succeeded; those of others stay.
 *
 * @param services - store and configuration
 * @param account - provider and username
 */
export async function forgetAttempts(
  { config, store }: Services,
  context: Context,
  account: Account,
): Promise<void> {
  const networkHash = hashNetwork(context, config);
  const attempts = await store.networkAttempts.forget({ ...account, networkHash });
  if (attempts > 0) await store.loginAttempts.takeBack(account, attempts);
}

function hashNetwork(context: Context, { trustedProxies }: AppConfig): string {
  return hashKey(readClientNetwork(context, trustedProxies));
}

/**
 * @param waitMs - how long the lock-out still lasts
 * @returns the refusal of an account that is locked, here or at the provider
 */
export function createAccountLocked(waitMs: number = providerLockMs): Refusal {
  return new Refusal(
    [423, 'account_locked'],
    'This account is locked after too many attempts; try again later.',
    { retryable: false, headers: toRetryAfter(waitMs) },
  );
}
