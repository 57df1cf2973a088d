/**
 * Chooses the first wanted language that is available, by language and script: `es-MX` gets `es`, `zh-SG`
 * gets `zh-Hans`, but `zh-TW` does not. `Intl` knows the script of each region, and that `fil` is `tl`.
 *
 * @param wanted - BCP 47 tags in the user's order, such as `navigator.languages`; invalid ones are skipped
 * @param available - BCP 47 tags of the languages to choose from, the default first
 * @returns one of the available tags; the default when no wanted language is available
 * @example
 * ```ts
 * import { matchLocale } from 'tax-connect/page';
 *
 * const locale = matchLocale(navigator.languages, ['en', 'es', 'fr']);
 * ```
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-4.1
 */
export function matchLocale(wanted: readonly unknown[], available: readonly string[]): string {
  const seen: unknown[] = [];
  for (const tag of wanted.filter(Boolean)) {
    const exact = available.find((other) => other === tag);
    if (exact) return exact;
    const { language, script } = expandTag(tag);
    const found = available.find((other) => {
      const expanded = expandTag(other);
      return expanded.language === language && expanded.script === script;
    });
    // Browsers add a plain `zh` after `zh-TW`: the user did not ask for simplified Chinese.
    if (found && !seen.includes(tag)) return found;
    seen.push(language);
  }
  return `${available[0]}`;
}

function expandTag(tag: unknown): Partial<Intl.Locale> {
  try {
    return new Intl.Locale(`${tag}`).maximize();
  } catch {
    // A typing error of a host, or a browser's `C`.
    return {};
  }
}
