/**
 * Chooses the first wanted language that there is, by language and script: `es-MX` gets `es`, `zh-SG`
 * gets `zh-Hans`, and `zh-TW` nothing. `Intl` knows what a region writes, and that `fil` is `tl`.
 *
 * @param wanted - BCP 47 tags in the user's order; what is none is passed over
 * @param available - tags of the languages there are; the first is taken when nothing fits
 * @returns one of the available tags
 * @see https://www.rfc-editor.org/rfc/rfc5646#section-4.1
 */
export function matchLocale(wanted: readonly unknown[], available: readonly string[]): string {
  const seen: unknown[] = [];
  for (const tag of wanted) {
    const exact = available.find((other) => other === tag);
    if (exact) return exact;
    const { language, script } = expandTag(tag);
    const found = available.find((other) => {
      const expanded = expandTag(other);
      return expanded.language === language && expanded.script === script;
    });
    // Behind a `zh-TW` that nothing was found for, browsers add a `zh` that nobody chose.
    if (found && !seen.includes(tag)) return found;
    seen.push(language);
  }
  return `${available[0]}`;
}

function expandTag(tag: unknown): Partial<Intl.Locale> {
  try {
    return new Intl.Locale(`${tag}`).maximize();
  } catch {
    // A host's typing error, or a browser's `C`: as if it had not been there.
    return {};
  }
}
