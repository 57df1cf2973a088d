import type { Context } from 'hono';
import { Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { readClientAddress } from './client-address.ts';

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
  await limiters.logins.take(readClientAddress(context, config.isProxyTrusted));
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
  const attempts = await store.loginAttempts.count(account, { now, end: now + windowMs });
  if (attempts > maxAttempts) throw createAccountLocked();
}

/** @returns the refusal of an account that is locked, here or at the provider */
export function createAccountLocked(): Refusal {
  return new Refusal(
    [423, 'account_locked'],
    'This account is locked after too many attempts; try again later.',
    { retryable: false },
  );
}
