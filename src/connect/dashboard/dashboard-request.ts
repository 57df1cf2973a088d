import type { BaseIssue, BaseSchema } from 'valibot';
import type { Problem } from './parse-problem.ts';

/** The answer, or the problem. Requests never throw. */
export type Result<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Problem };

/** The fields of a request's body. */
export type Fields = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** A request to the service. */
export interface DashboardRequest<Value> {
  /** Relative to `/dashboard/api/`. */
  readonly path: string;
  readonly answer: BaseSchema<unknown, Value, BaseIssue<unknown>>;
  /** Null for a GET. */
  readonly body?: Fields | null;
}

/** Sends a request to the service. */
export type Ask = <Value>(what: DashboardRequest<Value>) => Promise<Result<Value>>;
