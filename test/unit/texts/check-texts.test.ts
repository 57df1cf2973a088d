import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutTexts } from '../../../src/build/cut-texts.ts';
import { readTexts, textsFolder } from '../../../src/build/read-texts.ts';

let folder: string;

beforeEach(() => {
  folder = `${mkdtempSync(join(tmpdir(), 'texts-'))}/`;
  cpSync(textsFolder, folder, { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Changes a language in the copy. An undefined value removes the text. */
function change(language: string, path: string, value: unknown): void {
  const file = `${folder}${language}.json`;
  const texts = JSON.parse(readFileSync(file, 'utf8'));
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const group = keys.reduce((part, key) => part[key], texts);
  group[last] = value;
  writeFileSync(file, JSON.stringify(texts));
}

/** Builds a script that imports German texts, without writing it. */
function buildPage() {
  writeFileSync(`${folder}main.js`, "import { texts } from './de.json?page'; console.log(texts);");
  return build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [cutTexts(folder)],
    build: { write: false, minify: false, rolldownOptions: { input: `${folder}main.js` } },
  });
}

describe('the languages', () => {
  it('are ten without a fault', () => {
    expect(Object.keys(readTexts(folder)).sort()).toEqual([
      ...['ar', 'de', 'en', 'es', 'fr', 'ko', 'pt-BR', 'tl', 'vi', 'zh-Hans'],
    ]);
  });

  it.each([
    ['a missing text', 'de', 'page.login.submit', undefined, 'is missing'],
    ['a missing group', 'fr', 'manage', undefined, 'is missing'],
    ['a superfluous text', 'ko', 'page.login.more', 'x', 'is not in en.json'],
    ['an empty text', 'ar', 'common.title', ' ', 'is empty'],
    ['a group in place of a text', 'tl', 'common.title', {}, 'must be a text'],
    ['a text in place of a group', 'tl', 'page.login', 'x', 'must be a group'],
    ['a missing placeholder', 'vi', 'common.to', 'x', 'must have {application}'],
    ['a superfluous one', 'es', 'common.copy', '{url}', 'has {url}, but en.json has not'],
    ['an open brace', 'es', 'common.title', 'x {', 'has {, but en.json has not'],
    ['another tag', 'de', 'lang', 'at', 'must be de'],
    ['another direction', 'ar', 'dir', 'right', 'must be ltr or rtl'],
    ['a missing plural form', 'ar', 'modal.results.few', undefined, 'is missing'],
    ['a form without its number', 'de', 'modal.results.other', 'x', 'must have {count}'],
    ['an unknown form', 'de', 'modal.results.few', '{count}', 'is not a plural category of de'],
    ['an unknown number', 'de', 'modal.results.by', 'total', 'must name a placeholder of modal'],
  ])('are refused for %s in %s, by name', (...row) => {
    const [, language, path, value, fault] = row;
    change(language, path, value);

    expect(() => readTexts(folder)).toThrow(`${language}.json: ${path} ${fault}`);
  });

  it('may leave the number out of a form for a single number', () => {
    change('de', 'modal.results.one', 'Ein Ergebnis');

    expect(readTexts(folder).de?.modal.results.one).toBe('Ein Ergebnis');
  });
});

it('a name and a domain in Arabic keep their marks, and English has no invisible letters', () => {
  const { ar, en } = readTexts();

  expect(ar?.common.to).toContain('\u2068{application}\u2069');
  // Without the marks, 1040.com would be shown as com.1040.
  expect(ar?.notices.account_locked.advice).toContain('\u2068{domain}\u2069');
  expect(JSON.stringify(en)).not.toMatch(/\p{Cf}/u);
});

describe('a build', () => {
  it('has only the part of a language that it imports', async () => {
    const output = JSON.stringify(await buildPage());

    expect(output).toContain('Zweck');
    // Texts of the modal, of /manage and of the service.
    for (const other of ['Anbieter suchen', 'Zugriff behalten', 'Wird gewartet']) {
      expect(readFileSync(`${folder}de.json`, 'utf8')).toContain(other);
      expect(output).not.toContain(other);
    }
  });

  it('fails for a fault in any language', async () => {
    change('tl', 'service.reasons.live_only', undefined);

    await expect(buildPage()).rejects.toThrow('tl.json: service.reasons.live_only is missing');
  });
});
