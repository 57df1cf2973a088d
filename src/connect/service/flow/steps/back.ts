import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { backAnswer } from '../../../shapes/flow-answers.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { findOwner } from '../connect-again.ts';
import { listChoices } from '../describe-started.ts';
import { assertStep, findLiveFlow, flowTokenSchema, moveOnce } from '../flow-token.ts';
import { atSelection, withoutHandoff } from '../handoffs.ts';
import { localeSchema } from '../provider-outcome.ts';
import { findSession } from '../session.ts';
import { findParty } from '../visit.ts';

const anyStep = ['select', 'login', 'mfa', 'consent', 'allowed'] as const;
/** The selection is included, so that a repeated request is accepted. */
const ownSteps = ['select', 'login', 'mfa', 'consent', 'manage'] as const;

/** The body of `back`. */
export const backBody = v.object({ flow_token: flowTokenSchema, locale: localeSchema });

/**
 * `POST /connect/flow/back`: returns to the selection and forgets an earlier login. The frame's document can use it
 * to take the flow back from a popup. The answer lists the providers again, because an operator may have switched
 * one since the flow started. A repeated request gets the same answer.
 *
 * @throws Refusal `session_expired`, `unknown_client`, `invalid_step`
 */
export function goBack(parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async ({ context, body, flow: own }: FlowRequest<typeof backBody>) => {
    const isTakenBack = own.step !== 'joined' && own.handoff_state !== null;
    const flow = isTakenBack ? own : await findLiveFlow(parts, body.flow_token);
    assertStep(flow, isTakenBack ? anyStep : ownSteps);
    const change = isTakenBack ? { ...atSelection, ...withoutHandoff } : atSelection;
    await moveOnce(parts, flow, {
      isDone: ({ step, handoff_state }) => step === 'select' && !(isTakenBack && handoff_state),
      move: () => parts.store.flows.move(flow, change),
    });
    const application = await findParty(parts, flow);
    const owner = await findOwner(parts, flow);
    const session = await findSession(parts, flow);
    const choice = { flow, owner, session, locale: body.locale };
    const providers = listChoices(parts, application, choice);
    return answerJson<Answer<typeof backAnswer>>(context, { step: 'select', providers });
  };
}
