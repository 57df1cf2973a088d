import type * as v from 'valibot';

/**
 * The schemas of an object whose type the package defines. A schema with a missing, additional or wrongly typed
 * field does not compile.
 */
export type FieldsOf<Type> = {
  readonly [Key in keyof Type]-?: v.GenericSchema<unknown, Type[Key]>;
};
