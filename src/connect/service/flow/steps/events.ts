import { readClientNetwork } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import { logFor } from '../../http/request-id.ts';
import type { Flow } from '../../store/store.ts';
import type { FlowRequest } from '../checks.ts';
import { answerEvents } from '../event-stream.ts';
import { describeForFrame, describeForPopup, describeForSession } from '../flow-event-hub.ts';
import { createInvalidStep } from '../flow-token.ts';

/**
 * `POST /connect/flow/events`: server-sent events for a flow with two documents. Each document learns the
 * progress of the other. A flow with one document learns the end of its session. It is a POST, because a token
 * must not be in an address. It polls the database, because another process may write it. No event contains
 * a code.
 *
 * @returns the handler
 * @throws Refusal `invalid_step` for a flow with one document and without a session; 503 when its network has too many streams
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function listenToFlow(
  parts: Pick<Parts, 'clock' | 'config' | 'lifecycle' | 'store' | 'streams'>,
) {
  const { clock, config, streams } = parts;
  return ({ context, flow }: FlowRequest) => {
    const { token_hash: tokenHash } = flow;
    const { describe, pollMs } = chooseEvents(flow);
    const signal = streams.open(tokenHash, readClientNetwork(context, config.trustedProxies));
    const listener = { tokenHash, since: clock.now() };
    return answerEvents({ ...parts, log: logFor(context) }, context, {
      signal,
      ...{ tokenHash, pollMs },
      describe: () => describe(parts, listener),
      onEnd: () => streams.close(tokenHash, signal),
    });
  };
}

/** A person waits for the other document. The end of a session is rare, and may be told later. */
function chooseEvents({ step, handoff_state, session_hash }: Flow) {
  if (step === 'joined') return { describe: describeForPopup, pollMs: 500 };
  if (handoff_state !== null) return { describe: describeForFrame, pollMs: 500 };
  if (session_hash !== null) return { describe: describeForSession, pollMs: 2000 };
  throw createInvalidStep();
}
