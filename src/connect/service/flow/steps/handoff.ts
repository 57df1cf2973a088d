import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { handoffAnswer } from '../../../shapes/flow-answers.ts';
import { languageTag, randomToken, sessionReference } from '../../../shapes/handoff-fields.ts';
import { themes } from '../../../shapes/unions.ts';
import { hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { createInvalidStep, findOwnFlow, flowTokenSchema } from '../flow-token.ts';
import { hashNetwork } from '../limit-attempts.ts';

/** The time in which the window's page must join. */
const handoffTtlMs = 60_000;

/** The provider and the appearance of the window's page. */
export const handoffBody = v.object({
  flow_token: flowTokenSchema,
  handoff: randomToken,
  provider_id: v.nullable(v.pipe(v.string(), v.maxLength(200))),
  locale: v.nullish(languageTag, null),
  theme: v.nullish(v.picklist(themes), null),
  reference: v.nullish(sessionReference, null),
});

/**
 * `POST /connect/flow/handoff`: the frame's document registers the handoff with which a window's page will find
 * this flow. The flow's progress is reset, and any other window loses the flow.
 *
 * @throws Refusal `session_expired`, `invalid_step`
 */
export function registerHandoff(parts: Pick<Parts, 'clock' | 'config' | 'store'>) {
  const { clock, store } = parts;
  return async ({ context, body, flow }: FlowRequest<typeof handoffBody>) => {
    // Only a flow with an embedding host can continue in a window.
    if (flow.host_origin === null) throw createInvalidStep();
    const hash = hashSecret(body.handoff);
    // Each window has a new handoff. A known one cannot be used again.
    if (await store.handoffs.find(hash)) throw createInvalidStep();
    const isRegistered = await store.handoffs.register(flow, {
      hash,
      expiresAt: clock.now() + handoffTtlMs,
      providerId: body.provider_id,
      locale: body.locale,
      theme: body.theme,
      sessionId: body.reference,
      network: hashNetwork(context, parts.config),
    });
    if (!isRegistered) {
      await findOwnFlow(parts, body.flow_token);
      throw createInvalidStep();
    }
    return answerJson<Answer<typeof handoffAnswer>>(context, { handoff: 'waiting' });
  };
}
