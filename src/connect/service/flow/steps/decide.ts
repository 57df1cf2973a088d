import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { codeAnswer, consentAnswer } from '../../../shapes/flow-answers.ts';
import { describeReturn } from '../../../shapes/return-address.ts';
import {
  consentLocales,
  type Decision,
  decisions,
  type FlowKind,
  type FlowStep,
} from '../../../shapes/unions.ts';
import { assertRegisteredHost } from '../../applications/registered-host.ts';
import { hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import { noteOutcome } from '../../http/observe-requests.ts';
import type { Parts } from '../../http/parts.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import type { FlowRequest } from '../checks.ts';
import { assertStep, createInvalidStep, flowTokenSchema, moveOnce } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { issueCode } from '../issue-code.ts';

type ConsentAnswer = Answer<typeof consentAnswer>;

/**
 * `POST /connect/flow/consent`: ends a flow with the user's decision. An embedded page gets the code and passes it to
 * its host. A flow with a redirect URI gets the address to go to. A link without a redirect URI shows the result, and
 * the backend requests the code.
 *
 * The response is not a redirect after a form, because Chromium and WebKit would check `form-action` for each further
 * redirect of the application's callback.
 *
 * @see https://github.com/w3c/webappsec-csp/issues/8
 */
export async function consent(request: FlowRequest<typeof decisionBody>) {
  const { parts, context, flow } = request;
  const decided = await decide(parts, request);
  if (flow.redirect_uri !== null) {
    const location = await describeOutcome(parts, flow, decided);
    return answerJson<ConsentAnswer>(context, { location });
  }
  switch (decided.outcome) {
    case 'denied':
      return answerJson<ConsentAnswer>(context, { denied: true });
    case 'allowed':
      return answerJson<ConsentAnswer>(context, { allowed: true });
    case 'issued':
      if (flow.kind === 'link') return answerJson<ConsentAnswer>(context, { connected: true });
      return answerJson<ConsentAnswer>(context, { code: decided.code, nonce: flow.nonce ?? '' });
  }
}

/**
 * `POST /connect/flow/code`: the frame's document requests the code, after the user has allowed access in a popup. The
 * code is created only now. A repeated request gets the same code.
 */
export async function collectCode({ parts, context, body, flow }: FlowRequest) {
  // Refuses a flow without a popup. Its page gets the code from `consent`, and again by repeating that request.
  if (flow.handoff_state === null || flow.nonce === null) throw createInvalidStep();
  const code = await issueCode({ ...parts, log: logFor(context) }, flow, body.flow_token);
  return answerJson<Answer<typeof codeAnswer>>(context, { code, nonce: flow.nonce });
}

export const decisionBody = v.object({
  flow_token: flowTokenSchema,
  decision: v.picklist(decisions),
  /** The language of the consent text, and the text itself, as the page showed it. Lines are separated by `\n`. */
  locale: v.optional(v.picklist(consentLocales)),
  text: v.optional(v.pipe(v.string(), v.maxLength(4000), v.regex(/^(?:\P{Cc}|\n)+$/u))),
});

/** `allowed`: the user allowed access in a popup, and the frame's document requests the code next. */
type DecisionOutcome =
  | { readonly outcome: 'denied' | 'allowed' }
  | { readonly outcome: 'issued'; readonly code: string };

/** The time that the frame's document may take to request the code after Allow in a popup, in milliseconds. */
const allowedTtlMs = 60_000;

/**
 * The steps at which a decision is accepted: Deny at any step, Allow only at the last. The step after the decision is
 * listed, too, so that a repeated request gets the same response.
 */
const stepsOf: Readonly<Record<Decision, readonly FlowStep[]>> = {
  allow: ['consent', 'allowed', 'issued'],
  deny: ['select', 'login', 'mfa', 'consent', 'denied'],
};

type DecisionRequest = FlowRequest<typeof decisionBody>;

export function ofKind(...kinds: readonly FlowKind[]) {
  return ({ flow }: { readonly flow: Flow }): void => {
    if (kinds.includes(flow.kind)) return;
    throw new Refusal([400, 'invalid_request'], 'This kind of flow does not have this step.');
  };
}

export function mayDecide({ flow, body }: Pick<DecisionRequest, 'flow' | 'body'>): void {
  assertStep(flow, stepsOf[body.decision]);
}

async function decide(
  parts: Parts,
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
  // Here, a popup has joined the frame's flow. Only the frame's document, which is bound to the host, gets the code.
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

/** Returns the redirect URI with the outcome in its query. */
async function describeOutcome(
  { config, store }: Parts,
  flow: Flow,
  decided: DecisionOutcome,
): Promise<string> {
  const outcome = decided.outcome === 'issued' ? `code=${decided.code}` : 'error=access_denied';
  const { session_hash } = flow;
  const id = session_hash === null ? undefined : await store.connectSessions.findId(session_hash);
  // A link's address has no `state`, so the session's ID tells the backend which person has decided.
  const session = id === undefined ? '' : `&session_id=${id}`;
  const { kind, redirect_uri, state, code_challenge } = flow;
  // A link's address has neither a `state` nor a challenge.
  const isAsked = kind !== 'link' && (state !== null || code_challenge !== null);
  const origin = isAsked ? { state, issuer: config.publicUrl } : null;
  return describeReturn(redirect_uri ?? '', outcome + session, origin);
}
