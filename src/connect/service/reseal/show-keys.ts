import { setTimeout as wait } from 'node:timers/promises';
import type { GrantSeal } from '../basics/grant-seal.ts';
import type { Logger } from '../basics/logger.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Store } from '../store/store.ts';

/** The interval at which the sealed values are counted, in milliseconds. A count reads every row, so it is rare. */
const countEveryMs = 60 * 60 * 1000;

interface KeyParts {
  readonly store: Pick<Store, 'sealedValues'>;
  readonly metrics: Pick<Metrics, 'sealedValues'>;
  readonly log: Logger;
  readonly seal: GrantSeal;
}

/** Sets the metric of sealed values at the start and once an hour, unless there is no key. */
export function startShowingKeys(parts: KeyParts): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const ended = parts.seal.isEncrypting ? run(parts, signal) : Promise.resolve();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([ended, wait(1000, undefined, { ref: false })]);
    },
  };
}

async function run(parts: KeyParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await showKeys(parts).catch((error) => {
      if (!signal.aborted) parts.log.warn({ err: error }, 'counting sealed values failed');
    });
    await wait(countEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

/** Sets the metric. It names keys by their position in GRANT_KEY, so that it has three series. */
export async function showKeys({ store, metrics, seal }: Omit<KeyParts, 'log'>): Promise<void> {
  const counts = { first: 0, second: 0, missing: 0 };
  for (const [name, count] of await store.sealedValues.countKeys()) {
    const [first, second] = seal.keyNames;
    const place = name === first ? 'first' : name === second ? 'second' : 'missing';
    counts[place] += count;
  }
  for (const [key, count] of Object.entries(counts)) metrics.sealedValues.set({ key }, count);
}
