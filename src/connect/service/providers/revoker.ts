import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import type { Metrics } from '../http/metrics.ts';
import { createJobLoop, type JobLoop } from '../store/job-loop.ts';
import type { Store } from '../store/store.ts';
import { openGrant } from './grants.ts';
import type { ProviderRegistry } from './registry.ts';
import type { Revocation } from './revocations.ts';
import { runPlugin } from './run-plugin.ts';
import { pluginTimeoutMs } from './supervise.ts';

export interface RevokerParts {
  readonly store: Store;
  readonly providers: ProviderRegistry;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'revocations'>;
  /** Shows developers the stack of a plug-in's error. */
  readonly isLocal?: boolean | undefined;
}

/** The result of a try. `unneeded`: the plug-in revokes nothing, or the grant is still in use. */
type Result = 'revoked' | 'unneeded' | 'failed';

const firstDelayMs = 5000;
const maxDelayMs = 24 * 60 * 60 * 1000;
const jitter = 0.25;

/**
 * @param attempts - the number of failed tries, at least 1
 * @returns the time until the next try in milliseconds: 5 s, then four times as long each time, up to a day. Jitter
 *   spreads the grants of a provider that was down
 */
function chooseDelay(attempts: number): number {
  const delay = Math.min(firstDelayMs * 4 ** (attempts - 1), maxDelayMs);
  return Math.round(delay * (1 - jitter + 2 * jitter * Math.random()));
}

/** Revokes the grants in the queue at their providers. */
export function createRevoker(parts: RevokerParts): JobLoop {
  const { store, clock, log, metrics } = parts;

  async function run(revocation: Revocation): Promise<void> {
    const result = await tryOnce(parts, revocation);
    metrics.revocations.inc({ result });
    if (result !== 'failed') await store.revocations.remove(revocation);
    else
      await store.revocations.postpone(revocation, clock.now() + chooseDelay(revocation.attempts));
  }

  return createJobLoop({
    clock,
    log,
    name: 'revocations',
    maxAtOnce: 20,
    leaseMs: 3 * pluginTimeoutMs,
    // A plug-in may hang.
    stopMs: 2000,
    claim: store.revocations.take,
    run,
  });
}

async function tryOnce(parts: RevokerParts, { grant: given }: Revocation): Promise<Result> {
  const { providers, log, isLocal = false } = parts;
  const { client_id, environment, provider_id, sealed_grant } = given;
  const plugin = providers.findPlugin(environment, provider_id);
  if (!plugin) {
    log.error({ provider_id }, 'a grant waits for its provider plug-in, which is missing');
    return 'failed';
  }
  const revoke = plugin.revoke?.bind(plugin);
  if (!revoke) return 'unneeded';
  const grant = openGrant(providers, given, sealed_grant);
  if (!grant) {
    log.error({ provider_id }, 'a grant cannot be revoked: GRANT_KEY does not contain its key');
    return 'failed';
  }
  const inUse = await parts.store.revocations.listInUse(given);
  // A provider may return the same grant again. Revoking it would end the newer connection.
  const isInUse = inUse.some((held) =>
    isDeepStrictEqual(openGrant(providers, held, held.sealed_grant)?.value, grant.value),
  );
  if (isInUse) return 'unneeded';
  // The key of a deleted application can have a suffix after a space. A client ID never contains a space.
  const [clientId = client_id] = client_id.split(' ');
  const about = { clientId, environment, locale: 'en', log, isLocal };
  const call = { ...about, method: 'revoke' } as const;
  const answer = await runPlugin(plugin, call, async (context) => revoke(grant.value, context));
  return answer.ok ? 'revoked' : 'failed';
}
