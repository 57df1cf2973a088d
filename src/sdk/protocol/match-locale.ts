/**
 * Chooses the first wanted language that is available, by language and script: `es-MX` gets `es`, `zh-SG` gets
 * `zh-Hans`, but `zh-TW` does not. `Intl` knows the script of each region, and that `fil` and `tl` are one language.
 *
 * @param wanted - BCP 47 tags in the user's order, such as `navigator.languages`; the first ten count, and
 *   invalid ones are skipped
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
  for (const tag of wanted.slice(0, maxWanted).filter(Boolean)) {
    const exact = available.find((other) => other === tag);
    if (exact) return exact;
    const expanded = expandTag(tag);
    const found = available.find((other) => {
      expandedTags[other] ??= expandTag(other);
      return expandedTags[other] === expanded;
    });
    // Browsers list a plain `zh` after `zh-TW`. It is skipped, because the user does not want simplified Chinese.
    if (found && !seen.includes(tag)) return found;
    seen.push(...expanded.split('-', 1));
  }
  return `${available[0]}`;
}

/** The most languages of a request that are read. It may name thousands, and `Intl` needs microseconds for each. */
const maxWanted = 10;

/** A cache of the expanded available tags. It stays small, because a program has only one short list of them. */
const expandedTags: Record<string, string> = {};

/** Expands a tag to language and script, such as `zh-Hans`. Returns an empty string for an invalid tag. */
function expandTag(tag: unknown): string {
  try {
    // Many backends write `de_DE`.
    const { language, script } = new Intl.Locale(`${tag}`.replace(/_/g, '-')).maximize();
    return `${language}-${script}`;
  } catch {
    // The tag is invalid: the host has passed such a tag, or the browser's language is `C`, as on some Linux systems.
    return '';
  }
}
