import { toRefusal } from '../../http/answers.ts';
import type { AnswerRefusal } from '../../http/endpoint.ts';
import { createNotice } from '../../http/notice.ts';
import { noteOutcome } from '../../http/observe-requests.ts';
import { renderNotice, renderStyles } from '../../http/page-document.ts';
import { createPageHeaders } from '../../http/page-headers.ts';
import type { Parts } from '../../http/parts.ts';
import type { Flow } from '../../store/store.ts';
import type { FlowRequest } from '../checks.ts';
import { decide, type decisionBody } from '../decide.ts';
import type { FlowParts } from '../flow-parts.ts';

/**
 * `POST /connect/flow/consent`, a form: the end of a redirect flow. The status is 303, so that the browser
 * follows with a GET.
 *
 * @returns the handler
 * @throws Refusal as {@link decide}
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12
 */
export function consentByForm(parts: Pick<FlowParts, 'clock' | 'config' | 'providers' | 'store'>) {
  const { publicUrl } = parts.config;
  return async (request: FlowRequest<typeof decisionBody>) => {
    const decided = await decide(parts, request);
    const outcome = decided.outcome === 'issued' ? `code=${decided.code}` : 'error=access_denied';
    const session = await describeSession(parts, request.flow);
    const headers = {
      Location: addParameters(request.flow, outcome + session, publicUrl),
      'Cache-Control': 'no-store',
    };
    return request.context.body(null, 303, headers);
  };
}

/** A backend that has made a session finds the person by it, because a link has no `state`. */
async function describeSession(
  { store }: Pick<Parts, 'store'>,
  { session_hash }: Flow,
): Promise<string> {
  const id = session_hash === null ? undefined : await store.connectSessions.findId(session_hash);
  return id === undefined ? '' : `&session_id=${id}`;
}

/** URLSearchParams would rewrite the application's own query, so the parameters are appended by hand. */
function addParameters(flow: Flow, outcome: string, issuer: string): string {
  const redirectUri = flow.redirect_uri ?? '';
  const parameters = outcome + describeOrigin(flow, issuer);
  if (!redirectUri.includes('?')) return `${redirectUri}?${parameters}`;
  const isOpen = redirectUri.endsWith('?') || redirectUri.endsWith('&');
  return isOpen ? redirectUri + parameters : `${redirectUri}&${parameters}`;
}

/**
 * An application that sent neither parameter gets the outcome only.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9207#section-2
 */
function describeOrigin({ state, code_challenge }: Flow, issuer: string): string {
  if (state === null && code_challenge === null) return '';
  const returned = state === null ? '' : `&state=${encodeURIComponent(state)}`;
  return `${returned}&iss=${encodeURIComponent(issuer)}`;
}

/** @returns a function that answers a refusal with a page, because a person sees the result of a form */
export function asFormNotice({ assets }: Pick<Parts, 'assets'>): AnswerRefusal {
  return (context, error) => {
    const refusal = toRefusal(context, error);
    const { error: code, status, extras } = refusal;
    noteOutcome(context, code);
    const headers = { ...createPageHeaders("'none'"), ...extras.headers };
    const head = renderStyles(assets.page);
    return context.body(renderNotice(createNotice(context, refusal), head), status, headers);
  };
}
