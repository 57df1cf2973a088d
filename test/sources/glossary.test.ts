import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTexts, textsFolder } from '../../src/build/read-texts.ts';

const glossary = readFileSync(`${textsFolder}GLOSSARY.md`, 'utf8');
const languages = readTexts();
const tags = Object.keys(languages);

/** The first column of its tables, without the padding that the formatter adds. */
const described = [...glossary.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);

/** Every text of a language. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(Object(value)).flatMap(listTexts);
}

/** The keys of the two upper levels, such as `modal.title` and `page.login`. */
function listNames(texts: object): string[] {
  return Object.entries(texts).flatMap(([part, value]) =>
    typeof value === 'string' ? [part] : Object.keys(value).map((key) => `${part}.${key}`),
  );
}

describe('the glossary', () => {
  it.each(
    // The notices and the texts of `/manage` are described as a whole.
    listNames(languages.en ?? {}).filter((name) => !/^(notices|manage)\./.test(name)),
  )('says where %s is used', (name) => {
    expect(described).toContain(name);
  });
});

/** Words that must not occur in texts, by language. */
const avoided: Readonly<Record<string, RegExp>> = {
  en: /\blog(ged|ging)? ?in\b|\blogin|submission|credential/i,
  de: /einloggen|login|\bsagen sie\b|lässt sich zeit|steuerstatus/i,
  fr: /login|soumission|prend son temps/i,
  es: /login|envío|terminando/i,
  'pt-BR': /\blogon|\benvios?\b|acessos? de teste|conta de impostos/i,
  tl: /log ?in\b|pagsusumite/i,
  vi: /lượt gửi/i,
  ko: /제출/,
  'zh-Hans': /提交/,
  ar: /محاولات? تجريبية|التفاهم/,
};

/** Forms of address that a language does not use here, because it uses another one. */
const otherAddress: Readonly<Record<string, RegExp>> = {
  // The imperatives of usted, with and without a pronoun.
  es: /(?<!\p{L})(ustedes|usted|actualice|busque|compruebe|contacte|diga|elija|empiece|escriba|espere|indique|inicie|intente|pida|permita|presione|pruebe|pulse|rellene|revise|use|vuelva a|(ábra|ciérre|comprué?be|dí?ga|inténte|recárgue|actualíce|desbloquée)(l[aeo]s?))(?!\p{L})/iu,
  de: /(?<!\p{L})(du|dich|dir|dein\p{L}*|euch|euer|eure\p{L}*|ihr)(?!\p{L})/u,
  fr: /(?<!\p{L})(tu|te|toi|ton|ta|tes)(?!\p{L})|(?<!\p{L})t’/iu,
  'pt-BR': /(?<!\p{L})(tu|te|ti|teus?|tuas?|contigo|vós|senhora?)(?!\p{L})/iu,
  vi: /(?<!\p{L})(quý (khách|vị)|anh|chị|ông|bà|cậu)(?!\p{L})/iu,
  // A request ends in "주세요", a ban in "지 마세요"; nothing is said in plain speech.
  ko: /(?<!주|지 마)세요|십시오|당신|해라|(?<!\p{L})너(?!\p{L})/u,
  tl: /(?<!\p{L})(po|opo|kayo|ninyo|niyo|inyo\p{L}*)(?!\p{L})/iu,
  'zh-Hans': /你/u,
  // The plural of politeness, and the feminine.
  ar: /كم(?!\p{L})|(?<!\p{L})(حاولي|تحقّقي|تحققي|اختاري|أدخلي|ارجعي|افتحي)(?!\p{L})/u,
};

/** For each language, the answers that end or continue something, and those that share something or not. */
const decisions: Readonly<
  Record<
    string,
    readonly [stay: string, leave: string, cancel: string, allow: string, deny: string]
  >
> = {
  en: ['Keep going', 'Leave', 'Cancel', 'Allow', 'Deny'],
  ar: ['مواصلة الربط', 'مغادرة', 'إلغاء', 'سماح', 'رفض'],
  de: ['Hier bleiben', 'Verlassen', 'Abbrechen', 'Erlauben', 'Ablehnen'],
  es: ['Seguir conectando', 'Salir', 'Cancelar', 'Permitir', 'Rechazar'],
  fr: ['Poursuivre la connexion', 'Quitter', 'Annuler', 'Autoriser', 'Refuser'],
  ko: ['계속 연결하기', '나가기', '취소', '허용', '거부'],
  'pt-BR': ['Continuar conectando', 'Sair', 'Cancelar', 'Permitir', 'Recusar'],
  tl: ['Manatili', 'Umalis', 'Kanselahin', 'Payagan', 'Tanggihan'],
  vi: ['Tiếp tục kết nối', 'Thoát', 'Hủy', 'Cho phép', 'Từ chối'],
  'zh-Hans': ['继续连接', '离开', '取消', '允许', '拒绝'],
};

describe('the words', () => {
  it.each(tags)('of %s are those of the glossary', (language) => {
    const pattern = avoided[language];
    const texts = listTexts(languages[language]);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => pattern?.test(text))).toEqual([]);
    expect(pattern).toBeDefined();
  });

  it.each(Object.entries(otherAddress))('of %s have one form of address', (language, pattern) => {
    const texts = listTexts(languages[language]);
    expect(texts.length).toBeGreaterThan(200);
    expect(texts.filter((text) => pattern.test(text))).toEqual([]);
  });

  it('that must not occur are found', () => {
    expect('Log in to your account').toMatch(avoided.en ?? /^$/);
    expect('Quedan 97 envíos').toMatch(avoided.es ?? /^$/);
    expect('Compruébela e inténtelo de nuevo.').toMatch(otherAddress.es ?? /^$/);
    expect('Versuche es mit deinem Passwort.').toMatch(otherAddress.de ?? /^$/);
    expect('확인한 후 다시 시도하세요.').toMatch(otherAddress.ko ?? /^$/);
  });

  it.each(Object.values(languages).map((texts) => [texts.lang, texts] as const))(
    'of %s are right where a person decides, and name a button as it is',
    (language, { common, modal, page }) => {
      const { stay, leave } = common.exit;
      const { allow, deny } = page.consent;
      expect([stay, leave, common.cancel, allow, deny]).toEqual(decisions[language]);
      expect(modal.popup.blocked.advice).toContain(modal.open);
    },
  );
});
