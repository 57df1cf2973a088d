import type { Handler } from 'hono';
import * as v from 'valibot';
import { readClientNetwork } from '../../http/client-address.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import { createEventStream } from '../event-stream.ts';
import { describeForFrame, describeForPopup } from '../flow-event-hub.ts';
import { admitFlowStep } from '../flow-request.ts';
import { createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';

const bodySchema = v.object({ flow_token: flowTokenSchema });

/**
 * `POST /connect/flow/events`: server-sent events for the two documents of a flow that a frame and a
 * window share: each hears what the other does. A POST, because its token must not be in an address;
 * by looking at the database, because the other document may be at another process. No code is sent.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step` for a flow in one document, 503 when its network
 *   has too many
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function createFlowEventsRoute(services: Services): Handler {
  const { clock, config, streams } = services;
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
    const network = readClientNetwork(context, config.trustedProxies);
    const signal = streams.open(tokenHash, network);
    const describe = isPopup ? describeForPopup : describeForFrame;
    const listener = { tokenHash, since: clock.now() };
    const stream = createEventStream(
      { ...services, log: logFor(context) },
      {
        signal,
        tokenHash,
        describe: () => describe(services, listener),
        onEnd: () => streams.close(tokenHash, signal),
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
