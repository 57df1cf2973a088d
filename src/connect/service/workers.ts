import { setTimeout as wait } from 'node:timers/promises';
import { createDeliverer } from './events/deliverer.ts';
import type { LocalEvents } from './events/local-events.ts';
import { createFindRules, createSender } from './events/send-webhook.ts';
import type { Parts } from './http/parts.ts';
import { createRevoker } from './providers/revocations.ts';
import { startShowingKeys } from './reseal/show-keys.ts';

interface WorkerParts
  extends Pick<Parts, 'store' | 'providers' | 'clock' | 'log' | 'metrics' | 'config'> {
  readonly deletions: Deletions;
}

/** The background work: deleting expired rows, revoking grants, and sending events to webhooks. */
interface Workers extends Pick<LocalEvents, 'deliver' | 'catchUp'> {
  stop(): Promise<void>;
}

const sweepIntervalMs = 5 * 60 * 1000;
/** The time that a stop waits, in milliseconds. A plug-in may hang; its grant is then revoked after the next start. */
const stopMs = 2000;

export function startWorkers(parts: WorkerParts): Workers {
  const { config, deletions, providers } = parts;
  const sweeping = startSweeping(parts);
  const showingKeys = startShowingKeys({ ...parts, seal: providers.seal });
  const revoker = createRevoker({ ...parts, isLocal: config.opensProvidersToTests });
  const deliverer = createDeliverer({
    ...parts,
    readRealTime: Date.now,
    seal: providers.seal,
    send: createSender(),
    findRules: createFindRules(config),
  });
  let catchingUp = Promise.resolve();
  let isStopped = false;
  revoker.start();
  deliverer.start();

  async function deliver(): Promise<void> {
    await parts.store.events.publish(parts.clock.now());
    await deliverer.runDue();
  }

  async function catchUp(): Promise<void> {
    try {
      await sweeping.catchUp();
      // Both tasks run in parallel, so that a plug-in that hangs does not delay events.
      if (!isStopped) await Promise.all([deliver(), revoker.runDue()]);
    } catch (error) {
      parts.log.error({ err: error }, 'catching up with the clock failed');
    }
  }

  return {
    async deliver() {
      await catchingUp;
      await deliver();
    },
    catchUp() {
      catchingUp = catchingUp.then(catchUp);
      return catchingUp;
    },
    async stop() {
      isStopped = true;
      const workers = [sweeping, showingKeys, deletions, revoker, deliverer].map((worker) =>
        worker.stop(),
      );
      await Promise.all([
        ...workers,
        Promise.race([catchingUp, wait(stopMs, null, { ref: false })]),
      ]);
    },
  };
}

/** Deletes expired rows at intervals, one sweep at a time, and continues interrupted deletions of applications. */
function startSweeping({ store, log, clock, deletions, metrics }: WorkerParts) {
  const stopping = new AbortController();
  let sweeping: Promise<void> = sweep();

  async function sweep(now = clock.now()): Promise<void> {
    deletions.start();
    try {
      await store.purge(now, stopping.signal);
      metrics.lastSweep.set(clock.now() / 1000);
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error }, 'sweep failed');
    }
  }

  async function sweepInOrder(): Promise<void> {
    const now = clock.now();
    let last = 0;
    try {
      for (;;) {
        const due = await store.consents.findDue(now);
        // The due time has not changed, so the sweep has failed. It has logged the error.
        if (due === undefined || due <= last) break;
        last = due;
        await sweep(due);
      }
    } catch (error) {
      log.error({ err: error }, 'sweep failed');
    }
    await sweep(now);
  }

  const timer = setInterval(() => {
    sweeping = sweeping.then(() => sweep());
  }, sweepIntervalMs).unref();
  return {
    /**
     * Call it after the clock was moved. It sweeps once for each time at which a consent ended, or its end was to be
     * announced. A single sweep would not announce the end of a consent that is already over.
     */
    catchUp(): Promise<void> {
      sweeping = sweeping.then(sweepInOrder);
      return sweeping;
    },
    /** Stops after the current batch. A long sweep would outlast the time in which the process must end. */
    stop(): Promise<void> {
      clearInterval(timer);
      stopping.abort();
      return sweeping;
    },
  };
}

/** Background work that deletes the rows of deleted applications. */
type Deletions = ReturnType<typeof createDeletions>;

export function createDeletions({ store, log }: Pick<Parts, 'log' | 'store'>) {
  const stopping = new AbortController();
  let working: Promise<void> | undefined;
  let isAskedAgain = false;

  async function work(): Promise<void> {
    do {
      isAskedAgain = false;
      try {
        await store.purgeDeleted(stopping.signal);
      } catch (error) {
        log.error({ err: error }, 'deleting the rows of deleted applications failed');
      }
    } while (isAskedAgain && !stopping.signal.aborted);
    working = undefined;
  }

  return {
    /** Starts the deletion. Call it when the service starts, and after an application was deleted. */
    start(): void {
      isAskedAgain = true;
      if (!stopping.signal.aborted) working ??= work();
    },
    /** Stops after the current transaction. The remaining rows are deleted after the next start of the service. */
    async stop(): Promise<void> {
      stopping.abort();
      await working;
    },
  };
}
