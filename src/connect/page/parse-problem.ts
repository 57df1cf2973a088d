import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';
import { type Problem, parseProblemCode } from './problems.ts';

/**
 * @param status - HTTP status, not 2xx
 * @param body - its parsed JSON, or undefined
 * @returns the problem; another server's answer, such as a proxy's page, is a retryable `server_error`
 */
export function parseProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  const code = parsed.success ? parseProblemCode(parsed.output.error) : undefined;
  if (!parsed.success || !code) {
    const description = `The service answered ${status}.`;
    return status === 429
      ? { code: 'rate_limited', description, retryable: true }
      : { code: 'server_error', description, retryable: status >= 500 };
  }
  const { error_description: description = '', retryable = false } = parsed.output;
  return { code, description, retryable };
}
