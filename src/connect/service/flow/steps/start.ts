import type { Context, Handler } from 'hono';
import * as v from 'valibot';
import { maxOriginLength } from '../../addresses/host-origin.ts';
import { answerJson } from '../../http/answers.ts';
import { parseFields } from '../../http/json-body.ts';
import { refuseHost } from '../../http/refused-host.ts';
import type { Services } from '../../services.ts';
import type { Application, Flow } from '../../store/store.ts';
import { findApplication, readPageSubmissions } from '../flow-application.ts';
import { readFlowRequest } from '../flow-request.ts';
import { flowTokenSchema, moveOn } from '../flow-token.ts';
import { listProviders } from '../providers/catalogue.ts';
import { isRegisteredEmbedder } from '../registered-host.ts';

/** From here on the user is at it. */
const startedTtlMs = 30 * 60 * 1000;

const rule = { schema: v.looseObject({ flow_token: flowTokenSchema }), steps: ['new'] } as const;

const bindingSchema = v.object({
  origin: v.pipe(v.string(), v.maxLength(maxOriginLength)),
  nonce: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
  state: v.nullable(v.pipe(v.string(), v.maxLength(2000))),
});

/**
 * `POST /connect/flow/start`: binds the flow, once, to the host that shows it. The code that comes
 * out in the end is worth something only together with what is bound here.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step` when bound before, `origin_not_allowed`
 */
export function createFlowStartRoute(services: Services): Handler {
  const { clock } = services;
  return async (context) => {
    const { body, flow } = await readFlowRequest(services, context, rule);
    const application = await findApplication(services, flow);
    const binding = await readBinding(services, context, { application, flow, body });
    const started_at = clock.now();
    const times = { started_at, expires_at: started_at + startedTtlMs };
    await moveOn(services, flow, { step: 'select', ...binding, ...times });
    const { name, environment } = application;
    return answerJson(context, {
      application: { name, environment },
      origin: binding.host_origin,
      providers: listProviders(environment),
      submissions: readPageSubmissions(services, application),
    });
  };
}

interface StartRequest {
  readonly application: Application;
  readonly flow: Flow;
  readonly body: object;
}

/** A redirect flow got its state with the address of its page. */
type Binding = Pick<Flow, 'host_origin' | 'nonce' | 'state'>;

async function readBinding(
  services: Services,
  context: Context,
  { application, flow, body }: StartRequest,
): Promise<Binding> {
  if (flow.kind === 'redirect') return { host_origin: null, nonce: null, state: flow.state };
  const { origin, nonce, state } = parseFields(body, bindingSchema);
  if (!(await isRegisteredEmbedder(services, application, origin))) {
    await refuseHost(services, context, { clientId: application.clientId, origin });
  }
  return { host_origin: origin, nonce, state };
}
