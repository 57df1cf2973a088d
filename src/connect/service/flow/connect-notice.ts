import type { Context } from 'hono';
import { type ReportedCode, reportedCodes } from '../../shapes/unions.ts';
import { toRefusal } from '../http/answers.ts';
import type { Assets } from '../http/assets.ts';
import type { AnswerRefusal } from '../http/endpoint.ts';
import { createNotice } from '../http/notice.ts';
import { noteOutcome } from '../http/observe-requests.ts';
import { renderNotice, renderRefusalReport, renderStyles } from '../http/page-document.ts';
import { createNonce, createPageHeaders } from '../http/page-headers.ts';
import type { Parts } from '../http/parts.ts';
import type { Refusal } from '../http/refusal.ts';
import { logFor } from '../http/request-id.ts';

/** Creates the function that shows a refusal to a person as a page. */
export function asNotice({ assets }: Pick<Parts, 'assets'>): AnswerRefusal {
  return (context, error) => {
    const refusal = toRefusal(context, error);
    noteOutcome(context, refusal.error);
    logFor(context).info({
      path: '/connect',
      error: refusal.error,
      detail: refusal.extras.detail,
    });
    return answerNotice(context, refusal, assets.page);
  };
}

/**
 * The notice that replaces the Connect page. Most notices cannot be framed. A few can be framed by any page,
 * because the host could not learn the reason otherwise: an unregistered origin or client ID, an unavailable
 * database, or too many requests to find out. These have no controls, and contain nothing that the host does not
 * know.
 *
 * @param refusal - why there is no Connect page
 * @param entry - the built page, whose script reports to the host; undefined before the first build
 */
function answerNotice(context: Context, refusal: Refusal, entry: Assets['page']): Response {
  const { status, extras, message } = refusal;
  const code = findReportedCode(refusal);
  const retryable = extras.retryable ?? false;
  const nonce = createNonce();
  const head = code
    ? renderRefusalReport({ code, message, retryable }, entry, nonce)
    : renderStyles(entry);
  const headers = code ? createPageHeaders('*', nonce) : createPageHeaders("'none'");
  return context.body(renderNotice(createNotice(context, refusal), head), status, {
    ...headers,
    ...extras.headers,
  });
}

function findReportedCode({ error }: Refusal): ReportedCode | undefined {
  return reportedCodes.find((code) => code === error);
}
