import type * as v from 'valibot';

/**
 * An object with a schema for each field of a type that the package `tax-connect` exports. If a field is missing,
 * additional or of another type, the schema does not compile.
 */
export type FieldsOf<Type> = {
  readonly [Key in keyof Type]-?: v.GenericSchema<unknown, Type[Key]>;
};
