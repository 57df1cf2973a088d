/** A language on its way: what its file must hash to, and where it is. */
export interface LocaleFile {
  /** As in an `integrity` attribute. */
  readonly integrity: string;
  /** Called when the language is wanted; may throw where a bundler has taken `import.meta` away. */
  readonly locate: () => URL;
}

/**
 * The languages that are loaded on demand, by BCP 47 tag. The build writes this table, because it
 * makes the files and knows their hashes; run from the source, the SDK speaks English.
 *
 * @see src/build/pack-locales.ts
 */
export const localeFiles: Readonly<Record<string, LocaleFile>> = {};
