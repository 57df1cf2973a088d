import type { Context } from 'hono';
import { readClientNetwork } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { describeForFrame, describeForPopup, describeForSession } from '../describe-events.ts';
import type { EventHub } from '../event-hub.ts';
import { createInvalidStep } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import type { Followed } from '../serve-stream.ts';

/**
 * `POST /connect/flow/events`: server-sent events. In a flow with two documents, each learns the progress of the
 * other. A flow with one document learns when its session ends. The method is POST, because a token must not be in
 * an address. The events come from the database, because another process may change the flow. No event contains a
 * code.
 *
 * @throws Refusal `invalid_step` for a flow with one document and without a session; 503 when its network has too
 *   many streams
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function listenToFlow({
  clock,
  config,
  eventHub,
  streams,
}: Pick<Parts, 'clock' | 'config' | 'eventHub' | 'streams'>) {
  return ({ context, flow }: FlowRequest) => {
    const { token_hash: tokenHash } = flow;
    const events = chooseEvents(flow);
    const signal = streams.open(tokenHash, readClientNetwork(context, config.trustedProxies));
    return answerEvents(eventHub, context, {
      ...{ ...events, signal, tokenHash, since: clock.now() },
      onEnd: () => streams.close(tokenHash, signal),
    });
  };
}

function chooseEvents({ step, handoff_state, session_hash }: Flow) {
  if (step === 'joined') return { describe: describeForPopup, isAwaited: true };
  if (handoff_state !== null) return { describe: describeForFrame, isAwaited: true };
  if (session_hash !== null) return { describe: describeForSession, isAwaited: false };
  throw createInvalidStep();
}

/** The stream's document and its events. */
interface EventStreamOptions extends Omit<Followed, 'output'> {
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
