/** What one plug-in may have kept, as JSON, in UTF-16 code units. */
const maxStoredLength = 16_384;

/**
 * One plug-in may not fill the database.
 *
 * @param value - a state or a grant, as a plug-in gave it
 * @returns whether it is JSON that is short enough to be kept; null and undefined are
 */
export function isStorable(value: unknown): boolean {
  try {
    return (JSON.stringify(value ?? null) ?? '').length <= maxStoredLength;
  } catch {
    return false;
  }
}
