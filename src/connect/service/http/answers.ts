import type { Context } from 'hono';
import type { Answer, errorAnswer } from '../../shapes/common-answers.ts';
import { isStoreUnavailable } from '../store/transactions.ts';
import type { PageEntry } from './assets.ts';
import { createNotice } from './notice.ts';
import { shortenPath } from './observe-requests.ts';
import { createPageHeaders, renderNotice, renderStyles } from './page-document.ts';
import { createUnavailable, Refusal } from './refusal.ts';
import { logFor } from './request-id.ts';

/** Responds with JSON. The caller names the type of the body: `answerJson<Answer<typeof backAnswer>>(…)`. */
export function answerJson<Body extends object = never>(
  context: Context,
  body: NoInfer<Body>,
  status: 200 | 201 = 200,
): Response {
  return context.json(body, status, { 'Cache-Control': 'no-store' });
}

/**
 * Turns every error into a response. The response has the description of the error; its details are only logged.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-5.2
 */
function answerError(error: Error, context: Context): Response {
  const refusal = toRefusal(context, error);
  const { status, error: code, extras } = refusal;
  const { detail, headers, retryable = false, triesLeft: tries_left } = extras;
  if (detail) logFor(context).info({ path: shortenPath(context), error: code, detail });
  const body: Answer<typeof errorAnswer> = { error: code, error_description: refusal.message };
  // The Connect page needs more fields than RFC 6749 defines. A backend does not.
  const isForPage = context.req.path.startsWith('/connect/flow/');
  return context.json(isForPage ? { ...body, retryable, tries_left } : body, status, {
    'Cache-Control': 'no-store',
    ...headers,
  });
}

/** Logs an unexpected error. Returns a refusal with 503 while the database is unavailable, otherwise with 500. */
export function toRefusal(context: Context, error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  logFor(context).error({ err: error }, 'request failed');
  if (isStoreUnavailable(error)) return createUnavailable('The database does not answer.');
  return new Refusal([500, 'server_error'], 'Something went wrong on our side; try again.', {
    retryable: true,
  });
}

/** Creates the handler of errors. A browser that opens an unknown address gets a page; every other refusal is JSON. */
export function createErrorAnswer(entry: PageEntry | undefined) {
  return (error: Error, context: Context): Response => {
    const isMissing = error instanceof Refusal && error.status === 404;
    if (!isMissing || !isForPerson(context)) return answerError(error, context);
    const page = renderNotice(createNotice(context, error), renderStyles(entry));
    return context.body(page, 404, createPageHeaders("'none'"));
  };
}

/** True when a person has opened the address. Browsers then ask for HTML; programs and scripts in pages do not. */
function isForPerson(context: Context): boolean {
  return context.req.header('Accept')?.includes('text/html') === true;
}
