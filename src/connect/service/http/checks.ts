import * as v from 'valibot';
import { type Arrival, withFacts } from './endpoint.ts';
import {
  assertNoFields,
  parseExactFields,
  parseFields,
  readBodyBytes,
  readJsonBody,
  readOptionalJsonBody,
} from './json-body.ts';
import { createInvalid } from './refusal.ts';
import { assertFormContentType } from './request-headers.ts';
import { createOtherMethod } from './routing.ts';

/** A request whose body has been checked. */
export interface WithBody<Schema extends v.GenericSchema> {
  readonly body: v.InferOutput<Schema>;
}

/** A request whose query has been checked. */
export interface WithQuery<Schema extends v.GenericSchema> {
  readonly query: v.InferOutput<Schema>;
}

type BodyCheck<Schema extends v.GenericSchema> = (known: Arrival) => Promise<WithBody<Schema>>;

/** Creates a check that the body is JSON and matches the schema. `maxBytes` is 16 KiB by default. */
export function body<Schema extends v.GenericSchema>(
  schema: Schema,
  maxBytes?: number,
  parse: (value: object, schema: Schema) => v.InferOutput<Schema> = parseFields,
): BodyCheck<Schema> {
  return withFacts({ body: schema, refusals: [400] }, async ({ context }) => ({
    body: parse(await readJsonBody(context.req.raw, maxBytes), schema),
  }));
}

/** Like {@link body}, but the check refuses unknown names. Use it for endpoints that programs call. */
export function exactBody<Schema extends v.GenericSchema>(schema: Schema, maxBytes?: number) {
  return body(schema, maxBytes, parseExactFields);
}

/** Like {@link exactBody}, but the body may be absent if no field is required. */
export function optionalBody<Schema extends v.GenericSchema>(schema: Schema): BodyCheck<Schema> {
  return withFacts({ body: schema, refusals: [400] }, async ({ context }) => ({
    body: parseExactFields(await readOptionalJsonBody(context.req.raw), schema),
  }));
}

export function form<Schema extends v.GenericSchema>(schema: Schema): BodyCheck<Schema> {
  return withFacts({ body: schema, isForm: true, refusals: [400] }, async ({ context }) => {
    const text = new TextDecoder().decode(await readBodyBytes(context.req.raw));
    const fields = readSingleParameters(new URLSearchParams(text));
    return { body: parseFields(Object.fromEntries(fields), schema) };
  });
}

/** Checks that the query matches the schema exactly and repeats no parameter. */
export function query<Schema extends v.GenericSchema>(
  schema: Schema,
): (known: Arrival) => WithQuery<Schema> {
  return withFacts({ query: schema, refusals: [400] }, ({ context }) => {
    const parameters = readSingleParameters(new URL(context.req.url).searchParams);
    return { query: parseExactFields(Object.fromEntries(parameters), schema) };
  });
}

/** Checks that the address has no query, because its parameters would have no effect. */
export const noQuery = query(v.object({}));

/** Checks that the request has no body, because its fields would have no effect. */
export const noBody = withFacts({ refusals: [400] }, ({ context }: Arrival) =>
  assertNoFields(context.req.raw),
);

export function formOnly({ context }: Arrival): void {
  assertFormContentType(context.req.raw);
}

/** Checks the method. It is for endpoints where another check must come before that of the method. */
export const postOnly = withFacts({ method: 'POST' }, ({ context }: Arrival): void => {
  if (context.req.raw.method !== 'POST') throw createOtherMethod('POST');
});

export const getOnly = withFacts({ method: 'GET' }, ({ context }: Arrival): void => {
  if (!['GET', 'HEAD'].includes(context.req.raw.method)) throw createOtherMethod('GET, HEAD');
});

/** The maximum number of parameters: more than any endpoint has, with room for unknown ones. */
const maxParameters = 100;

/**
 * Reads all parameters, including unknown ones.
 *
 * @throws Refusal 400 `invalid_request` for a repeated parameter, because two readers might use different values; for
 *   U+0000, which PostgreSQL refuses; and for too many parameters
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1
 */
export function readSingleParameters(query: URLSearchParams): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (parameters.has(name)) {
      throw createInvalid('A parameter of the address is repeated.');
    }
    if (value.includes('\0')) {
      throw createInvalid('A parameter has the character U+0000.');
    }
    if (parameters.size === maxParameters) {
      throw createInvalid(`There are more than ${maxParameters} parameters.`);
    }
    parameters.set(name, value);
  }
  return parameters;
}
