/** The maximum length of a stored state or grant, as JSON, in UTF-16 code units. */
const maxStoredLength = 16_384;

/**
 * Keeps a plug-in from filling the database.
 *
 * @param value - a state or a grant from a plug-in
 * @returns whether it can be stored: null, undefined or JSON within the maximum length
 */
export function isStorable(value: unknown): boolean {
  try {
    return (JSON.stringify(value ?? null) ?? '').length <= maxStoredLength;
  } catch {
    return false;
  }
}
