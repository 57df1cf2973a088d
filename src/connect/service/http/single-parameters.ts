import { Refusal } from './refusal.ts';

/**
 * @param query - the query of the request
 * @returns its parameters; unknown ones may be ignored by the caller
 * @throws Refusal 400 `invalid_request` when one is repeated: two readers might each take another;
 *   or has U+0000 in it, which PostgreSQL takes nowhere
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
    parameters.set(name, value);
  }
  return parameters;
}
