import { findSite } from '../http/client-address.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal, toRetryAfter } from '../http/refusal.ts';
import { hashKey } from '../store/rate-counters.ts';
import type { Store } from '../store/store.ts';

const windowMs = 15 * 60 * 1000;
const maxPerNetwork = 10;
/** The limit of a site (48 bits of an IPv6 address). A customer may have a whole site, with 65,536 networks. */
const maxPerSite = 30;
/** The number of attempts from all unknown networks together, above which further attempts are delayed. */
const maxOfStrangers = 200;
/** The delay, in milliseconds, that each attempt above `maxOfStrangers` adds. */
const delayStepMs = 40;
/** The longest delay, in milliseconds. The dashboard waits longer than this for a response. */
const maxDelayMs = 8000;
/** Takes the place of a provider's ID in the table of login attempts, which also counts sign-ins to the dashboard. */
const scope = 'dashboard sign-in';

/**
 * Counts a sign-in before the password is checked, so that parallel guesses count, too. An attempt above the limit of
 * its own network does not count as an attempt from unknown networks, so that one network cannot slow down everyone.
 *
 * Above the limit of unknown networks, an attempt is delayed but not refused. So an attacker with many addresses
 * cannot lock out an operator at a new address. An attempt from a network with a recent sign-in is never delayed.
 *
 * @throws Refusal 429 `rate_limited` after too many attempts of this network
 */
export async function takeSignInAttempt(parts: Parts, network: string): Promise<void> {
  const { store, clock } = parts;
  const now = clock.now();
  await take(network, maxPerNetwork);
  const isKnown = await store.operator.isKnownNetwork(hashKey(network), now);
  const site = findSite(network);
  // A network with a recent sign-in is exempt. Some internet providers give the networks of one site to many
  // customers, and one of these could lock out an operator.
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
    return store.loginAttempts.count({ provider_id: scope, username }, window);
  }
}

/** Deletes the counted attempts of a network, after a sign-in from it. */
export async function forgetSignInAttempts(
  { loginAttempts }: Pick<Store, 'loginAttempts'>,
  network: string,
): Promise<void> {
  await loginAttempts.reset({ provider_id: scope, username: network });
  const site = findSite(network);
  if (site !== undefined) await loginAttempts.takeBack({ provider_id: scope, username: site }, 1);
}

function createTooMany(waitMs: number): Refusal {
  const minutes = Math.ceil(waitMs / 60_000);
  return new Refusal(
    [429, 'rate_limited'],
    `Too many attempts to sign in; try again in ${minutes} min.`,
    { headers: toRetryAfter(waitMs) },
  );
}
