// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLanguage } from '../../../src/connect/page/locales/create-language.ts';
import { en, type PageText } from '../../../src/connect/page/locales/en.ts';
import { type ManageText, manage } from '../../../src/connect/page/locales/manage/en.ts';
import { shareKinds } from '../../../src/connect/shapes/unions.ts';
import type { Texts } from '../../../src/sdk/ui/locales/create-translation.ts';
import { en as modalInEnglish } from '../../../src/sdk/ui/locales/en.ts';

const modules = import.meta.glob<{ text: PageText }>(
  [
    '../../../src/connect/page/locales/??.ts',
    '../../../src/connect/page/locales/??-*.ts',
    '!**/en.ts',
  ],
  { eager: true },
);

const manageModules = import.meta.glob<{ manage: ManageText }>(
  ['../../../src/connect/page/locales/manage/*.ts', '!**/en.ts'],
  { eager: true },
);

const modalModules = import.meta.glob<{ texts: Texts }>(
  ['../../../src/sdk/ui/locales/??.ts', '../../../src/sdk/ui/locales/??-*.ts', '!**/en*.ts'],
  { eager: true },
);
const pageFolder = '../../../src/connect/page/locales/';
const modalFolder = '../../../src/sdk/ui/locales/';

/** Every text, with placeholders that can be recognized. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'function') {
    const parties = { application: 'Äpp', provider: 'Pröv', domain: 'd.example' };
    const said = value.length === 2 ? value(5, 100) : value(Object.assign('Äpp', parties));
    return listTexts(Array.isArray(said) ? said : String(said));
  }
  return Object.values(Object(value)).flatMap(listTexts);
}

describe('the language of the page', () => {
  it('is English until another has arrived, and then the one requested last', async () => {
    const language = createLanguage();
    language.speak(['de']);
    language.speak(['ar-EG', 'de']);
    expect(language.text.value).toBe(en);
    await vi.waitFor(() => expect(language.text.value.direction).toBe('rtl'));
    language.speak(['en']);
    await vi.waitFor(() => expect(language.text.value).toBe(en));
  });
});

describe('a language that does not arrive', () => {
  afterEach(() => {
    vi.doUnmock('../../../src/connect/page/locales/ko.ts');
    vi.resetModules();
  });

  it('leaves English in place, and is requested again', async () => {
    vi.resetModules();
    const load = vi.fn(() => Promise.reject(new Error('offline')));
    vi.doMock('../../../src/connect/page/locales/ko.ts', load);
    const fresh = await import('../../../src/connect/page/locales/create-language.ts');
    const language = fresh.createLanguage();
    language.speak(['ko']);
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    expect(language.text.value.languageTag).toBe('en');
    vi.doMock(
      '../../../src/connect/page/locales/ko.ts',
      () => import('../../../src/connect/page/locales/de.ts'),
    );
    await vi.waitFor(() => {
      language.speak(['ko']);
      expect(language.text.value.languageTag).toBe('de');
    });
  });
});

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
  'pt-br': ['Continuar conectando', 'Sair', 'Cancelar', 'Permitir', 'Recusar'],
  tl: ['Manatili', 'Umalis', 'Kanselahin', 'Payagan', 'Tanggihan'],
  vi: ['Tiếp tục kết nối', 'Thoát', 'Hủy', 'Cho phép', 'Từ chối'],
  'zh-hans': ['继续连接', '离开', '取消', '允许', '拒绝'],
};

describe('the labels of decisions', () => {
  it.each(Object.entries(decisions))(
    'are right in %s',
    (tag, [stay, leave, cancel, allow, deny]) => {
      const page = tag === 'en' ? en : modules[`${pageFolder}${tag}.ts`]?.text;
      const modal = tag === 'en' ? modalInEnglish : modalModules[`${modalFolder}${tag}.ts`]?.texts;

      expect(modal).toMatchObject({ stay, leave, cancel });
      expect(page).toMatchObject({ exit: { stay, leave }, cancel, consent: { allow, deny } });
    },
  );

  it('are known for every language', () => {
    // English is no module here, and the pseudo-language has no row.
    expect(Object.keys(decisions)).toHaveLength(Object.keys(modules).length);
  });
});

describe.each(Object.entries(modules))('the texts of %s', (path, { text }) => {
  it('are as many as the English ones, and empty only beside a name', () => {
    expect(Object.keys(text)).toEqual(Object.keys(en));
    expect(Object.keys(text.problems)).toEqual(Object.keys(en.problems));
    const empty = listTexts(text).filter((one) => one.trim() === '');
    // Korean begins with the address that is in the middle in other languages.
    expect(empty.length).toBeLessThanOrEqual(path.endsWith('/ko.ts') ? 1 : 0);
    expect(listTexts(text).join()).not.toMatch(/undefined|\[object|[\uE000-\uE0FF]/);
  });

  it('contain the same names as the English ones', () => {
    const parties = { application: 'Äpp', provider: 'Pröv', domain: 'd.example' };
    for (const code of Object.keys(en.problems) as (keyof typeof en.problems)[]) {
      for (const name of Object.values(parties)) {
        const isNamed = en.problems[code](parties).join().includes(name);
        expect(text.problems[code](parties).join().includes(name), `${code} ${name}`).toBe(isNamed);
      }
    }
    expect(text.consent.title('Äpp', 'Pröv')).toMatch(/(?=.*Äpp)(?=.*Pröv)/);
    const shared = Object.values(text.consent.what);
    expect(Object.keys(text.consent.what)).toEqual(Object.keys(en.consent.what));
    expect(new Set(shared)).toHaveLength(shareKinds.length);
    expect(text.consent.what.forms).toMatch(/(?=.*W-2)(?=.*1099)/);
    expect(text.consent.revokeBefore('Äpp')).toContain('Äpp');
    expect(text.test.submissions(5, 1000)).toMatch(/5/);
  });
});

const fillIn = (text: ManageText[keyof ManageText]) =>
  typeof text === 'string' ? text : text('Äpp');

describe.each(Object.entries(manageModules))('the texts of /manage in %s', (_, { manage: own }) => {
  it('are as many as the English ones, and name the same application', () => {
    expect(Object.keys(own)).toEqual(Object.keys(manage));
    for (const name of Object.keys(manage) as (keyof ManageText)[]) {
      const [text, english] = [own[name], manage[name]].map(fillIn);
      expect(text?.trim(), name).not.toBe('');
      expect(text?.includes('Äpp'), name).toBe(english?.includes('Äpp'));
    }
  });
});

it('the texts of /manage are there in every language of the page', () => {
  expect(Object.keys(manageModules)).toHaveLength(Object.keys(modules).length);
});
