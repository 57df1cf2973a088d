import { readClientNetwork } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';
import type { FlowRequest } from '../checks.ts';
import { answerEvents } from '../event-stream.ts';
import { describeForFrame, describeForPopup } from '../flow-event-hub.ts';
import { createInvalidStep } from '../flow-token.ts';

/**
 * `POST /connect/flow/events`: server-sent events for a flow with two documents. Each document learns the
 * progress of the other. It is a POST, because a token must not be in an address. It polls the database,
 * because the other document may be served by another process. No event contains a code.
 *
 * @returns the handler
 * @throws Refusal `invalid_step` for a flow with one document; 503 when its network has too many streams
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function listenToFlow(
  parts: Pick<Parts, 'clock' | 'config' | 'lifecycle' | 'store' | 'streams'>,
) {
  const { clock, config, streams } = parts;
  return ({ context, flow }: FlowRequest) => {
    const { token_hash: tokenHash, step, handoff_state } = flow;
    const isPopup = step === 'joined';
    if (!isPopup && handoff_state === null) throw createInvalidStep();
    const signal = streams.open(tokenHash, readClientNetwork(context, config.trustedProxies));
    const describe = isPopup ? describeForPopup : describeForFrame;
    const listener = { tokenHash, since: clock.now() };
    return answerEvents({ ...parts, log: logFor(context) }, context, {
      signal,
      tokenHash,
      describe: () => describe(parts, listener),
      onEnd: () => streams.close(tokenHash, signal),
    });
  };
}
