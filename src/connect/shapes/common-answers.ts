import * as v from 'valibot';

/** A route's answer that a client can parse with the schema. */
export type Answer<Schema extends v.GenericSchema> = DeepReadonly<v.InferInput<Schema>>;

type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

/** Every answer that is not 2xx. Only the Connect page gets `retryable` and `tries_left`. */
export const errorAnswer = v.object({
  error: v.string(),
  error_description: v.optional(v.string()),
  retryable: v.optional(v.boolean()),
  /** The number of tries left before the person must wait. Absent while there are enough. */
  tries_left: v.optional(v.number()),
});

/** An answer without data for the client. */
export const emptyAnswer = v.object({});
