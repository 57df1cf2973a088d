// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLanguage } from '../../../src/connect/page/create-language.ts';
import { texts as en } from '../../../src/texts/en.json?page';

it('the language of the page is English until another has arrived, and then the one requested last', async () => {
  const language = createLanguage();
  language.speak(['de']);
  language.speak(['ar-EG', 'de']);
  expect(language.text.value).toBe(en);
  await vi.waitFor(() => expect(language.text.value.dir).toBe('rtl'));
  language.speak(['en']);
  await vi.waitFor(() => expect(language.text.value).toBe(en));
  language.speak(['fr']);
  language.speak(['en']);
  await vi.dynamicImportSettled();
  expect(language.text.value).toBe(en);
});

describe('a language that does not arrive', () => {
  const korean = '../../../src/texts/ko.json?page';

  afterEach(() => {
    vi.doUnmock(korean);
    vi.resetModules();
  });

  /** Asks for Korean, which fails when the test says so. */
  async function askForKorean() {
    vi.resetModules();
    let fail = () => {};
    const load = vi.fn(
      () => new Promise((_, reject) => (fail = () => reject(new Error('offline')))),
    );
    vi.doMock(korean, load);
    const fresh = await import('../../../src/connect/page/create-language.ts');
    const language = fresh.createLanguage();
    language.speak(['ko']);
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    return { language, fail };
  }

  it('leaves a language in place that was chosen meanwhile', async () => {
    const { language, fail } = await askForKorean();
    language.speak(['de']);
    fail();
    await vi.waitFor(() => expect(language.text.value.lang).toBe('de'));
  });

  it('leaves English in place, and is requested again', async () => {
    const { language, fail } = await askForKorean();
    fail();
    expect(language.text.value.lang).toBe('en');
    vi.doMock(korean, () => import('../../../src/texts/de.json?page'));
    await vi.waitFor(() => {
      language.speak(['ko']);
      expect(language.text.value.lang).toBe('de');
    });
  });
});
