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
    ['de', 1, 1, 'Noch 1 von 1 Testanmeldung übrig.'],
    ['de', 1, 100, 'Noch 1 von 100 Testanmeldungen übrig.'],
    ['de', 5, 12_345, 'Noch 5 von 12.345 Testanmeldungen übrig.'],
    ['es', 1, 100, 'Queda 1 intento de prueba de 100.'],
  ])('choose the form by the number that the language names: in %s, %i of %i', (...row) => {
    const [lang, left, limit, text] = row;
    const submissions = languages[lang]?.page.test.submissions;
    expect(submissions && fillCount(submissions, { left, limit }, lang)).toBe(text);
  });
});
