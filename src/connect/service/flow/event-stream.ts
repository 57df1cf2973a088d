import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { Parts } from '../http/parts.ts';
import type { DescribedFlow } from './flow-event-hub.ts';

/**
 * Polls between two heartbeats. A heartbeat updates the database, and keeps proxies from closing the
 * stream.
 */
const beatEvery = 8;

type StreamParts = Pick<Parts, 'clock' | 'lifecycle' | 'log' | 'store'>;

/** The stream's document and its events. */
export interface EventStreamOptions {
  /** Aborting it ends the stream. */
  readonly signal: AbortSignal;
  /** The flow of the document that listens. */
  readonly tokenHash: string;
  /** Milliseconds between two polls of the database. */
  readonly pollMs: number;
  /** Reads the flow's current event. */
  describe(): Promise<DescribedFlow>;
  /** Called once, when the stream has ended for any reason. */
  onEnd(): void;
}

/**
 * Server-sent events about one flow, one for each change until the last. The stream also ends when the
 * reader disconnects, and when the service stops. Then the page asks another process.
 *
 * @param parts - store, clock, log and life cycle
 * @param options - see `EventStreamOptions`
 * @returns the streaming response
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function answerEvents(
  parts: StreamParts,
  context: Context,
  options: EventStreamOptions,
): Response {
  context.header('Content-Type', 'text/event-stream');
  context.header('Cache-Control', 'no-store');
  // Proxies that buffer a response would delay every event.
  context.header('X-Accel-Buffering', 'no');
  return stream(context, async (output) => {
    const reader = new AbortController();
    output.onAbort(() => reader.abort());
    const signal = AbortSignal.any([reader.signal, options.signal]);
    await follow(parts, { ...options, signal }, (text) => output.write(text));
    options.onEnd();
  });
}

async function follow(
  { store, clock, log, lifecycle }: StreamParts,
  { signal, tokenHash, pollMs, describe }: EventStreamOptions,
  send: (text: string) => Promise<unknown>,
): Promise<void> {
  let known = '';
  try {
    for (let look = 0; !signal.aborted && !lifecycle.isStopping(); look++) {
      if (look % beatEvery === 0) await store.handoffs.markSeen(tokenHash, clock.now());
      const { event, isLast } = await describe();
      if (signal.aborted) return;
      const text = JSON.stringify(event);
      if (text !== known) await send(`data: ${text}\n\n`);
      else if (look % beatEvery === 0) await send(':\n\n');
      known = text;
      if (isLast) return;
      await wait(pollMs, undefined, { signal });
    }
  } catch (error) {
    // Aborted while waiting. Any other error is logged, and the page reconnects.
    if (!signal.aborted) log.error({ err: error }, 'event stream failed');
  }
}
