import { describe, expect, it } from 'vitest';
import { noticeTexts } from '../../src/connect/service/http/notice-texts.ts';
import { reasonTexts } from '../../src/connect/service/providers/reason-texts.ts';

describe('the reasons of providers that cannot be picked', () => {
  it('exist in every language of the notices', () => {
    expect(Object.keys(reasonTexts)).toEqual(Object.keys(noticeTexts));
  });

  it('are separate texts in each language', () => {
    const texts = Object.values(reasonTexts).flatMap((reasons) => Object.values(reasons));
    expect(new Set(texts).size).toBe(texts.length);
  });
});
