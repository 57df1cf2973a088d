import { randomInt } from 'node:crypto';
import type { Answer, emptyAnswer } from '../../../shapes/common-answers.ts';
import type { askedAnswer } from '../../../shapes/flow-answers.ts';
import { areSameHashes } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { isBehindIgnoredProxy } from '../../http/client-address.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { type claimBody, findClaimedFlow, refuseWindow } from '../claimed-flow.ts';
import { createInvalidStep } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { hashNetwork } from '../limit-attempts.ts';

/** How long the user of the window has to answer. */
const answerTtlMs = 5 * 60_000;

type Claim = FlowRequest<typeof claimBody>;

/**
 * `POST /connect/flow/ask`: a window's page is about to ask its user whether they opened it. After this, no other
 * window can join with this handoff.
 *
 * The user also types a number that the modal shows if the window's network differs from the frame's, or if the
 * browser does not name the host. The number is created now, so that a planted link cannot contain it.
 *
 * @throws Refusal as `findClaimedFlow`; `invalid_step` when another window was faster, or it is too late
 */
export function askInWindow(parts: Pick<Parts, 'clock' | 'config' | 'store'>) {
  const { clock, store } = parts;
  return async (request: Claim) => {
    const { context, flow: popup } = request;
    const flow = await findClaimedFlow(parts, request);
    const network = hashNetwork(context, parts.config);
    // Behind a proxy that is not trusted, all clients appear to have the same network.
    const isNear =
      popup.referrer_origin !== null &&
      !isBehindIgnoredProxy(context, parts.config.trustedProxies) &&
      areSameHashes(network, flow.handoff_network ?? '');
    const number = isNear ? null : String(randomInt(10_000)).padStart(4, '0');
    const now = clock.now();
    const question = { now, expiresAt: now + answerTtlMs, number };
    if (!(await store.handoffs.ask(flow, popup, question)) && !isAsking(popup, flow)) {
      throw createInvalidStep();
    }
    return answerJson<Answer<typeof askedAnswer>>(context, {
      origin: flow.host_origin ?? '',
      needs_number: isAsking(popup, flow) ? flow.handoff_number !== null : number !== null,
      locale: flow.handoff_locale,
      theme: flow.handoff_theme,
      reference: flow.handoff_session_id,
    });
  };
}

/** Whether the request is a repetition, because its answer was lost. */
function isAsking(popup: Flow, flow: Flow): boolean {
  return flow.handoff_state === 'asked' && flow.joined_hash === popup.token_hash;
}

/**
 * `POST /connect/flow/refuse`: the user of a window says that they did not open it. The handoff becomes invalid.
 *
 * @throws Refusal as `findClaimedFlow`
 */
export function refuseInWindow(parts: Pick<Parts, 'clock' | 'config' | 'store'>) {
  return async (request: Claim) => {
    const { context } = request;
    const flow = await findClaimedFlow(parts, request);
    await refuseWindow(parts, { context, flow, detail: 'not opened by its user' });
    return answerJson<Answer<typeof emptyAnswer>>(context, {});
  };
}
