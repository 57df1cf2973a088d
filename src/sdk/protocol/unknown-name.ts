import { findNearName } from './near-name.ts';

/** A name that does not exist, and a sentence that leads to the right one. */
export interface UnknownName {
  readonly name: string;
  /** "Did you mean …?", or the names that exist. */
  readonly hint: string;
}

/**
 * A name with the value undefined has no effect, so it is not reported.
 *
 * @param value - of the developer
 * @param names - the names that exist
 * @param plural - the kind of names, such as `Options`
 * @returns the first name that does not exist; undefined without one
 */
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

/**
 * @param options - of the application
 * @param names - of the options that exist
 * @returns the message about an option that does not exist; undefined without one
 */
export function describeUnknownOption(
  options: object,
  names: readonly string[],
): string | undefined {
  const unknown = findUnknownName(options, names, 'Options');
  return unknown && `${unknown.name} is not an option. ${unknown.hint}`;
}
