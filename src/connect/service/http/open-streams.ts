import { Refusal } from './refusal.ts';

/** How many documents may listen for events at once. */
export interface StreamLimits {
  /** In this process: each costs a query and a half a second. */
  readonly max: number;
  /** Of one network. */
  readonly maxPerNetwork: number;
}

/** The streams of events that this process answers. */
export interface OpenStreams {
  /**
   * Makes room for a document that wants to listen. A stream that the same document had before ends.
   * When there is no room left, the oldest stream of the busiest network ends.
   *
   * @param tokenHash - of the document
   * @param network - whom it counts against
   * @returns is aborted when the stream has to end
   * @throws Refusal 503 when its network has as many as it may
   */
  open(tokenHash: string, network: string): AbortSignal;
  /** The document's stream has ended. A newer stream of the document stays. */
  close(tokenHash: string, signal: AbortSignal): void;
}

interface OpenStream {
  readonly controller: AbortController;
  readonly network: string;
}

/**
 * @param limits - how many there may be
 * @returns streams, none of them open
 */
export function createOpenStreams({ max, maxPerNetwork }: StreamLimits): OpenStreams {
  /** By the hash of the document's token, the oldest first. */
  const streams = new Map<string, OpenStream>();

  function end(tokenHash: string): void {
    streams.get(tokenHash)?.controller.abort();
    streams.delete(tokenHash);
  }

  return {
    open(tokenHash, network) {
      end(tokenHash);
      const counts = countByNetwork([...streams.values()]);
      const own = (counts.get(network) ?? 0) + 1;
      if (own > maxPerNetwork) throw createTooMany();
      counts.set(network, own);
      if (streams.size >= max) end(findOldestOfBusiest(streams, counts));
      const controller = new AbortController();
      streams.set(tokenHash, { controller, network });
      return controller.signal;
    },
    close(tokenHash, signal) {
      if (streams.get(tokenHash)?.controller.signal === signal) streams.delete(tokenHash);
    },
  };
}

function countByNetwork(streams: readonly OpenStream[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { network } of streams) counts.set(network, (counts.get(network) ?? 0) + 1);
  return counts;
}

/** Of equally busy networks, the one whose stream is older. */
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

function createTooMany(): Refusal {
  const description = 'Too many pages of this network are listening; try again.';
  const headers = { 'Retry-After': '5' };
  return new Refusal([503, 'server_error'], description, { retryable: true, headers });
}
