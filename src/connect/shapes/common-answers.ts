import * as v from 'valibot';

/** What a route answers so that a client can parse it with the schema. */
export type Answer<Schema extends v.GenericSchema> = DeepReadonly<v.InferInput<Schema>>;

type DeepReadonly<Value> = { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> };

/** Every answer that is not 2xx. Whether a new try can help is said to the Connect page only. */
export const errorAnswer = v.object({
  error: v.string(),
  error_description: v.optional(v.string()),
  retryable: v.optional(v.boolean()),
});

/** An answer that says nothing, or nothing that the client needs. */
export const emptyAnswer = v.object({});
