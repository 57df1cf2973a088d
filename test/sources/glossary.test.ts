import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type PageText, en as page } from '../../src/connect/page/locales/en.ts';
import { type NoticeCode, noticeTexts } from '../../src/connect/service/http/notice-texts.ts';
import type { Texts } from '../../src/sdk/ui/locales/create-translation.ts';
import { en as modal } from '../../src/sdk/ui/locales/en.ts';

const path = '../../src/sdk/ui/locales/GLOSSARY.md';
const glossary = readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

/** The first column of its tables, without the padding that the formatter adds. */
const described = [...glossary.matchAll(/^\| `([\w.]+)` +\|/gm)].map(([, name]) => name);

const modalTexts = import.meta.glob<{ texts: Texts }>(
  ['../../src/sdk/ui/locales/??.ts', '../../src/sdk/ui/locales/??-*.ts', '!**/en*.ts'],
  { eager: true, import: 'texts' },
);
const pageTexts = import.meta.glob<PageText>(
  ['../../src/connect/page/locales/??.ts', '../../src/connect/page/locales/??-*.ts', '!**/en*.ts'],
  { eager: true, import: 'text' },
);

/** Every text of a catalogue. Functions are called with invented names. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const parties = { application: 'Äpp', provider: 'Pröv', domain: 'd.example' };
    const said = value.length === 2 ? value(5, 100) : value(Object.assign('Äpp', parties));
    return listTexts(Array.isArray(said) ? said : String(said));
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
  it.each([...listNames(modal), ...listNames(page)].filter((name) => !isCode(name)))(
    'says where %s is used',
    (name) => {
      const [group = '', part] = name.split('.');
      expect(described).toContain(part === undefined ? name : `${group}.`);
    },
  );
});

/** Words that must not occur in texts, by language. */
const avoided: Readonly<Record<string, RegExp>> = {
  en: /\blog(ged|ging)? ?in\b|\blogin|submission|credential/i,
  de: /einloggen|login|\bsagen sie\b|lässt sich zeit|steuerstatus/i,
  fr: /login|soumission|prend son temps/i,
  es: /login|envío|terminando/i,
  'pt-br': /\blog[io]n|\benvios?\b/i,
  tl: /log ?in\b|pagsusumite/i,
  vi: /lượt gửi/i,
  ko: /제출/,
  'zh-hans': /提交/,
  ar: /إرسال|التفاهم/,
};

const spoken = [
  ['en', modal],
  ['en', page],
  ...Object.entries(modalTexts),
  ...Object.entries(pageTexts),
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

  it('that must not occur are found', () => {
    expect('Log in to your account').toMatch(avoided.en ?? /^$/);
    expect('Quedan 97 envíos').toMatch(avoided.es ?? /^$/);
  });

  it('of notices are those of the Connect page', () => {
    const parties = { application: '', provider: '', domain: '' };
    const shared: readonly NoticeCode[] = [
      'unknown_client',
      'server_error',
      'session_expired',
      'invalid_step',
    ];
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
