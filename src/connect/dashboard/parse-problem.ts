import * as v from 'valibot';
import { errorAnswer } from '../shapes/common-answers.ts';

/** The reason for a refused request. */
export interface Problem {
  /** HTTP status; 0 without an answer. */
  readonly status: number;
  /** A sentence for the person who asked. */
  readonly description: string;
}

/**
 * @param status - HTTP status of an answer that is not 2xx
 * @param body - its parsed JSON, or undefined
 * @returns the problem, also for an answer of another server
 */
export function parseProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  const sentence = parsed.success ? parsed.output.error_description : undefined;
  return { status, description: sentence ?? `The service answered ${status}. Try again.` };
}
