import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { logFor } from '../../http/request-id.ts';
import type { Services } from '../../services.ts';
import { admitFlowStep } from '../flow-request.ts';
import { assertStep, createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';
import { issueCode } from '../issue-code.ts';

const bodySchema = v.object({ flow_token: flowTokenSchema });

/**
 * `POST /connect/flow/code`: the user has allowed in a window; the document that is bound to the host
 * asks for the code. Until it does, there is none anywhere. Asked again, it gets the same code.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`, `origin_not_allowed`
 */
export function createFlowCodeRoute(services: Services): Handler {
  return async (context) => {
    await admitFlowStep(services, context);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const flow = await findOwnFlow(services, body.flow_token);
    assertStep(flow, ['allowed', 'issued']);
    // Without a window, consent is what is answered again.
    if (flow.handoff_state === null) throw createInvalidStep();
    return answerJson(context, {
      code: await issueCode({ ...services, log: logFor(context) }, flow, body.flow_token),
      nonce: flow.nonce,
    });
  };
}
