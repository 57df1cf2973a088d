import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../answers.ts';
import {
  assertStep,
  createInvalidStep,
  findLiveFlow,
  flowTokenSchema,
} from '../checks/flow-token.ts';
import { readJsonBody } from '../checks/json-body.ts';
import { assertSameOrigin } from '../checks/same-origin.ts';
import type { Services } from '../services.ts';

const bodySchema = v.object({ flow_token: flowTokenSchema });

/**
 * `POST /connect/flow/back`: to the selection again; whoever had logged in has to do so again.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function createFlowBackRoute(services: Services): Handler {
  const { config, store } = services;
  return async (context) => {
    assertSameOrigin(context.req.raw, config.publicUrl);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const flow = await findLiveFlow(services, body.flow_token);
    assertStep(flow, ['login', 'mfa', 'consent']);
    const change = { step: 'select', provider_id: null, username: null } as const;
    if (!(await store.flows.move(flow, change))) throw createInvalidStep();
    return answerJson(context, { step: 'select' });
  };
}
