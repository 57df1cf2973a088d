/** The end of a key, also where a text only looks like one. */
const keyEnd = /"\s*:/g;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/**
 * `JSON.parse` uses the last of two equal keys, and a proxy in front may use the first. An attacker could
 * show the two different values in one body. So such a body is refused.
 *
 * @param json - text that `JSON.parse` has accepted
 * @param keyCount - how many different keys `JSON.parse` has found in the outermost object
 * @returns whether the outermost object names a key twice; inner ones are never read
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export function hasDuplicateKeys(json: string, keyCount: number): boolean {
  // As many ends as keys: no key is repeated. Every ordinary body ends here, and the check is cheap.
  if (json.match(keyEnd)?.length === keyCount) return false;
  const keys = new Set<unknown>();
  let depth = 0;
  let previous = '';
  for (const [token] of json.matchAll(tokens)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      // Decoded, because "a" and "\u0061" are one key.
      const key: unknown = JSON.parse(previous);
      if (keys.has(key)) return true;
      keys.add(key);
    }
    previous = token;
  }
  return false;
}
