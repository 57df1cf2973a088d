/**
 * Reads the language that a host asks for. Servers write `en_US` where BCP 47 writes `en-US`.
 *
 * @param locale - anything
 * @returns the tag as BCP 47 writes it, or undefined for what is not one
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1
 */
export function readLocale(locale: unknown): string | undefined {
  try {
    return `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}`;
  } catch {
    return undefined;
  }
}
