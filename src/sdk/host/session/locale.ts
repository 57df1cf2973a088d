/**
 * Reads the language that a host asks for. Servers write `en_US` where BCP 47 writes `en-US`.
 *
 * @param locale - any value
 * @returns the tag in the notation of BCP 47, or undefined for an invalid value
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-2.1
 */
export function readLocale(locale: unknown): string | undefined {
  try {
    // `Intl` would take 1 ms to refuse a missing locale.
    return locale ? `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}` : undefined;
  } catch {
    return undefined;
  }
}
