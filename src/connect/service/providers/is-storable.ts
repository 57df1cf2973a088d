/** The maximum length of a stored state or grant, as JSON, in UTF-16 code units. */
const maxStoredLength = 16_384;

/**
 * Copies a value that a plug-in keeps. The copy is plain JSON: reading it again cannot throw or give another
 * value, as getters and `toJSON` can.
 *
 * @param value - a state or a grant from a plug-in
 * @returns the copy; undefined when the value cannot be stored, because it is not JSON or longer than the
 *   maximum, which keeps a plug-in from filling the database
 */
export function copyStorable(value: unknown): { readonly copy: unknown } | undefined {
  try {
    const text = JSON.stringify(value ?? null) ?? 'null';
    return text.length <= maxStoredLength ? { copy: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
