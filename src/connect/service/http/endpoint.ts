import type { Context, Handler } from 'hono';
import type * as v from 'valibot';
import type { Scope } from '../../shapes/unions.ts';
import { readClientNetwork } from './client-address.ts';
import type { Parts } from './parts.ts';

/** A request, with the parts of the service. Checks add what they find. */
export interface Arrival {
  readonly context: Context;
  readonly parts: Parts;
}

/** Finds the network of a request, for which limits count. */
export function readNetwork({ parts, context }: Arrival): string {
  return readClientNetwork(context, parts.config.trustedProxies);
}

/** Checks one aspect of a request. It throws a `Refusal`, or returns values for later checks and the handler. */
type Check = (known: never) => unknown;

type FoundBy<Result> = Awaited<Result> extends object ? Awaited<Result> : unknown;

type Found<Checks> = Checks extends readonly [infer First extends Check, ...infer Rest]
  ? FoundBy<ReturnType<First>> & Found<Rest>
  : Arrival;

/** True if each check needs only results of the checks before it. */
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

type Handle<Known> = (known: Known) => Response | Promise<Response>;

export type AnswerRefusal = (context: Context, error: unknown) => Response;

/** The options of an endpoint: a description for programs, or another answer than JSON to refusals for people. */
type RowOptions = Description | { readonly onRefusal: AnswerRefusal };

/** A list of checks that still needs the handler of the endpoint. */
interface Endpoint<Known> {
  answer(handle: Handle<Known>, options?: RowOptions): Handler;
}

/**
 * Creates an endpoint that runs the checks in their order. When a check or the handler needs a result that no earlier
 * check returns, the endpoint does not compile.
 */
type After = <Checks extends readonly Check[]>(
  ...checks: Checks
) => IsInOrder<Checks> extends true ? Endpoint<Found<Checks>> : 'a check lacks one before it';

/** Creates the function that creates the endpoints of a service. */
export function createAfter(parts: Parts): After {
  const after = (...checks: readonly Check[]): Endpoint<never> => ({
    answer(handle, options) {
      const facts = readFacts(...checks, handle);
      const described = options && 'id' in options ? { ...facts, description: options } : facts;
      return withFacts(described, async (context) => {
        try {
          const known = { context, parts };
          for (const check of checks) Object.assign(known, await check(known as never));
          return await handle(known as never);
        } catch (error) {
          if (options && 'onRefusal' in options) return options.onRefusal(context, error);
          throw error;
        }
      });
    },
  });
  return after as unknown as After;
}

/** The kinds of credentials of endpoints for programs. */
export type Security = 'accessToken' | 'clientBasic' | 'introspectionSecret' | 'adminToken';

/** A status that callers of an endpoint should expect, besides those of every endpoint. */
export type Refused = 400 | 401 | 403 | 404 | 409 | 410 | 422 | 501 | 502 | 503 | 504;

export interface Description {
  /** The endpoint's name in generated clients. */
  readonly id: string;
  /** One sentence about what the endpoint does. */
  readonly text: string;
  readonly body?: string;
  /** The status of a successful response. Default: 200. */
  readonly status?: 201 | 204;
  /** The schema of the response, by its name; unset when the response has no body. */
  readonly answer?: Readonly<Record<string, v.GenericSchema>> | 'bytes';
}

/** Facts about a check or an endpoint, from which `GET /openapi.json` is made. */
export interface Facts {
  /** Set by a check of the method. Default: the method with which the endpoint was added. */
  readonly method?: 'GET' | 'POST';
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** True when the body is a form. Default: it is JSON. */
  readonly isForm?: boolean;
  readonly security?: Security;
  /** The scopes that an admin key needs, all of them. */
  readonly scopes?: readonly Scope[];
  readonly refusals?: readonly Refused[];
  readonly description?: Description;
}

const known = new WeakMap<object, Facts>();

/** Records facts about a check or a handler, and returns the check or handler. */
export function withFacts<Subject extends object>(facts: Facts, subject: Subject): Subject {
  known.set(subject, facts);
  return subject;
}

export function readFacts(...subjects: readonly object[]): Facts {
  const all = subjects.map((subject) => known.get(subject) ?? {});
  const refusals = new Set(all.flatMap((facts) => facts.refusals ?? []));
  return Object.assign({}, ...all, { refusals: [...refusals].sort() });
}
