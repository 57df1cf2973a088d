import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { packLanguage } from '../../../src/build/pack-locales.ts';
import { readTexts } from '../../../src/build/read-texts.ts';
import { cutModal, type ModalTexts } from '../../../src/texts/surfaces.ts';

const { en, ...others } = readTexts();
const languages = Object.entries(others);

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(Object(value)).flatMap(listTexts);
}

describe.each(languages)('the language %s', (_, texts) => {
  const modal: ModalTexts = cutModal(texts);

  it('has at most 2.1 kB, gzipped', () => {
    const { text } = packLanguage(texts, '1.2.3');
    expect(gzipSync(text, { level: 9 }).length).toBeLessThanOrEqual(2100);
  });

  it('offers a window without naming a provider, because none may be chosen yet', () => {
    const provider = /Anbieter|proveedor|prestataire|provider|업체|provedor|cung cấp|服务商|مزوّد/iu;
    expect(listTexts(modal).join()).toMatch(provider);
    expect(listTexts(modal.popup.offered).join()).not.toMatch(provider);
  });

  it('leaves no text in English', () => {
    const english = new Set(listTexts(en && cutModal(en)));
    // Some words are the same. Each plural names its number.
    const shared = ['ltr', 'count', 'Test', 'Reference'];
    const same = listTexts(modal).filter((text) => english.has(text));
    expect(same.filter((text) => !shared.includes(text))).toEqual([]);
  });
});

it.each(Object.entries(readTexts()))(
  'the modal says in %s what is true of a used session, and of the longest wait, too',
  (_, texts) => {
    const { notices } = cutModal(texts);
    const { session_expired: expired, server_error: failed } = texts.notices;
    const [nothingShared] = expired.advice.split(notices.session_expired.advice);
    expect(nothingShared).not.toBe('');
    expect(failed.advice).toBe(`${nothingShared}${notices.rate_limited.advice}`);
  },
);
