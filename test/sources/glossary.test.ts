import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type PageText, en as page } from '../../src/connect/page/locales/en.ts';
import { type ManageText, manage } from '../../src/connect/page/locales/manage/en.ts';
import { type NoticeCode, noticeTexts } from '../../src/connect/service/http/notice-texts.ts';
import type { Texts } from '../../src/sdk/ui/locales/create-translation.ts';
import { en as modal } from '../../src/sdk/ui/locales/en.ts';

const path = '../../src/sdk/ui/locales/GLOSSARY.md';
const glossary = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** The first column of its tables, without the padding that the formatter adds. */
const described = [...glossary.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);

const modalTexts = import.meta.glob<Texts>(
  ['../../src/sdk/ui/locales/??.ts', '../../src/sdk/ui/locales/??-*.ts', '!**/en*.ts'],
  { eager: true, import: 'texts' },
);
const pageTexts = import.meta.glob<PageText>(
  ['../../src/connect/page/locales/??.ts', '../../src/connect/page/locales/??-*.ts', '!**/en*.ts'],
  { eager: true, import: 'text' },
);
const manageTexts = import.meta.glob<ManageText>(
  ['../../src/connect/page/locales/manage/*.ts', '!**/en*.ts'],
  { eager: true, import: 'manage' },
);

/** Every text of a catalogue. Functions are called with invented names. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const parties = { application: 'Äpp', provider: 'Pröv', domain: 'd.example' };
    const said = value.length === 2 ? value(5, 100) : value(Object.assign('Äpp', parties));
    return listTexts(typeof said === 'object' ? said : String(said));
  }
  return Object.values(Object(value)).flatMap(listTexts);
}

/** Names of the texts, with a dot before those of a group. */
function listNames(catalogue: object): string[] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? Object.keys(value).map((part) => `${name}.${part}`)
      : [name],
  );
}

/** Errors are described once for all codes. */
const isCode = (name: string) => /^(errors|problems)\./.test(name);

describe('the glossary', () => {
  it.each(
    [...listNames(modal), ...listNames(page), ...listNames({ manage })].filter(
      (name) => !isCode(name),
    ),
  )('says where %s is used', (name) => {
    const [group = '', part] = name.split('.');
    expect(described).toContain(part === undefined ? name : `${group}.`);
  });
});

/** Words that must not occur in texts, by language. */
const avoided: Readonly<Record<string, RegExp>> = {
  en: /\blog(ged|ging)? ?in\b|\blogin|submission|credential/i,
  de: /einloggen|login|\bsagen sie\b|lässt sich zeit|steuerstatus/i,
  fr: /login|soumission|prend son temps/i,
  es: /login|envío|terminando/i,
  'pt-br': /\blogon|\benvios?\b|acessos? de teste|conta de impostos/i,
  tl: /log ?in\b|pagsusumite/i,
  vi: /lượt gửi/i,
  ko: /제출/,
  'zh-hans': /提交/,
  ar: /محاولات? تجريبية|التفاهم/,
};

/** Forms of address that a language does not use here, because it uses another one. */
const otherAddress: Readonly<Record<string, RegExp>> = {
  // The imperatives of usted, with and without a pronoun.
  es: /(?<!\p{L})(ustedes|usted|actualice|busque|compruebe|contacte|diga|elija|empiece|escriba|espere|indique|inicie|intente|pida|permita|presione|pruebe|pulse|rellene|revise|use|vuelva a|(ábra|ciérre|comprué?be|dí?ga|inténte|recárgue|actualíce|desbloquée)(l[aeo]s?))(?!\p{L})/iu,
  de: /(?<!\p{L})(du|dich|dir|dein\p{L}*|euch|euer|eure\p{L}*|ihr)(?!\p{L})/u,
  fr: /(?<!\p{L})(tu|te|toi|ton|ta|tes)(?!\p{L})|(?<!\p{L})t’/iu,
  'pt-br': /(?<!\p{L})(tu|te|ti|teus?|tuas?|contigo|vós|senhora?)(?!\p{L})/iu,
  vi: /(?<!\p{L})(quý (khách|vị)|anh|chị|ông|bà|cậu)(?!\p{L})/iu,
  // A request ends in "주세요", a ban in "지 마세요"; nothing is said in plain speech.
  ko: /(?<!주|지 마)세요|십시오|당신|해라|(?<!\p{L})너(?!\p{L})/u,
  tl: /(?<!\p{L})(po|opo|kayo|ninyo|niyo|inyo\p{L}*)(?!\p{L})/iu,
  'zh-hans': /你/u,
  // The plural of politeness, and the feminine.
  ar: /كم(?!\p{L})|(?<!\p{L})(حاولي|تحقّقي|تحققي|اختاري|أدخلي|ارجعي|افتحي)(?!\p{L})/u,
};

const spoken = [
  ['en', modal],
  ['en', { ...page, manage }],
  ...Object.entries(modalTexts),
  ...Object.entries(pageTexts).map(([file, text]) => {
    const own = manageTexts[file.replace('/locales/', '/locales/manage/')];
    return [file, { ...text, manage: own }] as const;
  }),
  ...Object.entries(noticeTexts).map(([tag, texts]) => [`${tag.toLowerCase()}.ts`, texts] as const),
] as const;

describe('the words', () => {
  it.each(spoken.map(([file, texts]) => [file.replace(/^.*\/|\.ts$/g, ''), texts] as const))(
    'of %s are those of the glossary',
    (language, texts) => {
      const pattern = avoided[language];
      expect(listTexts(texts).length).toBeGreaterThan(5);
      expect(listTexts(texts).filter((text) => pattern?.test(text))).toEqual([]);
      expect(pattern).toBeDefined();
    },
  );

  it.each(Object.entries(otherAddress))('of %s have one form of address', (language, pattern) => {
    const texts = spoken.filter(([file]) => file.replace(/^.*\/|\.ts$/g, '') === language);
    expect(texts).toHaveLength(3);
    expect(
      texts.flatMap(([, text]) => listTexts(text)).filter((text) => pattern.test(text)),
    ).toEqual([]);
  });

  it('that must not occur are found', () => {
    expect('Log in to your account').toMatch(avoided.en ?? /^$/);
    expect('Quedan 97 envíos').toMatch(avoided.es ?? /^$/);
    expect('Compruébela e inténtelo de nuevo.').toMatch(otherAddress.es ?? /^$/);
    expect('Versuche es mit deinem Passwort.').toMatch(otherAddress.de ?? /^$/);
    expect('확인한 후 다시 시도하세요.').toMatch(otherAddress.ko ?? /^$/);
  });

  it.each([modal, ...Object.values(modalTexts)].map((texts) => [texts.lang, texts] as const))(
    'of a blocked window in %s name the button that opens it',
    (_, { popup, open }) => {
      expect(popup.blocked[1]).toContain(open);
    },
  );

  it('of a provider in trouble are those of the Connect page', () => {
    const parties = { application: '', provider: '', domain: '' };
    for (const { languageTag, back, problems } of [page, ...Object.values(pageTexts)]) {
      const texts = languageTag === 'en' ? modal.errors : undefined;
      const other = Object.values(modalTexts).find(({ lang }) => lang === languageTag);
      const { another } = other ?? modal;
      const [, advice] = (other?.errors ?? texts)?.provider_unavailable ?? [];
      expect([languageTag, another, advice]).toEqual([
        languageTag,
        back,
        problems.provider_unavailable(parties)[1],
      ]);
    }
  });

  it('of notices are those of the Connect page', () => {
    const parties = { application: '', provider: '', domain: '' };
    const shared = [
      'unknown_client',
      'server_error',
      'session_expired',
      'invalid_step',
    ] as const satisfies readonly NoticeCode[];
    expect(Object.keys(noticeTexts).sort()).toEqual(
      [page, ...Object.values(pageTexts)].map(({ languageTag }) => languageTag).sort(),
    );
    for (const text of [page, ...Object.values(pageTexts)]) {
      const notices = noticeTexts[text.languageTag];
      expect(notices?.reference).toBe(text.reference);
      for (const code of shared) {
        expect(notices?.[code], `${text.languageTag} ${code}`).toEqual(
          text.problems[code](parties),
        );
      }
    }
  });
});
