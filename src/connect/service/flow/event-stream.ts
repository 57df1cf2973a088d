import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { EventHub } from './event-hub.ts';
import type { Followed } from './serve-stream.ts';

/** The stream's document and its events. */
export interface EventStreamOptions extends Omit<Followed, 'send'> {
  /** Called once, when the stream has ended for any reason. */
  onEnd(): void;
}

/**
 * Server-sent events about one flow, one for each change until the last. The stream also ends when the
 * reader disconnects, and when the service stops. Then the page asks another process.
 *
 * @param hub - reads for all streams
 * @param options - see `EventStreamOptions`
 * @returns the streaming response
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function answerEvents(
  hub: EventHub,
  context: Context,
  { onEnd, ...followed }: EventStreamOptions,
): Response {
  context.header('Content-Type', 'text/event-stream');
  context.header('Cache-Control', 'no-store');
  // Proxies that buffer a response would delay every event.
  context.header('X-Accel-Buffering', 'no');
  return stream(context, async (output) => {
    const reader = new AbortController();
    output.onAbort(() => reader.abort());
    const signal = AbortSignal.any([reader.signal, followed.signal]);
    await hub.follow({ ...followed, signal, send: (text) => output.write(text) });
    onEnd();
  });
}
