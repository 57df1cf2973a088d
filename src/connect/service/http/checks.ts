import type * as v from 'valibot';
import { readBodyBytes } from './body-bytes.ts';
import { assertFormContentType } from './content-type.ts';
import type { Arrival } from './endpoint.ts';
import { parseFields, readJsonBody } from './json-body.ts';
import { createOtherMethod } from './method.ts';
import { readSingleParameters } from './single-parameters.ts';

/** @returns a check: the body is JSON of that shape */
export function body<Schema extends v.GenericSchema>(
  schema: Schema,
): (known: Arrival) => Promise<{ readonly body: v.InferOutput<Schema> }> {
  return async ({ context }) => ({ body: await readJsonBody(context.req.raw, schema) });
}

/** @returns a check: the body is a form of that shape */
export function form<Schema extends v.GenericSchema>(
  schema: Schema,
): (known: Arrival) => Promise<{ readonly body: v.InferOutput<Schema> }> {
  return async ({ context }) => {
    const text = new TextDecoder().decode(await readBodyBytes(context.req.raw));
    const fields = readSingleParameters(new URLSearchParams(text));
    return { body: parseFields(Object.fromEntries(fields), schema) };
  };
}

/**
 * @param schema - the parameters
 * @returns a check: the query of the address is of that shape, and repeats nothing
 */
export function query<Schema extends v.GenericSchema>(
  schema: Schema,
): (known: Arrival) => { readonly query: v.InferOutput<Schema> } {
  return ({ context }) => {
    const parameters = readSingleParameters(new URL(context.req.url).searchParams);
    return { query: parseFields(Object.fromEntries(parameters), schema) };
  };
}

/** A check: the body is announced as a form. */
export function formOnly({ context }: Arrival): void {
  assertFormContentType(context.req.raw);
}

/** A check for endpoints that look at something else before the method. */
export function postOnly({ context }: Arrival): void {
  if (context.req.raw.method !== 'POST') throw createOtherMethod('POST');
}

/** The same for endpoints that only read. */
export function getOnly({ context }: Arrival): void {
  if (!['GET', 'HEAD'].includes(context.req.raw.method)) throw createOtherMethod('GET, HEAD');
}
