import { Refusal } from './refusal.ts';

/** More parameters than any endpoint has, with room for unknown ones. */
const maxParameters = 100;

/**
 * @returns the query's parameters, including unknown ones
 * @throws Refusal 400 `invalid_request` for a repeated parameter, because two readers might use different values;
 *   for U+0000, which PostgreSQL refuses; and for too many parameters
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-3.1
 */
export function readSingleParameters(query: URLSearchParams): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  for (const [name, value] of query) {
    if (parameters.has(name)) {
      throw new Refusal([400, 'invalid_request'], 'A parameter of the address is repeated.');
    }
    if (value.includes('\0')) {
      throw new Refusal([400, 'invalid_request'], 'A parameter has the character U+0000.');
    }
    if (parameters.size === maxParameters) {
      throw new Refusal(
        [400, 'invalid_request'],
        `There are more than ${maxParameters} parameters.`,
      );
    }
    parameters.set(name, value);
  }
  return parameters;
}
