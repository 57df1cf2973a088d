import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '../services.ts';
import type { DescribedFlow } from './flow-event-hub.ts';

/** How often the database is looked at, in milliseconds. */
const pollMs = 500;
/** Looks between two signs of life, both ways: to the store, and to whoever is between us and the page. */
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
 * @returns the body of the answer
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createEventStream(
  services: Services,
  options: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const aborter = new AbortController();
  const signal = AbortSignal.any([aborter.signal, options.signal]);
  return new ReadableStream({
    async start(controller) {
      const encoder = new TextEncoder();
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      // Not awaited: a stream is readable only once `start` has returned.
      void follow(services, { ...options, signal }, send).finally(() => {
        options.onEnd();
        if (!aborter.signal.aborted) controller.close();
      });
    },
    cancel: () => aborter.abort(),
  });
}

async function follow(
  { store, clock, log, lifecycle }: Services,
  { signal, tokenHash, describe }: EventStreamOptions,
  send: (text: string) => void,
): Promise<void> {
  let known = '';
  try {
    for (let look = 0; !signal.aborted && !lifecycle.isStopping(); look++) {
      if (look % beatEvery === 0) await store.handoffs.markSeen(tokenHash, clock.now());
      const { event, isLast } = await describe();
      if (signal.aborted) return;
      const text = JSON.stringify(event);
      if (text !== known) send(`data: ${text}\n\n`);
      else if (look % beatEvery === 0) send(':\n\n');
      known = text;
      if (isLast) return;
      await wait(pollMs, undefined, { signal });
    }
  } catch (error) {
    // Ended from outside, while waiting; anything else is for the log, and the page asks again.
    if (!signal.aborted) log.error({ err: error }, 'event stream failed');
  }
}
