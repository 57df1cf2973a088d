import type * as v from 'valibot';

/**
 * The schemas of an object whose type the package defines. A schema that misses a field, has a further one
 * or reads a field as another type does not compile.
 */
export type FieldsOf<Type> = {
  readonly [Key in keyof Type]-?: v.GenericSchema<unknown, Type[Key]>;
};
