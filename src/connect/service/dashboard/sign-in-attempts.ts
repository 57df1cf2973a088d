import { findSite } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { hashKey } from '../store/rate-counters.ts';
import type { Store } from '../store/store.ts';

const windowMs = 15 * 60 * 1000;
const maxPerNetwork = 10;
/** An IPv6 customer may have 65,536 networks. */
const maxPerSite = 30;
/** Further attempts of strangers are delayed. */
const maxOfStrangers = 200;
/** The delay grows with each attempt of strangers above their limit, in milliseconds. */
const delayStepMs = 40;
/** Shorter than the dashboard waits for an answer. */
const maxDelayMs = 8000;
/**
 * In the place of a provider's ID: attempts to sign in to the dashboard share the table of attempts at
 * accounts.
 */
const scope = 'dashboard sign-in';

/**
 * Counts an attempt to sign in before the password is checked, so that parallel guesses count, too. An
 * attempt over the limit of its network does not count for strangers; otherwise one network could slow down
 * everyone.
 *
 * Above the limit of strangers, an attempt is delayed and not refused. So strangers cannot lock out an
 * operator at a new address, however many addresses they have. A network with a recent sign-in never waits.
 *
 * @param network - the client's network, as limits count it
 * @throws Refusal 429 `rate_limited` after too many attempts of this network
 */
export async function takeSignInAttempt(
  parts: Pick<Parts, 'clock' | 'store'>,
  network: string,
): Promise<void> {
  const { store, clock } = parts;
  const now = clock.now();
  await take(network, maxPerNetwork);
  const isKnown = await store.operator.isKnownNetwork(hashKey(network), now);
  const site = findSite(network);
  // Some providers give the networks of a site to many customers, who could lock out an operator.
  if (site !== undefined) await take(site, isKnown ? Number.POSITIVE_INFINITY : maxPerSite);
  if (isKnown) return;
  const { attempts } = await count('*');
  if (attempts <= maxOfStrangers) return;
  await clock.sleep(Math.min((attempts - maxOfStrangers) * delayStepMs, maxDelayMs));

  async function take(username: string, max: number): Promise<void> {
    const { attempts, windowEnd } = await count(username);
    if (attempts > max) throw createTooMany(windowEnd - now);
  }

  function count(username: string) {
    const window = { now, end: now + windowMs };
    return store.loginAttempts.count({ providerId: scope, username }, window);
  }
}

/**
 * Forgets the attempts of a network after a sign-in.
 *
 * @param network - the client's network, as limits count it
 */
export async function forgetSignInAttempts(
  { loginAttempts }: Pick<Store, 'loginAttempts'>,
  network: string,
): Promise<void> {
  await loginAttempts.reset({ providerId: scope, username: network });
  const site = findSite(network);
  if (site !== undefined) await loginAttempts.takeBack({ providerId: scope, username: site }, 1);
}

function createTooMany(waitMs: number): Refusal {
  const minutes = Math.ceil(waitMs / 60_000);
  return new Refusal(
    [429, 'rate_limited'],
    `Too many attempts to sign in; try again in ${minutes} min.`,
    { retryable: true, headers: toRetryAfter(waitMs) },
  );
}
