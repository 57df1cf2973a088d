import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';
import { type Problem, parseProblemCode } from './problems.ts';

/**
 * @param response - its status is not 2xx
 * @param body - its parsed JSON, or undefined
 * @returns the problem; `request_blocked` for the page of a firewall, and `server_error` for the page of another
 *   server
 */
export function parseProblem(
  { status, headers }: Pick<Response, 'headers' | 'status'>,
  body: unknown,
): Problem {
  const wait = status === 429 ? parseWait(headers.get('Retry-After')) : {};
  const parsed = v.safeParse(errorAnswer, body);
  const code = parsed.success ? parseProblemCode(parsed.output.error) : undefined;
  if (!parsed.success || !code) {
    const description = `The service answered ${status}.`;
    if (status === 429) return { code: 'rate_limited', description, retryable: true, ...wait };
    return isOfFirewall(status, headers)
      ? { code: 'request_blocked', description: describeFirewall(status), retryable: false }
      : { code: 'server_error', description, retryable: status >= 500 };
  }
  const { error_description: description = '', retryable = false, tries_left } = parsed.output;
  const tries = tries_left === undefined ? {} : { triesLeft: tries_left };
  return { code, description, retryable, ...wait, ...tries };
}

/** Recognises a firewall by its HTML page: the service answers these requests in JSON. */
function isOfFirewall(status: number, headers: Headers): boolean {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  return isPage && (status === 403 || status === 406);
}

function describeFirewall(status: number): string {
  return `A firewall or a proxy before the service refused the request, with ${status} and a page. Its log names the rule.`;
}

/**
 * @param value - the header's value, in seconds. A date from a proxy is ignored, because its clock may differ
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function parseWait(value: string | null): Pick<Problem, 'wait'> {
  if (value === null || !/^\d{1,5}$/.test(value)) return {};
  const seconds = Number(value);
  return { wait: { seconds, until: Date.now() + seconds * 1000 } };
}
