import { describe, expect, it } from 'vitest';
import { readTexts } from '../../../src/build/read-texts.ts';
import { fill, fillCount } from '../../../src/texts/fill.ts';

const languages = readTexts();

it('a text keeps a name with Arabic or Hebrew letters apart from the words around it', () => {
  expect(fill('to {application}: 2', { application: 'شركة' })).toBe('to \u2068شركة\u2069: 2');
  expect(fill('to {application}: 2', { application: 'רשת' })).toBe('to \u2068רשת\u2069: 2');
  expect(fill('to {application}: 2', { application: 'Tally' })).toBe('to Tally: 2');
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
  ])('in %s: %i is %s', (lang, count, text) => {
    const results = languages[lang]?.modal.results;
    expect(results && fillCount(results, { count }, lang)).toBe(text);
  });

  it.each([
    [1, 1, 'Noch 1 von 1 Testanmeldung übrig.'],
    [1, 100, 'Noch 1 von 100 Testanmeldungen übrig.'],
    [5, 12_345, 'Noch 5 von 12.345 Testanmeldungen übrig.'],
  ])('choose the form by the number that the language names: %i of %i', (left, limit, text) => {
    const submissions = languages.de?.page.test.submissions;
    expect(submissions && fillCount(submissions, { left, limit }, 'de')).toBe(text);
  });
});
