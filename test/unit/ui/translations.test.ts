import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packLanguage } from '../../../src/build/pack-locales.ts';
import { packTexts } from '../../../src/build/pack-texts.ts';
import { createPseudoLanguage } from '../../../src/build/pseudo-language.ts';
import { createTranslation, type Texts } from '../../../src/sdk/ui/locales/create-translation.ts';
import { en } from '../../../src/sdk/ui/locales/en.ts';
import { fillCount, fillText } from '../../../src/sdk/ui/locales/fill-text.ts';
import type { Messages } from '../../../src/sdk/ui/locales/messages.ts';

const modules = import.meta.glob<{ texts: Texts }>(
  ['../../../src/sdk/ui/locales/??.ts', '../../../src/sdk/ui/locales/??-*.ts', '!**/en.ts'],
  { eager: true },
);
const languages = [
  ...Object.entries(modules).map(
    ([path, { texts }]) => [path.replace(/^.*\/|\.ts$/g, ''), texts] as const,
  ),
  ['en-xa', createPseudoLanguage(en)] as const,
];

/** Every text; of the plural forms one. */
function listTexts(messages: Messages): string[] {
  return flatten({ ...messages, results: countResults(messages, 7) });
}

function countResults({ results, lang }: Messages, count: number): string {
  return fillCount(results, count, lang);
}

function flatten(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(Object(value)).flatMap(flatten);
}

function translate(packed: string): Messages {
  return createTranslation(en, packed);
}

/** The expected texts of a language, from its source. */
function listSourceTexts(texts: Texts): string[] {
  const forms: Readonly<Partial<Record<string, string>>> = texts.results;
  const form = forms[new Intl.PluralRules(texts.lang).select(7)] ?? texts.results.other;
  return flatten({ ...texts, results: form.replace('#', '7') });
}

describe('the languages', () => {
  it('are the ten, and the pseudo-language', () => {
    expect(languages.map(([name]) => name).sort()).toEqual([
      ...['ar', 'de', 'en-xa', 'es', 'fr', 'ko', 'pt-br', 'tl', 'vi', 'zh-hans'],
    ]);
  });
});

describe.each(languages)('the language %s', (name, texts) => {
  const packed = packTexts(en, texts).join('\n');

  it('is unchanged after packing', () => {
    const unpacked = translate(JSON.parse(packLanguage(name, packTexts(en, texts)).text));
    expect(listTexts(unpacked).sort()).toEqual(listSourceTexts(texts).sort());
    expect(listTexts(unpacked)).toHaveLength(listTexts(en).length);
    expect(Object.keys(unpacked)).toEqual(Object.keys(en));
    expect(new Intl.Locale(unpacked.lang).baseName.toLowerCase()).toBe(
      new Intl.Locale(name).baseName.toLowerCase(),
    );
  });

  it('has a place for a value where English has one, and nowhere else', () => {
    const own = listTexts(translate(packed));
    const hasPlace = (text: string) => text.includes('#');
    expect(own.map(hasPlace)).toEqual(listTexts(en).map(hasPlace));
    expect(own.filter((text) => fillText(text, '').includes('#'))).toEqual([]);
  });

  it('inserts every name as it is', () => {
    expect(fillText(translate(packed).to, 'A $& # B')).toContain('A $& # B');
  });

  it.skipIf(name === 'en-xa')('has at most 1.5 kB, gzipped', () => {
    const { text } = packLanguage(name, packTexts(en, texts));
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(1500);
  });

  it('offers a window without naming a provider, because none may be chosen yet', () => {
    const provider = /provider|Anbieter|proveedor|prestataire|업체|provedor|cung cấp|服务商|مزوّد/iu;
    expect(listTexts(translate(packed)).join()).toMatch(name === 'en-xa' ? /./ : provider);
    expect(translate(packed).popup.offered.join()).not.toMatch(provider);
    expect(en.popup.offered.join()).not.toMatch(provider);
  });

  it('leaves no text in English', () => {
    const own = listTexts(translate(packed));
    const same = listTexts(en).filter((text, index) => text === own[index]);
    // Some words are the same: "Test", "Reference" and the direction.
    const shared = ['ltr', 'Test', 'Reference'];
    expect(same.filter((text) => !shared.includes(text))).toEqual([]);
  });
});

describe('numbers', () => {
  it.each([
    ['es', 1, '1 resultado'],
    ['es', 2, '2 resultados'],
    ['fr', 0, '0 résultat'],
    ['fr', 2, '2 résultats'],
    ['ar', 0, 'لا نتائج'],
    ['ar', 2, 'نتيجتان'],
    ['ar', 5, '5 نتائج'],
    ['ar', 11, '11 نتيجة'],
    ['ar', 100, '100 نتيجة'],
    ['ko', 1, '결과 1개'],
  ])('in %s: %i is %s', (name, count, text) => {
    const [, texts] = languages.find(([other]) => other === name) ?? [];
    expect(countResults(translate(packTexts(en, texts).join('\n')), count)).toBe(text);
  });
});

describe('a packed language of another version', () => {
  it('is refused when a text is missing', () => {
    const [[, texts] = ['', '' as const]] = languages;
    const packed = packTexts(en, texts);
    expect(() => translate(packed.slice(0, -1).join('\n'))).toThrow('another version');
    expect(translate(packed.join('\n')).dir).toBe('rtl');
  });
});
