import { findNearName } from './near-name.ts';

/** Finds the first unknown property with a value. @param plural - such as `Options`, for the hint "Options are …" */
export function findUnknownName(value: object, names: readonly string[], plural: string) {
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
