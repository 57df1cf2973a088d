import type { Context } from 'hono';
import { answerError } from './answers.ts';
import type { PageEntry } from './assets.ts';
import { createNotice } from './notice.ts';
import { renderNotice, renderStyles } from './page-document.ts';
import { createPageHeaders } from './page-headers.ts';
import { Refusal } from './refusal.ts';

/**
 * Creates the handler of errors. A browser that opens an unknown address gets a page, everything else gets JSON.
 *
 * @param entry - the built page, for its style; undefined before the first build
 */
export function createErrorAnswer(entry: PageEntry | undefined) {
  return (error: Error, context: Context): Response => {
    const isMissing = error instanceof Refusal && error.status === 404;
    if (!isMissing || !isForPerson(context)) return answerError(error, context);
    const page = renderNotice(createNotice(context, error), renderStyles(entry));
    return context.body(page, 404, createPageHeaders("'none'"));
  };
}

/** @returns the refusal of a request for an unknown address */
export function createNothing(): Refusal {
  return new Refusal([404, 'not_found'], 'There is nothing at this address.');
}

/** Browsers ask for HTML when they open an address. Programs, and scripts in pages, do not. */
function isForPerson(context: Context): boolean {
  return context.req.header('Accept')?.includes('text/html') === true;
}
