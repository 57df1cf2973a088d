import * as v from 'valibot';
import type { Answer } from '../../../shapes/common-answers.ts';
import type { startedAnswer } from '../../../shapes/flow-answers.ts';
import { randomToken, sessionReference } from '../../../shapes/handoff-fields.ts';
import { parseReference } from '../../../shapes/reference.ts';
import { maxOriginLength } from '../../addresses/host-origin.ts';
import { refuseHost } from '../../applications/refused-host.ts';
import type { Application } from '../../applications/registered-application.ts';
import { isRegisteredEmbedder } from '../../applications/registered-host.ts';
import { answerJson } from '../../http/answers.ts';
import { parseFields } from '../../http/json-body.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { describeStarted } from '../describe-started.ts';
import { noteFlow } from '../flow-reference.ts';
import { assertStep, flowTokenSchema, moveOnce } from '../flow-token.ts';
import type { Flow } from '../flows-table.ts';
import { localeSchema } from '../provider-outcome.ts';
import { bindSession } from '../session.ts';
import { findParty } from '../visit.ts';

/** The lifetime of a flow from its start, or from the person's last input on. */
export const startedTtlMs = 30 * 60 * 1000;
/** The longest lifetime of a flow, from its start on. */
export const longestFlowMs = 60 * 60 * 1000;

/** Further fields depend on the kind of flow, see `bindingSchema`. */
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
   * The host's ID of the session, which proves nothing. It is not named `session_id`, because firewalls refuse such
   * a field without a `Referer`.
   *
   * @see
   *   https://github.com/coreruleset/coreruleset/blob/main/rules/REQUEST-943-APPLICATION-ATTACK-SESSION-FIXATION.conf
   */
  reference: v.fallback(v.nullish(sessionReference, null), null),
});

type StartParts = Pick<Parts, 'clock' | 'config' | 'limiters' | 'providers' | 'store'>;

/**
 * `POST /connect/flow/start`: binds the flow, once, to the host that shows it. The code is valid only for this
 * host, nonce and state. A repeated request gets the same answer.
 *
 * @throws Refusal `session_expired`; `invalid_step` when the flow is already bound to something else;
 *   `origin_not_allowed`; `invalid_options` when the page contradicts its session; `rate_limited` after many
 *   secrets that open no session
 */
export function startFlow(parts: StartParts) {
  const { clock } = parts;
  return async (request: StartRequest) => {
    const { context, flow } = request;
    const application = await findParty(parts, flow);
    const started_at = clock.now();
    const host = await readBinding(parts, request, application);
    const bound = { ...flow, ...host, expires_at: started_at + startedTtlMs };
    const session = await bindSession(parts, context, {
      flow: bound,
      session: request.body.session,
    });
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
  };
}

type StartRequest = FlowRequest<typeof startBody>;

const boundFields = ['host_origin', 'nonce', 'state', 'reference', 'session_hash'] as const;

function isBoundAs(flow: Flow, binding: Pick<Flow, (typeof boundFields)[number]>): boolean {
  return boundFields.every((field) => flow[field] === binding[field]);
}

/** A redirect flow received its state in the address of its page. A visit to `/manage` has no host. */
type Binding = Pick<Flow, 'host_origin' | 'nonce' | 'state' | 'reference'>;

async function readBinding(
  parts: Pick<Parts, 'clock' | 'config' | 'store'>,
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
