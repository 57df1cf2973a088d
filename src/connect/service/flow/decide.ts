import * as v from 'valibot';
import { type Decision, decisions, type FlowKind, type FlowStep } from '../../shapes/unions.ts';
import { assertRegisteredHost } from '../applications/registered-host.ts';
import { hashSecret } from '../basics/secrets.ts';
import { consentLocales } from '../consents/consent-text-rules.ts';
import { noteOutcome } from '../http/observe-requests.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';
import type { FlowRequest } from './checks.ts';
import { assertStep, flowTokenSchema, moveOnce } from './flow-token.ts';
import type { Flow } from './flows-table.ts';
import { issueCode } from './issue-code.ts';

/** The user's decision. */
export const decisionBody = v.object({
  flow_token: flowTokenSchema,
  decision: v.picklist(decisions),
  /** The language of the consent, and its text in lines, as the page showed it. */
  locale: v.optional(v.picklist(consentLocales)),
  text: v.optional(v.pipe(v.string(), v.maxLength(4000), v.regex(/^(?:\P{Cc}|\n)+$/u))),
});

/** The result of a decision. `allowed`: the user decided in a popup, and the frame requests the code. */
export type DecisionOutcome =
  | { readonly outcome: 'denied' | 'allowed' }
  | { readonly outcome: 'issued'; readonly code: string };

/** The time in which the frame's document must request the code. */
const allowedTtlMs = 60_000;

/**
 * The steps at which each decision is accepted. Deny is accepted at any step, Allow only at the last. The step
 * after the decision is listed, too, so that a repeated request gets the same response.
 */
const stepsOf: Readonly<Record<Decision, readonly FlowStep[]>> = {
  allow: ['consent', 'allowed', 'issued'],
  deny: ['select', 'login', 'mfa', 'consent', 'denied'],
};

type DecisionRequest = FlowRequest<typeof decisionBody>;

/** Checks that the flow has one of these kinds. Flows of other kinds do not have this step. */
export function ofKind(...kinds: readonly FlowKind[]) {
  return ({ flow }: { readonly flow: Flow }): void => {
    if (kinds.includes(flow.kind)) return;
    throw new Refusal([400, 'invalid_request'], 'This kind of flow does not have this step.', {
      retryable: false,
    });
  };
}

/** Checks that the decision is possible at the flow's step. */
export function mayDecide({ flow, body }: Pick<DecisionRequest, 'flow' | 'body'>): void {
  assertStep(flow, stepsOf[body.decision]);
}

/**
 * @param request - a decision that `mayDecide` has accepted
 * @returns the result
 * @throws Refusal `session_expired`, `invalid_step`, `origin_not_allowed`; `invalid_request` for a redirect
 *   URI that is no longer registered
 */
export async function decide(
  parts: Pick<Parts, 'clock' | 'config' | 'providers' | 'store'>,
  { context, flow, body }: DecisionRequest,
): Promise<DecisionOutcome> {
  const { clock, store } = parts;
  const shown = {
    consent_locale: body.locale ?? null,
    consent_text_hash: body.text === undefined ? null : hashSecret(body.text),
  };
  if (body.decision === 'allow' && flow.handoff_state === null) {
    const allowed = { ...flow, ...shown };
    const code = await issueCode({ ...parts, log: logFor(context) }, allowed, body.flow_token);
    noteOutcome(context, 'allowed');
    return { outcome: 'issued', code };
  }
  await assertRegisteredHost(parts, flow);
  if (body.decision === 'deny') {
    await moveOnce(parts, flow, {
      isDone: ({ step }) => step === 'denied',
      move: () => store.flows.deny(flow, clock.now()),
    });
    noteOutcome(context, 'denied');
    return { outcome: 'denied' };
  }
  // The popup has joined a frame's flow. Only the frame's document, which is bound to the host, gets the code.
  const allowed = { step: 'allowed', expires_at: clock.now() + allowedTtlMs, ...shown } as const;
  if (flow.step !== 'issued') {
    await moveOnce(parts, flow, {
      isDone: ({ step }) => step === 'allowed',
      move: () => store.flows.move(flow, allowed),
    });
  }
  noteOutcome(context, 'allowed');
  return { outcome: 'allowed' };
}
