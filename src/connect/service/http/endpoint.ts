import type { Context, Handler } from 'hono';
import { type Description, readFacts, withFacts } from './facts.ts';

/** The input of the first check. */
export interface Arrival {
  readonly context: Context;
}

/**
 * Checks one aspect of a request, with the results of the checks before it. It throws a `Refusal`, or returns
 * values for later checks and the handler.
 */
type Check = (known: never) => unknown;

type FoundBy<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

/** The combined results of these checks. */
type Found<Checks> = Checks extends readonly [infer First extends Check, ...infer Rest]
  ? FoundBy<ReturnType<First>> & Found<Rest>
  : Arrival;

/** True if each of these checks needs only results of the checks before it. */
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

/** Turns an error of a check or a handler into a response. */
export type AnswerRefusal = (context: Context, error: unknown) => Response;

/**
 * A row for programs has a description. A row for people may set how its refusals are answered; default: JSON, by
 * `answerError`.
 */
type RowOptions = Description | { readonly onRefusal: AnswerRefusal };

/** A list of checks that still lacks its handler. */
interface Endpoint<Known> {
  answer(handle: Handle<Known>, options?: RowOptions): Handler;
}

/**
 * @param checks - in the order of their execution. When a check or the handler needs a result that no earlier check
 *   returns, the endpoint does not compile
 * @returns the endpoint without its handler
 */
export function after<Checks extends readonly Check[]>(
  ...checks: Checks
): IsInOrder<Checks> extends true ? Endpoint<Found<Checks>> : 'a check lacks one before it';
export function after(...checks: readonly Check[]): unknown {
  const answer: Endpoint<never>['answer'] = (handle, options) => {
    const facts = readFacts(...checks, handle);
    const described = options && 'id' in options ? { ...facts, description: options } : facts;
    return withFacts(described, async (context) => {
      try {
        const known = { context };
        for (const check of checks) Object.assign(known, await check(known as never));
        return await handle(known as never);
      } catch (error) {
        if (options && 'onRefusal' in options) return options.onRefusal(context, error);
        throw error;
      }
    });
  };
  return { answer };
}
