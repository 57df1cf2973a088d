import * as v from 'valibot';

/** Makes a field optional, with null as undefined, because plug-ins pass on the JSON of their providers. */
export function nullIsNone<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? undefined),
    ),
  );
}
