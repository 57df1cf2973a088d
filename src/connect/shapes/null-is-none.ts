import * as v from 'valibot';

/**
 * Makes a field optional in a value from a plug-in. Plug-ins pass on the JSON of their providers, in which null often
 * means that there is no value.
 *
 * @returns the schema of an optional field, for which null counts as undefined
 */
export function nullIsNone<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  );
}
