import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { joinedAnswer } from '../../../shapes/flow-answers.ts';
import { handoffSecret } from '../../../shapes/handoff-fields.ts';
import { hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { Flow } from '../../store/store.ts';
import { moveAuthorization } from '../authorization.ts';
import type { FlowRequest } from '../checks.ts';
import { describeStarted } from '../describe-started.ts';
import { findApplication } from '../flow-application.ts';
import type { FlowParts } from '../flow-parts.ts';
import { createInvalidStep, flowTokenSchema } from '../flow-token.ts';
import { isListening, patienceMs } from '../patience.ts';

/** The body of a join. */
export const joinBody = v.object({ flow_token: flowTokenSchema, handoff: handoffSecret });

/**
 * `POST /connect/flow/join`: a window's page continues the flow of a frame of the same host. An attacker
 * could send their own handoff to a victim, who would log in and consent in the attacker's flow. So the
 * window must have been opened from exactly the origin that the flow is bound to. Its browser named that
 * origin when it requested the document.
 *
 * A window that received a welcome has a flow already. When a provider's site cuts the window off from its
 * host, its login continues in the frame's flow. Both flows must be bound to the same origin and OAuth
 * state.
 *
 * @returns the handler
 * @throws Refusal `invalid_step`, retryable while the frame has not registered the handoff yet;
 *   `origin_not_allowed` for a window of another origin or application
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.7
 */
export function joinFlow(
  parts: Pick<FlowParts, 'clock' | 'config' | 'log' | 'providers' | 'store'>,
) {
  const { clock, store } = parts;
  return async ({ context, body, flow: popup }: FlowRequest<typeof joinBody>) => {
    const flow = await store.handoffs.find(hashSecret(body.handoff));
    if (!flow || !isReady(flow, clock.now())) throw createEarly();
    const isAway = popup.step === 'login';
    if (!isFromSameHost(popup, flow) || (isAway && !isBoundAlike(popup, flow))) {
      await store.handoffs.refuse(flow);
      const detail = popup.referrer_origin === null ? 'no referrer' : 'another origin';
      logFor(context).warn({ client_id: flow.client_id, detail }, 'handoff refused');
      throw createForeign();
    }
    const { provider_id } = popup;
    const visit = isAway
      ? { provider_id, sealed_challenge: moveAuthorization(parts, popup, flow) }
      : undefined;
    if (!(await store.handoffs.join(flow, popup, { now: clock.now(), visit }))) {
      throw createInvalidStep();
    }
    const application = await findApplication(parts, flow);
    return answerJson<Answer<typeof joinedAnswer>>(context, {
      ...(await describeStarted(parts, application, {
        origin: flow.host_origin,
        locale: flow.handoff_locale ?? 'en',
      })),
      provider_id: flow.handoff_provider_id,
      locale: flow.handoff_locale,
      theme: flow.handoff_theme,
      session_id: flow.handoff_session_id,
    });
  };
}

/** The frame's page listens, so it learns what happens in the window. */
function isReady(flow: Flow, now: number): boolean {
  return flow.handoff_state !== 'waiting' || isListening(flow, patienceMs.join, now);
}

function isFromSameHost(popup: Flow, flow: Flow): boolean {
  return (
    popup.kind === 'embedded' &&
    popup.client_id === flow.client_id &&
    popup.referrer_origin !== null &&
    popup.referrer_origin === flow.host_origin
  );
}

/** The frame's own document cannot join itself, nor can another document that waits for a window. */
function isBoundAlike(popup: Flow, flow: Flow): boolean {
  return (
    popup.handoff_state === null &&
    popup.host_origin === flow.host_origin &&
    popup.state === flow.state
  );
}

function createEarly(): Refusal {
  const description = 'No frame waits for this window yet.';
  return new Refusal([409, 'invalid_step'], description, { retryable: true });
}

function createForeign(): Refusal {
  const description = 'The window was not opened by the page that shows the flow.';
  return new Refusal([403, 'origin_not_allowed'], description, { retryable: false });
}
