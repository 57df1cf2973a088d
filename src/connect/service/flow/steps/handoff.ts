import type { Handler } from 'hono';
import * as v from 'valibot';
import { answerJson } from '../../http/answers.ts';
import { readJsonBody } from '../../http/json-body.ts';
import { hashSecret } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import { admitFlowStep } from '../flow-request.ts';
import { assertStep, createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';
import { handoffSchema } from '../handoff.ts';

/** How long the window may take until its page joins. */
const handoffTtlMs = 60_000;

/** The outline of a BCP 47 tag: what language it is, if any, is the page's affair. */
const languageTag = /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i;

const bodySchema = v.object({
  flow_token: flowTokenSchema,
  handoff: handoffSchema,
  provider_id: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  locale: v.nullish(v.pipe(v.string(), v.maxLength(100), v.regex(languageTag)), null),
  theme: v.nullish(v.picklist(['light', 'dark']), null),
  session_id: v.nullish(v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/)), null),
});

/**
 * `POST /connect/flow/handoff`: the document that is bound to the host says by what the page of a
 * window will prove that it belongs to this flow. What was done in the flow until now is forgotten,
 * and so is any other window.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function createFlowHandoffRoute(services: Services): Handler {
  const { clock, store } = services;
  return async (context) => {
    await admitFlowStep(services, context);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const flow = await findOwnFlow(services, body.flow_token);
    assertStep(flow, ['select', 'login', 'mfa', 'consent']);
    // Only a flow with a host has anybody to come back to.
    if (flow.host_origin === null) throw createInvalidStep();
    const hash = hashSecret(body.handoff);
    // Each window has a handoff of its own: one that is known already cannot be used again.
    if (await store.handoffs.find(hash)) throw createInvalidStep();
    const isRegistered = await store.handoffs.register(flow, {
      hash,
      expiresAt: clock.now() + handoffTtlMs,
      providerId: body.provider_id,
      locale: body.locale,
      theme: body.theme,
      sessionId: body.session_id,
    });
    if (!isRegistered) {
      await findOwnFlow(services, body.flow_token);
      throw createInvalidStep();
    }
    return answerJson(context, { handoff: 'waiting' });
  };
}
