import type { ModalTexts } from '../../../texts/surfaces.ts';

/** The file of a language. A file that was copied from an older package has another version. */
export interface PackedTexts extends ModalTexts {
  readonly version: string;
}

export type LoadLanguage = () => Promise<{ readonly default: PackedTexts }>;

/**
 * The languages that are loaded on demand, by BCP 47 tag. The build writes this table, because it
 * makes the files; run from the source, the SDK speaks English.
 *
 * @see src/build/pack-locales.ts
 */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {};
