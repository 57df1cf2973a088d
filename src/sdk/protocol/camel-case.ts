import { type Parser, parseShape, type Shape } from './shape.ts';

type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : Name;

type TimeAsText<Value> = Value extends Date ? string : Value;

/** The JSON of an object: names in snake_case, and times as texts (ISO 8601, in UTC). */
export type Json<Value> = {
  readonly [Name in keyof Value & string as SnakeCase<Name>]: TimeAsText<Value[Name]>;
};

/** JSON of the service with names in camelCase. The time of a name that ends in `_at` is a `Date`. */
type CamelCased<Json> = {
  readonly [Name in keyof Json & string as CamelCase<Name>]: Name extends `${string}_at`
    ? Date | Extract<Json[Name], null>
    : Json[Name];
};

/** @returns a copy of parsed JSON, whose times have been checked */
export function toCamelCase<Json extends object>(json: Json): CamelCased<Json> {
  const fields = Object.entries(json).map(([name, value]) => {
    const key = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return [key, name.endsWith('_at') && value !== null ? new Date(value) : value];
  });
  return Object.fromEntries(fields) as CamelCased<Json>;
}

export function parseCamelCase<Json extends object>(shape: Shape<Json>): Parser<CamelCased<Json>> {
  return (value) => {
    const json = parseShape(value, shape);
    return json && toCamelCase(json);
  };
}
