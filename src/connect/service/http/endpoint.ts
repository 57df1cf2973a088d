import type { Context, Handler } from 'hono';
import { isFormContentType } from './content-type.ts';

/** What is known about a request before any check. */
export interface Arrival {
  readonly context: Context;
}

/**
 * Looks at one thing about a request, given what the checks before it found. It throws a `Refusal`, or
 * returns what the checks after it and the handler may rely on.
 */
type Check = (known: never) => unknown;

type FoundBy<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

/** What these checks find, together. */
type Found<Checks> = Checks extends readonly [infer First extends Check, ...infer Rest]
  ? FoundBy<ReturnType<First>> & Found<Rest>
  : Arrival;

/** Whether each of these checks needs only what those before it find. */
type IsInOrder<Checks, Known = Arrival> = Checks extends readonly [
  infer First extends Check,
  ...infer Rest,
]
  ? First extends (known: infer Needs) => infer Result
    ? Known extends Needs
      ? IsInOrder<Rest, Known & FoundBy<Result>>
      : false
    : false
  : true;

/** Answers a request that has passed the checks. */
type Handle<Known> = (known: Known) => Response | Promise<Response>;

/** Answers whatever a check or a handler has thrown. */
export type AnswerRefusal = (context: Context, error: unknown) => Response;

/** An endpoint without its handler. */
interface Endpoint<Known> {
  /** @param answerRefusal - what a refusal becomes (default: JSON, by `answerError`) */
  answer(handle: Handle<Known>, answerRefusal?: AnswerRefusal): Handler;
  /** The same for an endpoint that takes a form. It passes other requests on. */
  answerForm(handle: Handle<Known>, answerRefusal: AnswerRefusal): Handler;
}

/**
 * @param checks - in the order in which they look at the request. Where one needs what none before it
 *   finds, or the handler does, the endpoint does not compile
 * @returns the endpoint, which lacks its handler
 */
export function after<Checks extends readonly Check[]>(
  ...checks: Checks
): IsInOrder<Checks> extends true ? Endpoint<Found<Checks>> : 'a check lacks one before it';
export function after(...checks: readonly Check[]): unknown {
  const answer: Endpoint<never>['answer'] = (handle, answerRefusal) => async (context) => {
    try {
      const known = { context };
      for (const check of checks) Object.assign(known, await check(known as never));
      return await handle(known as never);
    } catch (error) {
      if (answerRefusal) return answerRefusal(context, error);
      throw error;
    }
  };
  const endpoint: Endpoint<never> = {
    answer,
    answerForm(handle, answerRefusal) {
      const handler = answer(handle, answerRefusal);
      return async (context, next) =>
        isFormContentType(context.req.raw) ? await handler(context, next) : await next();
    },
  };
  return endpoint;
}
