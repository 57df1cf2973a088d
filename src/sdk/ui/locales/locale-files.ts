import type { ModalTexts } from '../../../texts/surfaces.ts';

/** The content of a language's file. The version shows whether the file was copied from an older package. */
export interface PackedTexts extends ModalTexts {
  readonly version: string;
}

export type LoadLanguage = () => Promise<{ readonly default: PackedTexts }>;

/**
 * The functions that load a language, by BCP 47 tag. The build replaces this empty table, because the build creates the
 * files. An SDK that runs from the source has only the English texts.
 *
 * @see src/build/pack-locales.ts
 */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {};
