import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../answers.ts';
import { readFlowRequest } from '../checks/flow-request.ts';
import { flowTokenSchema, moveOn } from '../checks/flow-token.ts';
import type { Services } from '../services.ts';

const rule = {
  schema: v.object({ flow_token: flowTokenSchema }),
  steps: ['login', 'mfa', 'consent'],
} as const;

/**
 * `POST /connect/flow/back`: to the selection again; whoever had logged in has to do so again.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function createFlowBackRoute(services: Services): Handler {
  return async (context) => {
    const { flow } = await readFlowRequest(services, context.req.raw, rule);
    await moveOn(services, flow, { step: 'select', provider_id: null, username: null });
    return answerJson(context, { step: 'select' });
  };
}
