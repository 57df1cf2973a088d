import type * as v from 'valibot';

/** A schema for each field of a type of the package. With a missing, additional or wrong field, it does not compile. */
export type FieldsOf<Type> = {
  readonly [Key in keyof Type]-?: v.GenericSchema<unknown, Type[Key]>;
};
