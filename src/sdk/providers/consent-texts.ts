import type { locales } from '../protocol/words.ts';
import type { Share } from './record-types.ts';

/** The languages of the Connect page. */
export type ConsentLocale = (typeof locales)[number];

/** Plain texts of the consent screen in one language, which replace the page's own, but not the names of buttons. */
export interface ConsentText {
  /** Contains `{application}` and `{provider}`. */
  readonly title?: string;
  readonly account?: string;
  /** The name of the link to the application's privacy policy. */
  readonly privacy?: string;
  readonly whatTitle?: string;
  /** The texts by kind of data. */
  readonly what?: Readonly<Partial<Record<Share, string>>>;
  readonly whatFor?: string;
  readonly howLongTitle?: string;
  /** Used for a consent that never ends. */
  readonly howLong?: string;
  /** Used for a consent with an end. Contains `{days}`: the number and its unit, such as `90 days`. */
  readonly howLongDays?: string;
  readonly revokeTitle?: string;
  /** Contains `{application}`. The page inserts the address of `/manage` between this text and `revokeAfter`. */
  readonly revokeBefore?: string;
  readonly revokeAfter?: string;
  readonly details?: string;
  readonly verifiedOrigin?: string;
  readonly redirectHost?: string;
  readonly notShared?: string;
}

/**
 * The default export of the module that the service's setting `CONSENT_TEXTS` names. A text that is replaced in one
 * language must be replaced in all of them.
 *
 * @example
 * ```ts
 * import type { ConsentTexts } from 'tax-connect/providers';
 *
 * const notShared = 'Your password stays with your provider.';
 * const english = { notShared };
 * // Replace the English texts with your translations.
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
