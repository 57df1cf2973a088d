/** Loads the texts of a language, as `packTexts` of the build writes them. */
export type LoadLanguage = () => Promise<{ readonly default: string }>;

/**
 * The languages that are loaded on demand, by BCP 47 tag. The build writes this table, because it
 * makes the files; run from the source, the SDK speaks English.
 *
 * @see src/build/pack-locales.ts
 */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {};
