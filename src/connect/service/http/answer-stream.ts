import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { shortenPath } from './observe-requests.ts';
import { logFor } from './request-id.ts';

export interface Streaming {
  readonly headers: Readonly<Record<string, string>>;
  /** Called once, when the response has been sent or its connection has ended. */
  onEnd?(): void;
  /** True to cut off a receiver that reads less than 16 kB/s over 30 seconds. */
  readonly isPaced?: boolean;
  /** Logs an error of the body. Default: `answerStream` logs it as an error of the service. */
  logFailure?(error: unknown): void;
}

/** The size of a piece of the body. The receiver's speed is measured between two pieces. */
const pieceBytes = 64 * 1024;
const minBytesPerMs = 16;
const patienceMs = 30_000;
/**
 * The longest pause that a receiver can earn, in milliseconds. An operating system accepts more bytes only when a
 * third of its buffer is free. On loopback this is 1.4 MB, for which a receiver at the lowest speed needs 90 seconds.
 */
const maxPatienceMs = 120_000;

class SlowReceiverError extends Error {}

function findOutgoing(context: Context): HttpBindings['outgoing'] | undefined {
  return context.env?.outgoing;
}

/**
 * Streams a body as fast as its receiver reads, and cancels it when the receiver leaves. A partial body must not look
 * complete, so the connection breaks when the body fails or its receiver is too slow. The log says why.
 */
export function answerStream(
  context: Context,
  body: ReadableStream<Uint8Array>,
  streaming: Streaming,
): Response {
  const { headers, isPaced = false, onEnd } = streaming;
  const outgoing = findOutgoing(context);
  const reader = body.getReader();
  const pace = createPace(() => isPaced && fail(new SlowReceiverError('takes less than 16 kB/s')));
  let rest: Uint8Array = new Uint8Array();
  let isOver = false;
  let breakOff = (_: unknown) => {};

  function end(): void {
    if (isOver) return;
    isOver = true;
    pace.end();
    onEnd?.();
  }

  function fail(error: unknown): void {
    if (isOver) return;
    end();
    reader.cancel(error).catch(() => {});
    logCut(context, error, streaming);
    breakOff(error);
  }

  async function pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    pace.stop();
    while (rest.length === 0) {
      const { done, value } = await reader.read();
      if (isOver) return;
      if (done) {
        controller.close();
        return outgoing ? pace.start(0) : end();
      }
      rest = value;
    }
    const piece = rest.subarray(0, pieceBytes);
    rest = rest.subarray(pieceBytes);
    controller.enqueue(piece);
    pace.start(piece.length);
  }

  function cancel(reason?: unknown): void {
    end();
    reader.cancel(reason).catch(() => {});
  }

  if (context.req.raw.method === 'HEAD') {
    cancel();
    return context.body(null, 200, headers);
  }
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        // With Node's server, the connection is reset instead, because the server's adapter would print an error
        // outside the log.
        if (outgoing) breakOff = () => outgoing.socket?.resetAndDestroy();
        else breakOff = (error) => controller.error(error);
      },
      pull: (controller) => pull(controller).catch(fail),
      cancel,
    },
    { highWaterMark: 0 },
  );
  reader.closed.catch(fail);
  outgoing?.once('close', end);
  outgoing?.on('timeout', () => isPaced || fail(new SlowReceiverError('takes nothing')));
  pace.start(0);
  return context.body(stream, 200, headers);
}

/** Measures a receiver's speed. Each byte that it reads earns time for the next ones, until no time is left. */
function createPace(onSlow: () => void) {
  let left = patienceMs;
  let startedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  return {
    start(bytes: number): void {
      startedAt = performance.now();
      left = Math.min(left + bytes / minBytesPerMs, maxPatienceMs);
      timer = setTimeout(onSlow, left);
    },
    stop(): void {
      clearTimeout(timer);
      left -= performance.now() - startedAt;
    },
    end: () => clearTimeout(timer),
  };
}

function logCut(context: Context, error: unknown, { logFailure }: Streaming): void {
  const path = shortenPath(context);
  if (error instanceof SlowReceiverError) {
    const detail = `the receiver ${error.message}`;
    logFor(context).warn({ path, detail }, 'response cut off');
  } else if (logFailure) logFailure(error);
  else logFor(context).error({ path, err: error }, 'response failed');
}

/**
 * Sends JSON. Long JSON is streamed in pieces, so that a slow receiver is noticed. `onEnd` is called once, when the
 * response has been sent or its connection has ended.
 */
export function answerJsonText(context: Context, text: string, onEnd: () => void): Response {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  if (Buffer.byteLength(text) <= pieceBytes) {
    const outgoing = findOutgoing(context);
    if (outgoing && !outgoing.destroyed) outgoing.once('close', onEnd);
    else onEnd();
    return context.body(text, 200, headers);
  }
  const bytes = new TextEncoder().encode(text);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const withLength = { ...headers, 'Content-Length': String(bytes.length) };
  return answerStream(context, body, { headers: withLength, onEnd, isPaced: true });
}
