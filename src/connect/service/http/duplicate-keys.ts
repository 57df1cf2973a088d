/** The end of a key. A string value can contain it, too. */
const keyEnd = /"\s*:/g;
const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs;

/** More tokens than any endpoint reads. */
const maxTokens = 500;

/**
 * Finds repeated keys, which are refused. `JSON.parse` uses the last of two equal keys, but a proxy in front may
 * use the first, so an attacker could give each a different value.
 *
 * @param json - text that `JSON.parse` has accepted
 * @param keyCount - the number of different keys that `JSON.parse` found in the outermost object
 * @returns whether the outermost object repeats a key, or has too many inner values to tell; inner objects are
 *   never read
 * @see https://www.rfc-editor.org/rfc/rfc8259#section-4
 */
export function hasDuplicateKeys(json: string, keyCount: number): boolean {
  // No key is repeated when there are as many ends as keys. This is true for every ordinary body, so the check is
  // cheap.
  return json.match(keyEnd)?.length !== keyCount && repeatsKey(json);
}

function repeatsKey(json: string): boolean {
  const keys = new Set<unknown>();
  let depth = 0;
  let previous = '';
  let count = 0;
  for (const [token] of json.matchAll(tokens)) {
    count += 1;
    if (count > maxTokens) return true;
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (token === ':' && depth === 1) {
      // Keys are decoded, because "a" and "\u0061" are the same key.
      const key: unknown = JSON.parse(previous);
      if (keys.has(key)) return true;
      keys.add(key);
    }
    previous = token;
  }
  return false;
}
