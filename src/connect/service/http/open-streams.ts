import { createUnavailable } from './refusal.ts';

export interface StreamLimits {
  /** The maximum number of event streams of a process. Each stream is a connection and needs a file descriptor. */
  readonly max: number;
  readonly maxPerNetwork: number;
}

export type OpenStreams = ReturnType<typeof createOpenStreams>;

interface OpenStream {
  readonly controller: AbortController;
  readonly network: string;
}

export function createOpenStreams({ max, maxPerNetwork }: StreamLimits) {
  /** The open streams, oldest first. The key is the hash of the token that the document's flow has. */
  const streams = new Map<string, OpenStream>();
  const counts = new Map<string, number>();

  function count(network: string, change: 1 | -1): void {
    const next = (counts.get(network) ?? 0) + change;
    if (next > 0) counts.set(network, next);
    else counts.delete(network);
  }

  function remove(tokenHash: string): void {
    const stream = streams.get(tokenHash);
    if (!stream) return;
    streams.delete(tokenHash);
    count(stream.network, -1);
    stream.controller.abort();
  }

  return {
    /**
     * Opens an event stream for a document (a page in a frame or popup), and ends the document's earlier stream. When
     * the process has too many streams, the oldest stream of the busiest network ends. The stream must end when the
     * returned signal aborts.
     *
     * @throws Refusal 503 when the network has too many streams
     */
    open(tokenHash: string, network: string): AbortSignal {
      remove(tokenHash);
      if ((counts.get(network) ?? 0) >= maxPerNetwork)
        throw createUnavailable('Too many pages of this network listen for events; try again.');
      count(network, 1);
      if (streams.size >= max) remove(findOldestOfBusiest(streams, counts));
      const controller = new AbortController();
      streams.set(tokenHash, { controller, network });
      return controller.signal;
    },
    /** Removes the document's stream, unless a newer stream has replaced it. */
    close(tokenHash: string, signal: AbortSignal): void {
      if (streams.get(tokenHash)?.controller.signal === signal) remove(tokenHash);
    },
  };
}

/** Finds the oldest stream of the network, or of the networks, with the most streams. */
function findOldestOfBusiest(
  streams: ReadonlyMap<string, OpenStream>,
  counts: ReadonlyMap<string, number>,
): string {
  const most = Math.max(...[...streams.values()].map(({ network }) => counts.get(network) ?? 0));
  for (const [tokenHash, { network }] of streams) {
    if (counts.get(network) === most) return tokenHash;
  }
  return '';
}
