import type { Clock } from '../basics/clock.ts';
import type { Logger } from '../basics/logger.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { anyFlow } from '../store/flow-changes.ts';
import { createJoiner } from '../store/joiner.ts';
import type { Store } from '../store/store.ts';
import { type Followed, type ServedStream, type StreamParts, serveStream } from './serve-stream.ts';

/** Milliseconds between two reads of the changes. */
const pollMs = 500;
/** Rows that one statement reads or marks. */
const maxRows = 500;

/** Serves every stream of this process with one read of what has changed. */
export interface EventHub {
  /**
   * Sends an event for each change until the last, as server-sent events.
   *
   * @returns when the stream has ended: also when the database fails, and when the service stops. Then the page asks
   *   again, perhaps another process
   */
  follow(followed: Followed): Promise<void>;
}

interface HubParts {
  readonly store: Pick<Store, 'connectSessions' | 'flows' | 'handoffs' | 'listFlowChanges'>;
  readonly clock: Clock;
  readonly lifecycle: Lifecycle;
  readonly log: Logger;
}

/** A stream, and what ends it. */
interface OwnStream {
  readonly served: ServedStream;
  readonly tokenHash: string;
  end(): void;
}

/** @returns a hub that reads nothing while there is no stream */
export function createEventHub({ store, clock, lifecycle, log }: HubParts): EventHub {
  const parts = joinStatements(store, clock);
  const streams = new Set<OwnStream>();
  let isPolling = false;
  /** Undefined: changes may have been missed. */
  let position: string | undefined;

  async function poll(): Promise<void> {
    if (lifecycle.isStopping()) return endAll();
    try {
      await wakeChanged();
    } catch (error) {
      log.error({ err: error }, 'event streams failed');
      position = undefined;
      endAll();
    }
  }

  async function wakeChanged(): Promise<void> {
    const changes = await store.listFlowChanges(position);
    const changed = new Set(changes.hashes);
    const isUnclear = position === undefined || changed.has(anyFlow);
    position = changes.position;
    const now = clock.now();
    for (const { served, tokenHash } of streams)
      served.wake(isUnclear || changed.has(tokenHash), now);
  }

  function schedule(): void {
    if (isPolling) return;
    isPolling = true;
    setTimeout(async () => {
      await poll();
      isPolling = false;
      if (streams.size > 0) schedule();
      else position = undefined;
    }, pollMs).unref();
  }

  function endAll(): void {
    for (const { end } of streams) end();
  }

  return {
    async follow(followed) {
      const own = new AbortController();
      const signal = AbortSignal.any([followed.signal, own.signal]);
      const served = serveStream(parts, { ...followed, signal });
      const stream = { served, tokenHash: followed.tokenHash, end: () => own.abort() };
      streams.add(stream);
      schedule();
      try {
        await served.ended;
      } catch (error) {
        // The page has left, or a statement has failed.
        if (!signal.aborted) log.error({ err: error }, 'event stream failed');
      } finally {
        streams.delete(stream);
      }
    },
  };
}

/** Streams that are served at the same moment share their statements. */
function joinStatements(
  { flows, connectSessions, handoffs }: HubParts['store'],
  clock: Clock,
): StreamParts {
  const options = { max: maxRows };
  const findFlow = createJoiner(async (hashes: readonly string[]) => {
    const found = await flows.findAll(hashes);
    return hashes.map((hash) => ({ found: found.get(hash) }));
  }, options);
  const findEnd = createJoiner(async (hashes: readonly string[]) => {
    const found = await connectSessions.listOpen(hashes, clock.now());
    return hashes.map((hash) => ({ found: found.get(hash) }));
  }, options);
  const mark = createJoiner(async (hashes: readonly string[]) => {
    await handoffs.markSeen(hashes, clock.now());
    return hashes;
  }, options);
  return {
    ...{ clock, mark },
    look: {
      findFlow: async (hash) => (await findFlow(hash)).found,
      findSessionEnd: async (hash) => (await findEnd(hash)).found,
    },
  };
}
