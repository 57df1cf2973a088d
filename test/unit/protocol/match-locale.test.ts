import { describe, expect, it, vi } from 'vitest';
import { matchLocale } from '../../../src/sdk/protocol/match-locale.ts';

const available = ['en', 'es', 'fr', 'de', 'pt-BR', 'zh-Hans', 'vi', 'ko', 'tl', 'ar'];

describe('the language', () => {
  it.each([
    ['es-MX', 'es'],
    ['es-419', 'es'],
    ['ES', 'es'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['fil', 'tl'],
    ['fil-PH', 'tl'],
    ['tl', 'tl'],
    ['ar-EG', 'ar'],
    ['en-GB', 'en'],
    ['de-u-co-phonebk', 'de'],
    // As PHP, Java and gettext write tags.
    ['de_DE', 'de'],
    ['zh_Hans_CN', 'zh-Hans'],
  ])('for %s is %s', (wanted, found) => {
    expect(matchLocale([wanted, 'ko'], available)).toBe(found);
  });

  it.each([
    ...['zh-TW', 'zh-HK', 'zh-Hant', 'iw', 'he', 'nl', 'sr-Latn'],
    // Invalid tags.
    ...['', 'C', 'zh_TW', '-', 'x-klingon', 'a'.repeat(999), 7, null, undefined, {}],
  ])('for %s is the next one that the user reads, without an error', (wanted) => {
    expect(matchLocale([wanted, 'ko'], available)).toBe('ko');
  });

  it('is English without a known tag, and when English comes first', () => {
    expect(matchLocale([], available)).toBe('en');
    expect(matchLocale(['nl', 'sv'], available)).toBe('en');
    expect(matchLocale(['en-US', 'es'], available)).toBe('en');
  });

  it('is not simplified Chinese for a person who reads traditional Chinese, then English', () => {
    expect(matchLocale(['zh-TW', 'zh', 'en-US', 'en'], available)).toBe('en');
    expect(matchLocale(['zh-TW', 'zh-CN'], available)).toBe('zh-Hans');
    expect(matchLocale(['zh-CN', 'zh'], available)).toBe('zh-Hans');
  });

  it('is one of the first ten that the user wants', () => {
    const others = Array.from({ length: 9 }, (_, index) => `x${'abcdefghi'[index]}`);
    expect(matchLocale([...others, 'ko'], available)).toBe('ko');
    expect(matchLocale([null, ...others, 'ko'], available)).toBe('en');
  });

  it('is found with one question to Intl for each wanted one, and one ever for each available', () => {
    matchLocale(['nl'], available);
    const ask = vi.spyOn(Intl, 'Locale');
    matchLocale(
      Array.from({ length: 5000 }, (_, index) => `a${index}`),
      available,
    );
    expect(ask).toHaveBeenCalledTimes(10);
    ask.mockRestore();
  });
});
