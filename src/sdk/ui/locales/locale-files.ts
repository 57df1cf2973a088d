import type { ModalTexts } from '../../../texts/surfaces.ts';

/** The content of a language's file. The version shows whether the file was copied from an older package. */
export interface PackedTexts extends ModalTexts {
  readonly version: string;
}

export type LoadLanguage = () => Promise<{ readonly default: PackedTexts }>;

/** Loads a language, by BCP 47 tag. `src/build/pack-locales.ts` fills this table; the source has only English. */
export const localeFiles: Readonly<Record<string, LoadLanguage>> = {};
