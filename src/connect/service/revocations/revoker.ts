import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import { createPoller } from '../basics/poller.ts';
import type { Metrics } from '../http/metrics.ts';
import { openGrant } from '../providers/grants.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import { runPlugin } from '../providers/run-plugin.ts';
import { pluginTimeoutMs } from '../providers/supervise.ts';
import type { Revocation } from '../store/revocations.ts';
import type { Store } from '../store/store.ts';

/** Revokes the grants in the queue at their providers. */
export interface Revoker {
  /** Works on the queue every second until it is stopped. */
  start(): void;
  /** Tries each grant that is due once. */
  revokeDue(): Promise<void>;
  /** Waits briefly for calls under way. Grants whose call had not finished are revoked again after a restart. */
  stop(): Promise<void>;
}

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

const stopMs = 2000;
/**
 * The maximum number of grants revoked at once. The batch is small, so that a slow provider delays others only a
 * little.
 */
const batchSize = 20;
/** The lease outlives a call, so that only a process that was killed loses it. Another process then tries again. */
const leaseMs = 3 * pluginTimeoutMs;

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

export function createRevoker(parts: RevokerParts): Revoker {
  const { store, clock, log, metrics } = parts;
  let isStopped = false;

  async function revokeDue(): Promise<void> {
    for (let isMore = true; isMore && !isStopped; ) {
      const now = clock.now();
      const lease = { now, until: now + leaseMs, count: batchSize };
      const taken = await store.revocations.take(lease);
      await Promise.all(taken.entries.map(work));
      isMore = taken.isMore;
    }
  }

  async function work(revocation: Revocation): Promise<void> {
    const result = await tryOnce(parts, revocation);
    // The store is about to close. The grant stays in the queue.
    if (isStopped) return;
    metrics.revocations.inc({ result });
    const { id, attempts } = revocation;
    if (result !== 'failed') await store.revocations.remove(id);
    else await store.revocations.postpone(id, clock.now() + chooseDelay(attempts));
  }

  const poller = createPoller({
    work: revokeDue,
    onError: (error) => log.error({ err: error }, 'reading revocations failed'),
    stopMs,
  });

  return {
    start: poller.start,
    revokeDue,
    stop() {
      isStopped = true;
      return poller.stop();
    },
  };
}

async function tryOnce(parts: RevokerParts, revocation: Revocation): Promise<Result> {
  const { providers, log, isLocal = false } = parts;
  const { client_id, environment, provider_id, sealed_grant } = revocation;
  const plugin = providers.findPlugin(environment, provider_id);
  if (!plugin) {
    log.error({ provider_id }, 'a grant waits for its provider plug-in, which is missing');
    return 'failed';
  }
  const revoke = plugin.revoke?.bind(plugin);
  if (!revoke) return 'unneeded';
  const grant = openGrant(providers, revocation, sealed_grant);
  if (!grant) {
    log.error({ provider_id }, 'a grant cannot be revoked: GRANT_KEY does not contain its key');
    return 'failed';
  }
  const inUse = await parts.store.revocations.listInUse(revocation);
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
