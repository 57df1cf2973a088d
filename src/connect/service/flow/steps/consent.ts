import type { Context, Handler } from 'hono';
import * as v from 'valibot';
import type { FlowStep } from '../../../shapes/unions.ts';
import { answerJson, toRefusal } from '../../http/answers.ts';
import { readBodyBytes } from '../../http/body-bytes.ts';
import { isFormContentType } from '../../http/content-type.ts';
import { parseFields, readJsonBody } from '../../http/json-body.ts';
import { noteOutcome } from '../../http/observe-requests.ts';
import { renderNotice, renderStyles } from '../../http/page-document.ts';
import { createPageHeaders } from '../../http/page-headers.ts';
import { Refusal } from '../../http/refusal.ts';
import { logFor } from '../../http/request-id.ts';
import { readSingleParameters } from '../../http/single-parameters.ts';
import type { Services } from '../../services.ts';
import type { Flow } from '../../store/store.ts';
import { admitFlowStep } from '../flow-request.ts';
import { assertStep, findLiveFlow, flowTokenSchema, moveOnce } from '../flow-token.ts';
import { issueCode } from '../issue-code.ts';
import { assertRegisteredHost } from '../registered-host.ts';

const bodySchema = v.object({
  flow_token: flowTokenSchema,
  decision: v.picklist(['allow', 'deny']),
});

/** How long the document that was bound to the host has to ask for the code. */
const allowedTtlMs = 60_000;
/** In the place of a code that is issued to another document. */
const allowed = Symbol('allowed');

/**
 * Where a flow may be. One may change one's mind at any step; only allowing has to be the last. The
 * outcome itself is there, too: a decision whose answer was lost is sent again and answered alike.
 */
const stepsOf = {
  allow: ['consent', 'allowed', 'issued'],
  deny: ['select', 'login', 'mfa', 'consent', 'denied'],
} as const satisfies Record<'allow' | 'deny', readonly FlowStep[]>;

type Decision = v.InferOutput<typeof bodySchema>;

/**
 * `POST /connect/flow/consent`: the end of a flow. An embedded one gets its code as JSON, for the
 * host; a redirect flow sends a form and is answered 303, so that the browser turns it into a GET.
 *
 * @param services - what the route is built from
 * @returns the handler
 * @throws Refusal `session_expired`, `invalid_step`, `origin_not_allowed`; `invalid_request` for a
 *   redirect URI that is not registered any more
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12
 */
export function createFlowConsentRoute(services: Services): Handler {
  return async (context) => {
    if (isFormContentType(context.req.raw)) return await answerForm(services, context);
    await admitFlowStep(services, context);
    const body = await readJsonBody(context.req.raw, bodySchema);
    const { flow, code } = await decide(withLog(services, context), body, 'embedded');
    noteOutcome(context, code === null ? 'denied' : 'allowed');
    if (code === null) return answerJson(context, { denied: true });
    return answerJson(context, code === allowed ? { allowed: true } : { code, nonce: flow.nonce });
  };
}

const withLog = (services: Services, context: Context): Services => ({
  ...services,
  log: logFor(context),
});

async function answerForm(services: Services, context: Context): Promise<Response> {
  try {
    await admitFlowStep(services, context);
    const text = new TextDecoder().decode(await readBodyBytes(context.req.raw));
    const fields = readSingleParameters(new URLSearchParams(text));
    const body = parseFields(Object.fromEntries(fields), bodySchema);
    const { flow, code } = await decide(withLog(services, context), body, 'redirect');
    noteOutcome(context, code === null ? 'denied' : 'allowed');
    const outcome = code === null ? 'error=access_denied' : `code=${String(code)}`;
    const location = addParameters(flow, outcome);
    const headers = { Location: location, 'Cache-Control': 'no-store' };
    return context.body(null, 303, headers);
  } catch (error) {
    // The answer to a form is a page that a person sees.
    const { error: code, status, message, extras } = toRefusal(context, error);
    noteOutcome(context, code);
    const headers = { ...createPageHeaders("'none'"), ...extras.headers };
    const head = renderStyles(services.assets.page);
    return context.body(renderNotice('This did not work', message, head), status, headers);
  }
}

async function decide(
  services: Services,
  { flow_token, decision }: Decision,
  kind: Flow['kind'],
): Promise<{ readonly flow: Flow; readonly code: string | typeof allowed | null }> {
  const { clock } = services;
  const flow = await findLiveFlow(services, flow_token);
  if (flow.kind !== kind) {
    throw new Refusal([400, 'invalid_request'], 'This flow is answered in another form.', {
      retryable: false,
    });
  }
  assertStep(flow, stepsOf[decision]);
  if (decision === 'allow' && flow.handoff_state === null) {
    return { flow, code: await issueCode(services, flow, flow_token) };
  }
  await assertRegisteredHost(services, flow);
  if (decision === 'deny') {
    await moveOnce(services, flow, { step: 'denied' });
    return { flow, code: null };
  }
  // In a window that has joined: the code is for the document that was bound to the host.
  const expires_at = clock.now() + allowedTtlMs;
  if (flow.step !== 'issued') await moveOnce(services, flow, { step: 'allowed', expires_at });
  return { flow, code: allowed };
}

/** By hand, because URLSearchParams would write the application's own query anew. */
function addParameters({ redirect_uri, state }: Flow, outcome: string): string {
  const redirectUri = redirect_uri ?? '';
  const parameters = state === null ? outcome : `${outcome}&state=${encodeURIComponent(state)}`;
  if (!redirectUri.includes('?')) return `${redirectUri}?${parameters}`;
  return /[?&]$/.test(redirectUri) ? redirectUri + parameters : `${redirectUri}&${parameters}`;
}
