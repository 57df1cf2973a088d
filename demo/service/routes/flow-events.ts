import type { Handler } from 'hono';
import * as v from 'valibot';
import { readClientNetwork } from '../checks/client-address.ts';
import { admitFlowStep } from '../checks/flow-request.ts';
import { createInvalidStep, findOwnFlow, flowTokenSchema } from '../checks/flow-token.ts';
import { readJsonBody } from '../checks/json-body.ts';
import { createEventStream } from '../event-stream.ts';
import { describeForFrame, describeForPopup } from '../flow-events.ts';
import { Refusal } from '../refusal.ts';
import { logFor } from '../request-id.ts';
import type { Services } from '../services.ts';

const bodySchema = v.object({ flow_token: flowTokenSchema });

/** Each costs a query and a half a second; a process has other things to do, too. */
const maxStreams = 1000;
/** Anybody can start flows: without this, one of them could keep all the streams from everybody. */
const maxStreamsPerNetwork = 200;

/** A document that listens. */
interface Stream {
  readonly controller: AbortController;
  readonly network: string;
}

/**
 * `POST /connect/flow/events`: server-sent events for the two documents of a flow that a frame and a
 * window share: each hears what the other does. A POST, because its token must not be in an address;
 * by looking at the database, because the other document may be at another process. No code is sent.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step` for a flow in one document, 503 when there are
 *   too many
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createFlowEventsRoute(services: Services): Handler {
  const { clock, config } = services;
  const open = new Map<string, Stream>();
  return async (context) => {
    await admitFlowStep(services, context);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const {
      token_hash: tokenHash,
      step,
      handoff_state,
    } = await findOwnFlow(services, body.flow_token);
    const isPopup = step === 'joined';
    if (!isPopup && handoff_state === null) throw createInvalidStep();
    // A document that asks again has lost its first stream, whether that is known here or not.
    open.get(tokenHash)?.controller.abort();
    open.delete(tokenHash);
    const network = readClientNetwork(context, config.isProxyTrusted);
    assertRoom([...open.values()], network);
    const controller = new AbortController();
    open.set(tokenHash, { controller, network });
    const describe = isPopup ? describeForPopup : describeForFrame;
    const listener = { tokenHash, since: clock.now() };
    const stream = createEventStream(
      { ...services, log: logFor(context) },
      {
        signal: controller.signal,
        tokenHash,
        describe: () => describe(services, listener),
        onEnd() {
          if (open.get(tokenHash)?.controller === controller) open.delete(tokenHash);
        },
      },
    );
    return context.body(stream, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Proxies that gather an answer before they pass it on would hold back every event.
      'X-Accel-Buffering': 'no',
    });
  };
}

function assertRoom(streams: readonly Stream[], network: string): void {
  const own = streams.filter((stream) => stream.network === network);
  if (streams.length < maxStreams && own.length < maxStreamsPerNetwork) return;
  const description = 'Too many pages are listening; try again.';
  const headers = { 'Retry-After': '5' };
  throw new Refusal([503, 'server_error'], description, { retryable: true, headers });
}
