import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';
import { type Problem, problemCodes, startWait } from './problems.ts';

/**
 * @param response - a response with a status other than 2xx
 * @param body - its parsed JSON; undefined when the body is not JSON
 * @returns the problem that the service reports. If the body is not an error of the service, the status decides:
 *   `rate_limited` for 429, `request_blocked` for a firewall's page, and otherwise `server_error`
 */
export function parseProblem(
  { status, headers }: Pick<Response, 'headers' | 'status'>,
  body: unknown,
): Problem {
  const wait = status === 429 ? parseWait(headers.get('Retry-After')) : {};
  const parsed = v.safeParse(errorAnswer, body);
  // The service also sends codes for which this page has no text.
  const code = problemCodes.find((known) => parsed.success && known === parsed.output.error);
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

/** Recognises a firewall by its HTML page with status 403 or 406. The service itself answers these requests in JSON. */
function isOfFirewall(status: number, headers: Headers): boolean {
  const isPage = headers.get('Content-Type')?.startsWith('text/html') === true;
  return isPage && (status === 403 || status === 406);
}

function describeFirewall(status: number): string {
  return `A firewall or a proxy before the service refused the request, with ${status} and a page. Its log names the rule.`;
}

/**
 * @param value - the value of `Retry-After` in seconds, or null. A date is ignored: a proxy may send one, and its clock
 *   may differ
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3
 */
function parseWait(value: string | null): Pick<Problem, 'wait'> {
  if (value === null || !/^\d{1,5}$/.test(value)) return {};
  return { wait: startWait(Number(value)) };
}
