import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { handoffAnswer } from '../../../shapes/flow-answers.ts';
import { handoffSecret, languageTag, sessionReference } from '../../../shapes/handoff-fields.ts';
import { themes } from '../../../shapes/unions.ts';
import { answerJson } from '../../http/answers.ts';
import { hashSecret } from '../../secrets.ts';
import type { Services } from '../../services.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';

/** How long the window may take until its page joins. */
const handoffTtlMs = 60_000;

/** What a window is to show, and to look like. */
export const handoffBody = v.object({
  flow_token: flowTokenSchema,
  handoff: handoffSecret,
  provider_id: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  locale: v.nullish(languageTag, null),
  theme: v.nullish(v.picklist(themes), null),
  session_id: v.nullish(sessionReference, null),
});

/**
 * `POST /connect/flow/handoff`: the document that is bound to the host says by what the page of a
 * window will prove that it belongs to this flow. Earlier steps of the flow and any other window
 * are dropped.
 *
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function registerHandoff(services: Services) {
  const { clock, store } = services;
  return async ({ context, body, flow }: FlowRequest<typeof handoffBody>) => {
    // Only a flow with a host can be continued.
    if (flow.host_origin === null) throw createInvalidStep();
    const hash = hashSecret(body.handoff);
    // Each window has a new handoff; a known one cannot be used again.
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
    return answerJson<Answer<typeof handoffAnswer>>(context, { handoff: 'waiting' });
  };
}
