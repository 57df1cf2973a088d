import type { ConsentLocale, ConsentText, Share } from 'tax-connect/providers';

/** The languages of the Connect page. */
export const consentLocales: readonly ConsentLocale[] = [
  'en',
  'es',
  'fr',
  'de',
  'pt-BR',
  'zh-Hans',
  'vi',
  'ko',
  'tl',
  'ar',
];

/** The key of a text on the consent screen. A dot separates a group and its member. */
type ConsentTextKey = Exclude<keyof ConsentText, 'what'> | `what.${Share}`;

/** The rules for one text. */
export interface ConsentTextRule {
  /**
   * The maximum length in characters. All texts and names together must fit into the page's request, see
   * `decide.ts`.
   */
  readonly maxLength: number;
  /** Each placeholder must occur exactly once. */
  readonly placeholders: readonly string[];
}

const label: ConsentTextRule = { maxLength: 60, placeholders: [] };
const kind: ConsentTextRule = { maxLength: 100, placeholders: [] };
const sentence: ConsentTextRule = { maxLength: 300, placeholders: [] };

/** All texts that an operator may replace. */
export const consentTextRules: Readonly<Record<ConsentTextKey, ConsentTextRule>> = {
  title: { maxLength: 300, placeholders: ['application', 'provider'] },
  account: label,
  sharedWith: label,
  privacy: label,
  whatTitle: label,
  'what.returns': kind,
  'what.forms': kind,
  'what.transcripts': kind,
  'what.documents': kind,
  'what.identity': kind,
  whatFor: label,
  howLongTitle: label,
  howLong: sentence,
  howLongDays: { maxLength: 300, placeholders: ['days'] },
  revokeTitle: label,
  revokeBefore: { maxLength: 300, placeholders: ['application'] },
  revokeAfter: { maxLength: 200, placeholders: [] },
  details: label,
  verifiedOrigin: label,
  redirectHost: label,
  notShared: sentence,
};
