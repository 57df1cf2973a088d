import * as v from 'valibot';

/** The answer of a route, in the type that a client gets when it parses the answer with the schema. */
export type Answer<Schema extends v.GenericSchema> = DeepReadonly<v.InferInput<Schema>>;

export type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

/** The answer to every request that fails. Only the Connect page gets `retryable` and `tries_left`. */
export const errorAnswer = v.object({
  error: v.string(),
  error_description: v.optional(v.string()),
  retryable: v.optional(v.boolean()),
  /** The number of tries left before the person must wait. Absent while there are enough. */
  tries_left: v.optional(v.number()),
});

/** The answer to a request whose client needs no data in return. */
export const emptyAnswer = v.object({});

/** The field of a list's page with the query parameter `after` for the next page; null on the last page. */
export const cursor = { next: v.nullable(v.string()) };
