import { findNearName } from '../protocol/near-name.ts';

/**
 * An option that is passed as undefined has no effect, whatever its name.
 *
 * @param options - of the application
 * @param names - of the options that exist
 * @returns the message about an option that does not exist; undefined without one
 */
export function describeUnknownOption(
  options: object,
  names: readonly string[],
): string | undefined {
  const unknown = Object.entries(options).find(
    ([name, value]) => value !== undefined && !names.includes(name),
  );
  if (unknown === undefined) return undefined;
  const [name] = unknown;
  const meant = findNearName(name, names);
  const hint = meant ? `Did you mean ${meant}?` : `Options are ${names.join(', ')}.`;
  return `${name} is not an option. ${hint}`;
}
