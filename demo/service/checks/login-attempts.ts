import type { Context } from 'hono';
import { Refusal, toRetryAfter } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readClientNetwork } from './client-address.ts';

const maxAttempts = 10;
const windowMs = 5 * 60 * 1000;

/**
 * Counts a password or a one-time code against the address that sent it.
 *
 * @param services - limiters and configuration
 * @param context - the request
 * @throws Refusal 429 `rate_limited`
 */
export async function takeLogin({ config, limiters }: Services, context: Context): Promise<void> {
  await limiters.logins.take(readClientNetwork(context, config.isProxyTrusted));
}

/**
 * Counts an attempt at an account, before it is known whether it succeeds.
 *
 * @param services - store and clock
 * @param account - provider and username
 * @throws Refusal 423 `account_locked` after too many attempts without success
 */
export async function assertAccountOpen(
  { store, clock }: Services,
  account: { readonly providerId: string; readonly username: string },
): Promise<void> {
  const now = clock.now();
  const window = { now, end: now + windowMs };
  const { attempts, windowEnd } = await store.loginAttempts.count(account, window);
  if (attempts > maxAttempts) throw createAccountLocked(windowEnd - now);
}

/**
 * @param waitMs - how long the lock-out still lasts; a provider that does not say is asked again
 *   after as long as one of our own
 * @returns the refusal of an account that is locked, here or at the provider
 */
export function createAccountLocked(waitMs: number = windowMs): Refusal {
  return new Refusal(
    [423, 'account_locked'],
    'This account is locked after too many attempts; try again later.',
    { retryable: false, headers: toRetryAfter(waitMs) },
  );
}
