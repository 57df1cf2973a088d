import type { Context } from 'hono';
import type { EventHub } from './event-hub.ts';
import type { Followed } from './serve-stream.ts';

/** The stream's document and its events. */
export interface EventStreamOptions extends Omit<Followed, 'output'> {
  /** Aborting it ends the stream. */
  readonly signal: AbortSignal;
}

/**
 * Responds with server-sent events about one flow, one for each change until the last. The stream also ends when
 * the reader disconnects or the service stops. Then the page asks another process.
 *
 * The body is a single plain stream. `hono/streaming` creates three streams for each body. With thousands of
 * waiting pages, their garbage collection would cost more than anything else.
 *
 * @param hub - reads for all streams
 * @param options - see `EventStreamOptions`
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function answerEvents(
  hub: EventHub,
  context: Context,
  { signal, ...followed }: EventStreamOptions,
): Response {
  context.header('Content-Type', 'text/event-stream');
  context.header('Cache-Control', 'no-store');
  // Proxies that buffer a response would delay every event.
  context.header('X-Accel-Buffering', 'no');
  let end = () => {};
  let hasLeft = false;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const output = {
        hasRoom: () => (controller.desiredSize ?? 0) > 0,
        write: (bytes: Uint8Array) => controller.enqueue(bytes),
        close: () => {
          if (!hasLeft) controller.close();
        },
      };
      end = hub.follow({ ...followed, output });
      signal.addEventListener('abort', end);
    },
    cancel() {
      hasLeft = true;
      end();
    },
  });
  return context.body(body);
}
