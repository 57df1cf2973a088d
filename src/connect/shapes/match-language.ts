/**
 * Chooses what to speak: the first wanted language that there is, compared by language and script, as
 * the host's modal does. `Intl` knows what is written where, and that `fil` is `tl`. The modal's own is
 * inside the package, which the page sees as a customer does; a unit test compares the two.
 *
 * @param wanted - BCP 47 tags in the user's order; invalid tags are skipped
 * @param available - tags of the languages there are; the first is taken when nothing fits
 * @returns one of the available tags
 */
export function matchLanguage(wanted: readonly string[], available: readonly string[]): string {
  const seen: unknown[] = [];
  for (const tag of wanted) {
    if (available.includes(tag)) return tag;
    const { language, script } = expand(tag);
    const found = available.find((other) => {
      const expanded = expand(other);
      return expanded.language === language && expanded.script === script;
    });
    // Browsers put a bare `zh` behind `zh-TW`: the user did not ask for simplified Chinese.
    if (found && !seen.includes(tag)) return found;
    seen.push(language);
  }
  return available[0] ?? 'en';
}

function expand(tag: string): Partial<Intl.Locale> {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    // A host may send anything that looks like a tag; invalid tags are ignored.
    return {};
  }
}
