import { outsideSpans } from '../basics/spans.ts';
import type { Parts } from '../http/parts.ts';
import { anyFlow } from '../store/flow-changes.ts';
import { createJoiner } from '../store/joiner.ts';
import { type Followed, type StreamParts, serveStream } from './serve-stream.ts';

/** The interval at which this process reads the changes of all flows from the database, in milliseconds. */
const pollMs = 500;
/** The maximum number of rows that one statement reads or marks. */
const maxRows = 500;

/** The interval, in milliseconds, of storing that an awaited document is present. A popup may then join for 15 s. */
const markMs = 10_000;

interface OwnStream {
  readonly served: ReturnType<typeof serveStream>;
  readonly tokenHash: string;
  readonly isAwaited: boolean;
}

/** Serves all event streams of this process. One statement reads the changes of all flows, if a stream is open. */
export function createEventHub(needed: Pick<Parts, 'clock' | 'lifecycle' | 'log' | 'store'>) {
  const { store, clock, lifecycle, log } = needed;
  const parts = {
    ...joinStatements(store, clock),
    onError: (error: unknown) => log.error({ err: error }, 'event stream failed'),
  };
  const streams = new Set<OwnStream>();
  let isPolling = false;
  /** The position of the last change that was read. Undefined when changes may have been missed by the streams. */
  let position: string | undefined;
  /** When documents are next stored as present, in milliseconds since the epoch. */
  let markAt = 0;

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
    for (const { served, tokenHash } of streams) {
      const isCalled = isUnclear || changed.has(tokenHash);
      if (isCalled || served.dueAt <= now) served.wake(isCalled, now);
    }
    if (markAt > now) return;
    markAt = now + markMs;
    await markAwaited(store, streams, now);
  }

  function schedule(): void {
    if (isPolling) return;
    isPolling = true;
    outsideSpans(() => setTimeout(pollOnce, pollMs).unref());
  }

  async function pollOnce(): Promise<void> {
    await poll();
    isPolling = false;
    if (streams.size > 0) schedule();
    else position = undefined;
  }

  function endAll(): void {
    for (const { served } of streams) served.end();
  }

  return {
    /**
     * Sends an event for each change of the document's flow, until the last event. The stream also ends when the
     * database fails or the service stops. The page then reconnects, perhaps to another process.
     *
     * @returns a function that ends the stream
     */
    follow(followed: Followed): () => void {
      const { isAwaited, tokenHash } = followed;
      const onEnd = () => {
        streams.delete(stream);
        followed.onEnd();
      };
      const served = serveStream(parts, { ...followed, onEnd });
      const stream = { served, tokenHash, isAwaited };
      streams.add(stream);
      schedule();
      return served.end;
    },
  };
}

/** Stores that all awaited documents are present, in one statement, because each statement waits for the disk. */
async function markAwaited(
  { handoffs }: Parts['store'],
  streams: ReadonlySet<OwnStream>,
  now: number,
): Promise<void> {
  const hashes = [...streams].flatMap((stream) => (stream.isAwaited ? [stream.tokenHash] : []));
  for (let index = 0; index < hashes.length; index += maxRows) {
    await handoffs.markSeen(hashes.slice(index, index + maxRows), now);
  }
}

/** Combines the reads of several streams at the same moment into one statement. */
function joinStatements(
  { flows, connectSessions, handoffs }: Parts['store'],
  clock: Parts['clock'],
): Omit<StreamParts, 'onError'> {
  const joinReads = <Found>(
    name: string,
    read: (hashes: readonly string[]) => Promise<ReadonlyMap<string, Found>>,
  ) => {
    const find = createJoiner(
      async (hashes: readonly string[]) => {
        const found = await read(hashes);
        return hashes.map((hash) => ({ found: found.get(hash) }));
      },
      { name, max: maxRows },
    );
    return async (hash: string) => (await find(hash)).found;
  };
  const mark = createJoiner(
    async (hashes: readonly string[]) => {
      await handoffs.markSeen(hashes, clock.now());
      return hashes;
    },
    { name: 'mark flows', max: maxRows },
  );
  return {
    ...{ clock, mark },
    look: {
      findFlow: joinReads('find flows', (hashes) => flows.findAll(hashes)),
      findSessionEnd: joinReads('find sessions', (hashes) =>
        connectSessions.listOpen(hashes, clock.now()),
      ),
    },
  };
}
