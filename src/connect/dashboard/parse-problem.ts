import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';

/** The reason for a refused request. */
export interface Problem {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A sentence for the person who sent the request. */
  readonly description: string;
}

/**
 * @param status - HTTP status of an answer that is not 2xx
 * @param body - its parsed JSON, or undefined
 * @returns the problem; the answer may come from another server
 */
export function parseProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  const sentence = parsed.success ? parsed.output.error_description : undefined;
  return { status, description: sentence ?? `The service answered ${status}. Try again.` };
}
