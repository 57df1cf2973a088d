import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { begunAnswer, remainingAnswer, startedAnswer } from '../../../shapes/flow-answers.ts';
import { randomToken, sessionReference } from '../../../shapes/handoff-fields.ts';
import { parseReference } from '../../../shapes/reference.ts';
import { maxOriginLength } from '../../addresses/host-origin.ts';
import type { Application } from '../../applications/registered-application.ts';
import {
  assertRegisteredHost,
  isRegisteredEmbedder,
  refuseHost,
} from '../../applications/registered-host.ts';
import { createSecret, hashSecret } from '../../basics/secrets.ts';
import { answerJson } from '../../http/answers.ts';
import type { WithBody } from '../../http/checks.ts';
import type { Arrival } from '../../http/endpoint.ts';
import { parseFields } from '../../http/json-body.ts';
import type { Parts } from '../../http/parts.ts';
import type { SessionTerms } from '../../sessions/connect-sessions.ts';
import { createReference, type FlowRequest, noteFlow, tokenOnly } from '../checks.ts';
import { createUnknownClient } from '../connect-request.ts';
import { describeRemaining, describeStarted } from '../describe-started.ts';
import { assertStep, createExpired, flowTokenSchema, moveOnce } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { localeSchema } from '../provider-outcome.ts';
import { bindSession, findOpenSession, refuseMissed } from '../session.ts';
import { findParty } from '../visit.ts';

/** The lifetime of a flow from its start, or from the person's last input on, in milliseconds. */
export const startedTtlMs = 30 * 60 * 1000;
/** The longest lifetime of a flow from its start on, in milliseconds. */
const longestFlowMs = 60 * 60 * 1000;

/** The fields of every kind of flow. An embedded flow has further fields, see `bindingSchema`. */
export const startBody = v.looseObject({
  flow_token: flowTokenSchema,
  locale: localeSchema,
  /** The secret of a session created by the application's backend. */
  session: v.nullish(v.pipe(v.string(), v.maxLength(200)), null),
});

const bindingSchema = v.object({
  origin: v.pipe(v.string(), v.maxLength(maxOriginLength)),
  nonce: randomToken,
  state: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
  /**
   * The ID that the host's SDK gave the open modal. It is not a secret, so it proves nothing. It is not named
   * `session_id`, because firewalls refuse such a field without a `Referer` (OWASP Core Rule Set,
   * REQUEST-943-APPLICATION-ATTACK-SESSION-FIXATION).
   */
  reference: v.fallback(v.nullish(sessionReference, null), null),
});

/**
 * `POST /connect/flow/start`: binds the flow, once, to the host that shows it. The code is valid only for this host,
 * nonce and state. A repeated request gets the same answer.
 *
 * @throws Refusal `invalid_step` when the flow is already bound to something else; `invalid_options` when the page
 *   contradicts its session; `rate_limited` after many secrets that open no session
 */
export async function startFlow(request: StartRequest) {
  const { clock } = request.parts;
  const { parts, context, flow } = request;
  const application = await findParty(parts, flow);
  const started_at = clock.now();
  const host = await readBinding(parts, request, application);
  const bound = { ...flow, ...host, expires_at: started_at + startedTtlMs };
  const asked = { flow: bound, session: request.body.session };
  const session = await bindSession(parts, context, asked);
  const binding = { ...host, ...session };
  await moveOnce(parts, flow, {
    isDone: (now) => now.step === 'select' && isBoundAs(now, binding),
    async move() {
      assertStep(flow, ['new']);
      return await parts.store.flows.move(flow, { step: 'select', started_at, ...binding });
    },
  });
  const started = await describeStarted(parts, application, {
    flow: { ...bound, ...session },
    locale: request.body.locale,
  });
  return answerJson<Answer<typeof startedAnswer>>(context, started);
}

type StartRequest = FlowRequest<typeof startBody>;

const boundFields = ['host_origin', 'nonce', 'state', 'reference', 'session_hash'] as const;

function isBoundAs(flow: Flow, binding: Pick<Flow, (typeof boundFields)[number]>): boolean {
  return boundFields.every((field) => flow[field] === binding[field]);
}

/** The values to which a starting flow is bound. Only an embedded flow has a host, a nonce and their `state`. */
type Binding = Pick<Flow, 'host_origin' | 'nonce' | 'state' | 'reference'>;

async function readBinding(
  parts: Parts,
  { context, flow, body }: StartRequest,
  application: Application,
): Promise<Binding> {
  if (flow.kind !== 'embedded') {
    return { host_origin: null, nonce: null, state: flow.state, reference: flow.reference };
  }
  const { origin, nonce, state, reference: ownReference } = parseFields(body, bindingSchema);
  const reference = parseReference(ownReference ?? '') ?? flow.reference;
  noteFlow(context, flow, reference);
  if (!(await isRegisteredEmbedder(parts, application, origin))) {
    await refuseHost(parts, context, { clientId: application.clientId, origin });
  }
  return { host_origin: origin, nonce, state, reference };
}

export const beginBody = v.object({
  client_id: v.pipe(v.string(), v.maxLength(1000)),
  session: v.pipe(v.string(), v.maxLength(200)),
  locale: localeSchema,
});

/**
 * `POST /connect/flow/begin`: the user has pressed the button on the first screen of a link. A link may be opened and
 * begun several times, until one of its flows ends the session.
 */
export async function beginLink({ parts, context, body }: Arrival & WithBody<typeof beginBody>) {
  const { clock, store } = parts;
  const application = await store.applications.findByPublicId(body.client_id);
  if (!application) throw createUnknownClient();
  const named = { client_id: application.clientId, session_hash: hashSecret(body.session) };
  const terms = await findOpenSession(parts, named);
  if (!terms) return await refuseMissed(parts, context);
  const host = { kind: 'link', redirect_uri: terms.redirect_uri, host_origin: null } as const;
  await assertRegisteredHost(parts, { ...named, ...host });
  const flow_token = createSecret();
  const token_hash = hashSecret(flow_token);
  const started_at = clock.now();
  await store.flows.create({
    ...named,
    ...host,
    token_hash,
    account_id: terms.known_account_id,
    state: terms.state,
    step: 'select',
    revision: 0,
    started_at,
    expires_at: Math.min(started_at + startedTtlMs, terms.expires_at),
    reference: createReference(),
  });
  const flow = await store.flows.find(token_hash);
  // No flow is found when its application was deleted meanwhile.
  if (!flow) throw createExpired();
  noteFlow(context, flow);
  return answerJson<Answer<typeof begunAnswer>>(context, {
    flow_token,
    reference: flow.reference,
    ...(await describeStarted(parts, application, { flow, locale: body.locale })),
  });
}

/** `idle_seconds`: how long ago the person's last input was. */
export const stayBody = v.object({
  ...tokenOnly.entries,
  idle_seconds: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

type StayRequest = FlowRequest<typeof stayBody> & { readonly session: SessionTerms | null };

/**
 * `POST /connect/flow/stay`: the person is still there. The flow lives 30 minutes from their last input on, but at most
 * 60 minutes in all, and no longer than its session.
 *
 * @see https://www.w3.org/TR/WCAG22/#timing-adjustable
 */
export async function stayInFlow(request: StayRequest) {
  const { context, body, flow, session } = request;
  const { clock, store } = request.parts;
  const now = clock.now();
  const wanted = now - body.idle_seconds * 1000 + startedTtlMs;
  const latest = (flow.started_at ?? now) + longestFlowMs;
  const until = Math.min(wanted, latest, session?.expires_at ?? latest);
  const end = until > flow.expires_at ? await store.flows.prolong(flow, until) : undefined;
  const remaining = describeRemaining({ expires_at: end ?? flow.expires_at }, now);
  return answerJson<Answer<typeof remainingAnswer>>(context, remaining);
}
