import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { joinedAnswer } from '../../../shapes/flow-answers.ts';
import { findApplication } from '../../applications/flow-application.ts';
import { areSameHashes, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';

import { moveAuthorization } from '../authorization.ts';
import type { FlowRequest } from '../checks.ts';
import { claimBody, findClaimedFlow, isBack, refuseWindow } from '../claimed-flow.ts';
import { describeStarted } from '../describe-started.ts';
import { createInvalidStep } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { assertSelectable, findSession } from '../session.ts';

type JoinParts = Pick<Parts, 'clock' | 'config' | 'log' | 'providers' | 'store'>;

/** How many numbers the user may type. */
const maxTries = 3;

/** The body of a join. `number`: the number that the user typed, or null. */
export const joinBody = v.object({
  ...claimBody.entries,
  number: v.nullish(v.pipe(v.string(), v.maxLength(50)), null),
});

/**
 * `POST /connect/flow/join`: a window's page continues the flow of a frame of the same host. An attacker could
 * plant the address of their own window on a page of the host, so that its visitors log in and consent in the
 * attacker's flow. So the window's page must have asked its user before, see `ask.ts`.
 *
 * A window that returns from a provider's site does not ask, because the host's welcome has bound its own flow. Its
 * login continues in the frame's flow.
 *
 * @throws Refusal as `findClaimedFlow`; `invalid_step` for a window that has not asked; `wrong_number`
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.7
 */
export function joinFlow(parts: JoinParts) {
  const { clock, store } = parts;
  return async (request: FlowRequest<typeof joinBody>) => {
    const { context, flow: popup } = request;
    const flow = await findClaimedFlow(parts, request);
    const visit = isBack(popup) ? describeVisit(parts, popup, flow) : undefined;
    if (visit) assertSelectable(await findSession(parts, flow), visit.provider_id ?? '');
    else await assertAnswered(parts, request, flow);
    if (!(await store.handoffs.join(flow, popup, { now: clock.now(), visit }))) {
      throw createInvalidStep();
    }
    const application = await findApplication(parts, flow);
    return answerJson<Answer<typeof joinedAnswer>>(context, {
      ...(await describeStarted(parts, application, { flow, locale: flow.handoff_locale ?? 'en' })),
      provider_id: flow.handoff_provider_id,
      locale: flow.handoff_locale,
      theme: flow.handoff_theme,
      reference: flow.handoff_session_id,
    });
  };
}

function describeVisit(parts: JoinParts, popup: Flow, flow: Flow) {
  const { provider_id } = popup;
  return { provider_id, sealed_challenge: moveAuthorization(parts, popup, flow) };
}

/** Checks that the window has asked its user, and that the user has typed the modal's number if one was needed. */
async function assertAnswered(
  parts: JoinParts,
  { context, body, flow: popup }: FlowRequest<typeof joinBody>,
  flow: Flow,
): Promise<void> {
  if (flow.handoff_state !== 'asked' || flow.joined_hash !== popup.token_hash) {
    throw createInvalidStep();
  }
  if (flow.handoff_number === null) return;
  const { handoffs } = parts.store;
  const counted = await handoffs.countTry(flow, popup, maxTries);
  const right = counted?.right;
  if (right && areSameHashes(hashSecret(right), hashSecret(body.number ?? ''))) return;
  if (!counted || counted.tries >= maxTries)
    throw await refuseWindow(parts, { context, flow, detail: 'wrong numbers' });
  const description = 'The modal shows another number.';
  const triesLeft = maxTries - counted.tries;
  throw new Refusal([403, 'wrong_number'], description, { retryable: false, triesLeft });
}
