import { findNearName } from './near-name.ts';

interface UnknownName {
  readonly name: string;
  /** "Did you mean …?", or a list of the existing names. */
  readonly hint: string;
}

/** Finds the first property that is not in `names` and has a value. `plural`: as `Options` in "Options are …". */
export function findUnknownName(
  value: object,
  names: readonly string[],
  plural: string,
): UnknownName | undefined {
  const unknown = Object.entries(value).find(
    ([name, given]) => given !== undefined && !names.includes(name),
  );
  if (unknown === undefined) return undefined;
  const [name] = unknown;
  const meant = findNearName(name, names);
  return { name, hint: meant ? `Did you mean ${meant}?` : `${plural} are ${names.join(', ')}.` };
}

export function describeUnknownOption(
  options: object,
  names: readonly string[],
): string | undefined {
  const unknown = findUnknownName(options, names, 'Options');
  return unknown && `${unknown.name} is not an option. ${unknown.hint}`;
}
