import { readClientNetwork } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { describeForFrame, describeForPopup, describeForSession } from '../describe-events.ts';
import { answerEvents } from '../event-stream.ts';
import { createInvalidStep } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';

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
