import type { Context } from 'hono';
import { readClientNetwork } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { describeForFrame, describeForPopup, describeForSession } from '../describe-events.ts';
import { createInvalidStep } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import type { Followed } from '../serve-stream.ts';

/**
 * `POST /connect/flow/events`: server-sent events. When a flow has two documents, each document learns the progress of
 * the other. A flow with one document learns when its session ends. The method is POST, because a token must not be in
 * an address. No event contains a code.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function listenToFlow(request: FlowRequest) {
  const { context, flow } = request;
  const { clock, config, eventHub, streams } = request.parts;
  const { token_hash: tokenHash } = flow;
  const events = chooseEvents(flow);
  const signal = streams.open(tokenHash, readClientNetwork(context, config.trustedProxies));
  return answerEvents(eventHub, context, {
    ...{ ...events, signal, tokenHash, since: clock.now() },
    onEnd: () => streams.close(tokenHash, signal),
  });
}

function chooseEvents({ step, handoff_state, session_hash }: Flow) {
  if (step === 'joined') return { describe: describeForPopup, isAwaited: true };
  if (handoff_state !== null) return { describe: describeForFrame, isAwaited: true };
  if (session_hash !== null) return { describe: describeForSession, isAwaited: false };
  throw createInvalidStep();
}

/**
 * Responds with an event stream. It ends when the reader disconnects or the service stops. After a stop, the page
 * reconnects to another process. The body is a single plain stream: `hono/streaming` creates three for each body, and
 * with thousands of waiting pages, their garbage collection would cost more than anything else.
 */
export function answerEvents(
  hub: Parts['eventHub'],
  context: Context,
  { signal, ...followed }: Omit<Followed, 'output'> & { readonly signal: AbortSignal },
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
