import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { Services } from '../services.ts';
import type { DescribedFlow } from './flow-event-hub.ts';

/** How often the database is looked at, in milliseconds. */
const pollMs = 500;
/** Queries between two heartbeats, which go to the store and to the proxies before the page. */
const beatEvery = 8;

/** What a stream is about. */
export interface EventStreamOptions {
  /** Ends it from outside. */
  readonly signal: AbortSignal;
  /** Of the document that listens. */
  readonly tokenHash: string;
  /** Looks at the flow. */
  describe(): Promise<DescribedFlow>;
  /** Called once, whatever ended it. */
  onEnd(): void;
}

/**
 * Server-sent events about one flow: one whenever what there is to say has changed, until the last.
 * It also ends when the reader goes away, and when the service stops, so that the page asks another.
 *
 * @param services - store, clock, log and life cycle
 * @param options - see `EventStreamOptions`
 * @returns the answer
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function answerEvents(
  services: Services,
  context: Context,
  options: EventStreamOptions,
): Response {
  context.header('Content-Type', 'text/event-stream');
  context.header('Cache-Control', 'no-store');
  // Proxies that gather an answer before they pass it on would hold back every event.
  context.header('X-Accel-Buffering', 'no');
  return stream(context, async (output) => {
    const reader = new AbortController();
    output.onAbort(() => reader.abort());
    const signal = AbortSignal.any([reader.signal, options.signal]);
    await follow(services, { ...options, signal }, (text) => output.write(text));
    options.onEnd();
  });
}

async function follow(
  { store, clock, log, lifecycle }: Services,
  { signal, tokenHash, describe }: EventStreamOptions,
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
    // Aborted while waiting. Any other error is logged, and the page asks again.
    if (!signal.aborted) log.error({ err: error }, 'event stream failed');
  }
}
