import type { Clock } from './basics/clock.ts';
import type { Logger } from './basics/logger.ts';
import type { Metrics } from './http/metrics.ts';
import type { AppConfig } from './http/parts.ts';
import type { ProviderRegistry } from './providers/registry.ts';
import { createRevoker } from './revocations/revoker.ts';
import type { Deletions } from './store/deletions.ts';
import type { Store } from './store/store.ts';
import { createDeliverer } from './webhooks/deliverer.ts';
import type { LocalEvents } from './webhooks/local-events.ts';
import { createFindRules } from './webhooks/receiver-rules.ts';
import { createSender } from './webhooks/send-webhook.ts';

/** The parts that the workers share. */
interface WorkerParts {
  readonly store: Store;
  readonly providers: ProviderRegistry;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly deletions: Deletions;
  readonly config: AppConfig;
}

/** The work of a process besides its requests. */
interface Workers extends Pick<LocalEvents, 'deliver'> {
  /** Resolves when nothing is under way. */
  stop(): Promise<void>;
}

const sweepIntervalMs = 5 * 60 * 1000;

/** Starts to sweep expired rows, to revoke grants and to send events to webhooks. */
export function startWorkers(parts: WorkerParts): Workers {
  const { config, deletions, providers } = parts;
  const sweeping = startSweeping(parts);
  const revoker = createRevoker({ ...parts, isLocal: config.opensProvidersToTests });
  const deliverer = createDeliverer({
    ...parts,
    readRealTime: Date.now,
    seal: providers.seal,
    send: createSender(),
    findRules: createFindRules(config),
  });
  revoker.start();
  deliverer.start();
  return {
    async deliver() {
      await parts.store.events.publish(parts.clock.now());
      await deliverer.deliverDue();
    },
    async stop() {
      await Promise.all([sweeping.stop(), deletions.stop(), revoker.stop(), deliverer.stop()]);
    },
  };
}

/** Sweeps at intervals, one sweep at a time, and continues interrupted deletions. */
function startSweeping({ store, log, clock, deletions }: WorkerParts) {
  let sweeping: Promise<void> = sweep();

  async function sweep(): Promise<void> {
    deletions.start();
    try {
      await store.purge(clock.now());
    } catch (error) {
      log.error({ err: error }, 'sweep failed');
    }
  }

  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep);
  }, sweepIntervalMs).unref();
  return {
    /** Resolves when the current sweep has ended. */
    stop(): Promise<void> {
      clearInterval(timer);
      return sweeping;
    },
  };
}
