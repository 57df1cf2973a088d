import type * as v from 'valibot';
import type { Scope } from '../../shapes/unions.ts';

/** The credentials of an endpoint for programs. */
export type Security = 'accessToken' | 'clientBasic' | 'introspectionSecret' | 'adminToken';

/** An HTTP status that callers should expect, besides the ones of every request. */
export type Refused = 400 | 401 | 403 | 404 | 409 | 410 | 422 | 501 | 502 | 503 | 504;

/** The description of an endpoint for programs. */
export interface Description {
  /** The endpoint's name in generated clients. */
  readonly id: string;
  /** One sentence. */
  readonly text: string;
  /** The name of its body's schema. */
  readonly body?: string;
  /** Default: 200. */
  readonly status?: 201 | 204;
  /** The schema of the answer, by its name; unset when the response has no body. */
  readonly answer?: Readonly<Record<string, v.GenericSchema>> | 'bytes';
}

/** The part of a check or an endpoint that `GET /openapi.json` describes. */
export interface Facts {
  /** Set by a check of the method. Default: the method of the row. */
  readonly method?: 'GET' | 'POST';
  readonly query?: v.GenericSchema;
  readonly body?: v.GenericSchema;
  /** Default: the body is JSON. */
  readonly isForm?: boolean;
  readonly security?: Security;
  /** The sender needs all of these. */
  readonly scopes?: readonly Scope[];
  readonly refusals?: readonly Refused[];
  readonly description?: Description;
}

const known = new WeakMap<object, Facts>();

/**
 * @param subject - a check or a handler
 * @returns the same object
 */
export function withFacts<Subject extends object>(facts: Facts, subject: Subject): Subject {
  known.set(subject, facts);
  return subject;
}

/** @returns the combined facts of these checks and handlers */
export function readFacts(...subjects: readonly object[]): Facts {
  const all = subjects.map((subject) => known.get(subject) ?? {});
  const refusals = new Set(all.flatMap((facts) => facts.refusals ?? []));
  return Object.assign({}, ...all, { refusals: [...refusals].sort() });
}
