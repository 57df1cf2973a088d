import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTexts, textsFolder } from '../../../src/build/read-texts.ts';

const glossary = readFileSync(`${textsFolder}GLOSSARY.md`, 'utf8');
const languages = readTexts();
const tags = Object.keys(languages);

/** The first column of its tables, without the padding that the formatter adds. */
const described = [...glossary.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);

/** Every text of a language, by its path. */
function listEntries(value: unknown, path: string[] = []): (readonly [path: string, string])[] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  return Object.entries(Object(value)).flatMap(([key, part]) => listEntries(part, [...path, key]));
}

const listTexts = (value: unknown) => listEntries(value).map(([, text]) => text);

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

/** The answers by which a person stays, leaves, cancels, allows and denies. */
const decisions: Readonly<Record<string, readonly string[]>> = {
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

/** A text, a second one that has words of it in every language, and a third one, which must not be in its place. */
const related = [
  ['page.challenge.pushCancel', 'common.cancel', 'common.retry'],
  ['notices.timeout.advice', 'common.retry', 'common.close'],
  ['modal.search', 'common.another', 'common.retry'],
  ['modal.notices.unsupported_version.advice', 'modal.reload', 'common.close'],
  ['modal.unlisted.title', 'modal.notListed', 'modal.clear'],
  ['modal.popup.blocked.advice', 'modal.open', 'modal.reopen'],
  ['common.close', 'modal.popup.closed.title', 'modal.popup.blocked.title'],
  ['page.link.over.left.advice', 'page.startAgain', 'page.backTo'],
  ['page.mfa.submit', 'page.question.confirm', 'page.question.refuse'],
  ['page.login.username', 'page.login.usernameMissing', 'page.login.passwordMissing'],
  ['page.login.password', 'page.login.passwordMissing', 'page.login.usernameMissing'],
  ['page.challenge.resent', 'page.challenge.resend', 'page.challenge.pushCancel'],
  ['page.consent.deny', 'page.waiting.deny', 'page.waiting.allow'],
  ['page.question.number', 'notices.wrong_number.title', 'notices.invalid_one_time_code.title'],
  [
    'notices.session_expired.title',
    'page.link.over.expired.title',
    'page.link.over.canceled.title',
  ],
  ['common.connected', 'page.link.over.connected.title', 'page.link.over.denied.title'],
  ['page.denied.title', 'page.link.over.denied.title', 'page.link.over.connected.title'],
  ['manage.endOf', 'manage.end', 'manage.keep'],
  ['manage.questionAll', 'manage.endAll', 'manage.keep'],
  ['manage.end', 'page.waiting.end', 'page.waiting.login'],
] as const;

/** Pairs of texts that are the same in English only, or in other languages only. */
const mayDiffer = [
  'notices.invalid_step.title modal.notices.unsupported_version.title',
  'notices.rate_limited.title notices.too_many_attempts.title',
  'notices.protocol_error.advice modal.notices.protocol_error.advice',
];

const marks: Readonly<Record<string, string>> = { '。': '.', '؟': '?', '？': '?', '：': ':' };

/** @returns the mark at the end of a text, as English writes it; '' for a title, a label or a button */
function readEnd(text: string): string {
  const [end = ''] = /[.?…:。؟？：]$/u.exec(text) ?? [];
  return marks[end] ?? end;
}

/** Counts the letters of the longest part that both texts have. */
function countShared(one: string, other: string): number {
  const parts = [...one].flatMap((_, from) =>
    [...one].map((__, index) => one.slice(from, one.length - index)),
  );
  return Math.max(...parts.filter((part) => other.includes(part)).map(({ length }) => length));
}

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
    (language, texts) => {
      const { common, modal, page } = texts;
      const { stay, leave } = common.exit;
      const { allow, deny, what } = page.consent;
      expect([stay, leave, common.cancel, allow, deny]).toEqual(decisions[language]);
      expect(modal.popup.blocked.advice).toContain(modal.open);
      expect(what.forms).toMatch(/W-2.*1099/);
      expect(what.transcripts).toContain('IRS');
      const own = new Map(listEntries(texts));
      const read = (path: string) => own.get(path)?.toLowerCase() ?? expect.fail(path);
      const isNearer = ([text, near, far]: (typeof related)[number]) =>
        countShared(read(near), read(text)) > countShared(read(far), read(text));
      expect(related.filter((row) => !isNearer(row))).toEqual([]);
    },
  );

  it.each(tags.filter((language) => language !== 'en'))(
    'of %s end as in English, and are the same where those are, so that none has the place of another',
    (language) => {
      const own = new Map(listEntries(languages[language]));
      // Some languages have fewer forms of a plural.
      const both = listEntries(languages.en).flatMap(([path, english]) => {
        const text = own.get(path);
        return text === undefined ? [] : [[english, text, path] as const];
      });

      expect(both.filter(([english, text]) => readEnd(english) !== readEnd(text))).toEqual([]);
      const others = both.flatMap(([english, text, path], index) =>
        both
          .slice(index + 1)
          .filter((other) => (other[0] === english) !== (other[1] === text))
          .map((other) => `${path} ${other[2]}`),
      );
      expect(others.filter((pair) => !mayDiffer.includes(pair))).toEqual([]);
    },
  );
});
