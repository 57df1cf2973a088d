import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import type { Services } from '../../services.ts';
import { atSelection, withoutHandoff } from '../../store/handoffs.ts';
import { admitFlowStep } from '../flow-request.ts';
import { assertStep, findLiveFlow, findOwnFlow, flowTokenSchema, moveOn } from '../flow-token.ts';

const anyStep = ['select', 'login', 'mfa', 'consent', 'allowed'] as const;

const bodySchema = v.object({ flow_token: flowTokenSchema });

/**
 * `POST /connect/flow/back`: to the selection again; whoever had logged in has to do so again. The
 * document that was bound to the host takes the flow back from a window in this way.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function createFlowBackRoute(services: Services): Handler {
  return async (context) => {
    await admitFlowStep(services, context);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const own = await findOwnFlow(services, body.flow_token);
    const isTakenBack = own.step !== 'joined' && own.handoff_state !== null;
    const flow = isTakenBack ? own : await findLiveFlow(services, body.flow_token);
    assertStep(flow, isTakenBack ? anyStep : ['login', 'mfa', 'consent']);
    const change = isTakenBack ? { ...atSelection, ...withoutHandoff } : atSelection;
    await moveOn(services, flow, change);
    return answerJson(context, { step: 'select' });
  };
}
