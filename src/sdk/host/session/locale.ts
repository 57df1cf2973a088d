/**
 * Reads the language that a host asks for, in the notation of BCP 47. Servers write `en_US` where BCP 47 writes
 * `en-US`. Returns undefined for an invalid value.
 */
export function readLocale(locale: unknown): string | undefined {
  try {
    // `Intl` would take 1 ms to refuse a missing locale.
    return locale ? `${new Intl.Locale(`${locale}`.replaceAll('_', '-'))}` : undefined;
  } catch {
    return undefined;
  }
}
