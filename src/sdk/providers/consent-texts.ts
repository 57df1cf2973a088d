import type { Share } from './record-types.ts';

/** The languages of the Connect page. */
export type ConsentLocale =
  | 'en'
  | 'es'
  | 'fr'
  | 'de'
  | 'pt-BR'
  | 'zh-Hans'
  | 'vi'
  | 'ko'
  | 'tl'
  | 'ar';

/**
 * Texts of the consent screen in one language; those that are left out stay as they are. They are plain text,
 * without HTML. The names of the buttons cannot be replaced.
 */
export interface ConsentText {
  /** Has `{application}` and `{provider}`. */
  readonly title?: string;
  readonly account?: string;
  readonly sharedWith?: string;
  /** The name of the link to the application's privacy policy. */
  readonly privacy?: string;
  readonly whatTitle?: string;
  /** By kind of data. */
  readonly what?: Readonly<Partial<Record<Share, string>>>;
  readonly whatFor?: string;
  readonly howLongTitle?: string;
  /** For a consent without an end. */
  readonly howLong?: string;
  /** For a consent with an end. Has `{days}`: the number and its unit, such as `90 days`. */
  readonly howLongDays?: string;
  readonly revokeTitle?: string;
  /** Has `{application}`. The address of `/manage` stands between this text and `revokeAfter`. */
  readonly revokeBefore?: string;
  readonly revokeAfter?: string;
  readonly details?: string;
  readonly verifiedOrigin?: string;
  readonly redirectHost?: string;
  readonly notShared?: string;
}

/**
 * The default export of the module that `CONSENT_TEXTS` names. Each language has the same texts.
 *
 * @example
 * ```ts
 * import type { ConsentTexts } from 'tax-connect/providers';
 *
 * const notShared = 'Your password stays with your provider.';
 * const english = { notShared };
 * // Your translations take the place of the English texts.
 * export default {
 *   en: english,
 *   es: english,
 *   fr: english,
 *   de: english,
 *   'pt-BR': english,
 *   'zh-Hans': english,
 *   vi: english,
 *   ko: english,
 *   tl: english,
 *   ar: english,
 * } satisfies ConsentTexts;
 * ```
 */
export type ConsentTexts = Readonly<Record<ConsentLocale, ConsentText>>;
