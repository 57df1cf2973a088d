import { toRefusal } from '../../http/answers.ts';
import type { AnswerRefusal } from '../../http/endpoint.ts';
import { createNotice } from '../../http/notice.ts';
import { noteOutcome } from '../../http/observe-requests.ts';
import { renderNotice, renderStyles } from '../../http/page-document.ts';
import { createPageHeaders } from '../../http/page-headers.ts';
import type { Parts } from '../../http/parts.ts';
import type { FlowRequest } from '../checks.ts';
import { decide, type decisionBody } from '../decide.ts';
import type { FlowParts } from '../flow-parts.ts';
import { describeReturn } from '../return-address.ts';

/**
 * `POST /connect/flow/consent`, a form: the end of a redirect flow. The status is 303, so that the browser
 * follows with a GET.
 *
 * @returns the handler
 * @throws Refusal as {@link decide}
 * @see https://www.rfc-editor.org/rfc/rfc9700#section-4.12
 */
export function consentByForm(parts: Pick<FlowParts, 'clock' | 'config' | 'providers' | 'store'>) {
  return async (request: FlowRequest<typeof decisionBody>) => {
    const decided = await decide(parts, request);
    const Location = await describeReturn(parts, request.flow, decided);
    return request.context.body(null, 303, { Location, 'Cache-Control': 'no-store' });
  };
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
