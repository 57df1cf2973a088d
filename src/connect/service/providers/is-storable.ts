/** The maximum length of a stored state or grant, as JSON, in UTF-16 code units. */
const maxStoredLength = 16_384;

/**
 * Copies a value that a plug-in wants to keep. The copy is plain JSON: unlike a value with getters or `toJSON`, it
 * cannot throw or change when it is read again.
 *
 * @param value - a state or a grant from a plug-in
 * @returns the copy; undefined when the value is not JSON, or longer than the maximum, which keeps a plug-in from
 *   filling the database
 */
export function copyStorable(value: unknown): { readonly copy: unknown } | undefined {
  try {
    const text = JSON.stringify(value ?? null) ?? 'null';
    return text.length <= maxStoredLength ? { copy: JSON.parse(text) } : undefined;
  } catch {
    return undefined;
  }
}
