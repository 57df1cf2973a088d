import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConsentTexts } from 'tax-connect/providers';
import { beforeEach, describe, expect, it } from 'vitest';
import operatorTexts from '../../demo/examples/consent-texts.mjs';
import { examine } from '../../src/connect/service/doctor/examine.ts';
import { texts as en } from '../../src/texts/en.json?page';
import { createFolder } from './database.ts';
import { createTestService } from './harness.ts';
import { startOnNetwork } from './network.ts';
import { readData } from './world.ts';

let folder: string;
let files = 0;

beforeEach(() => {
  folder = createFolder();
});

/** @returns the path of a module. Node keeps modules, so each has another name */
function writeModule(text: string): string {
  files += 1;
  const file = join(folder, `texts-${files}.mjs`);
  writeFileSync(file, text);
  return file;
}

const writeTexts = (texts: object) => writeModule(`export default ${JSON.stringify(texts)};`);

/** Starts the service and stops it again. */
async function start(file: string): Promise<string> {
  try {
    await (await startOnNetwork({ CONSENT_TEXTS: file })).close();
    return 'started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const { ar: _, ...withoutArabic } = operatorTexts;
const title = operatorTexts.de.title ?? '';

/** Each language has these texts. */
const everywhere = (texts: object) =>
  Object.fromEntries(Object.keys(operatorTexts).map((locale) => [locale, texts]));

/** Every text, with the placeholders that its English text has. */
const allTexts = Object.fromEntries(
  Object.entries(en.consent).filter(([key]) => key !== 'allow' && key !== 'deny'),
);

describe('the service with CONSENT_TEXTS', () => {
  it.each([
    ['one text in each language', operatorTexts],
    ['every text', everywhere(allTexts)],
    ['the longest title', everywhere({ title: '{application}{provider}'.padEnd(300, '.') })],
    ['the longest kind', everywhere({ what: { returns: 'x'.repeat(100) } })],
  ])('starts with %s', async (_case, texts) => {
    expect(await start(writeTexts(texts))).toBe('started');
  });

  /** Mistakes in the German texts. */
  const german: readonly (readonly [unknown, string])[] = [
    ['Titel', 'de must be an object with texts'],
    [{ title, what: 'x' }, 'de.what must be an object'],
    [
      { what: { wages: 'Lohn' } },
      'de.what.wages is not a text of the consent screen. Its texts are title, account,',
    ],
    [
      { allow: 'Ja' },
      'de.allow cannot be replaced, because people and programs find the buttons by their names. Remove it.',
    ],
    [{ title: 7 }, 'de.title must be a text, but it is of type number'],
    [{ title: 'Daten für {application}?' }, 'de.title must have {provider} exactly once.'],
    [{ title: `${title} {provider}` }, 'de.title must have {provider} exactly once.'],
    [
      { title: `${title} {account}` },
      'de.title has {account}, but it may have only {application} and {provider}.',
    ],
    [{ account: '{provider}' }, 'de.account has {provider}, but it may have no placeholder.'],
    [{ title: `${title} {` }, 'de.title has {, but it may have'],
    [{ account: ' ' }, 'de.account must have 1 to 60 characters'],
    [{ title: title.padEnd(301, '.') }, 'de.title must have 1 to 300 characters, but it has 301.'],
    [{ title: `${title}\t` }, 'de.title has a line break or another control'],
    [{ title: `${title}\uFFFD` }, 'de.title is not in UTF-8. Save the module as'],
    [{ title, what: { returns: 'x'.repeat(101) } }, 'de.what.returns must have 1 to 100'],
    [
      { title, account: 'Konto' },
      'en.account is missing, but de has it. Add it, or remove it from every language.',
    ],
    [{}, 'de.title is missing, but en has it. Add it, or remove it from every language.'],
  ];

  it.each<readonly [unknown, string]>([
    [[], 'it must export an object by default, with texts for each language'],
    [withoutArabic, 'there are no texts for ar. Add them'],
    [
      { ...operatorTexts, pt: {} },
      'pt is not a language of the Connect page. Use en, es, fr, de, pt-BR,',
    ],
    ...german.map(([de, message]) => [{ ...operatorTexts, de }, message] as const),
  ])('does not start with other texts, and says why: $1', async (texts, message) => {
    const file = writeTexts(texts as object);

    expect(await start(file)).toContain(`CONSENT_TEXTS: ${file}: ${message}`);
  });

  it.each([
    ['without a default export', 'export const texts = {};', 'it must export an object by default'],
    [
      'with a function in the place of a text',
      `export default { ...${JSON.stringify(operatorTexts)}, de: { title: () => 'Titel' } };`,
      'de.title must be a text, but it is of type function. Names have placeholders, such as {application}.',
    ],
  ])('does not start with a module %s, or without the file', async (_case, text, message) => {
    const file = writeModule(text);

    expect(await start(file)).toContain(`CONSENT_TEXTS: ${file}: ${message}`);
    expect(await start(`${file}.missing`)).toContain('CONSENT_TEXTS: ');
  });

  it('is seen by the doctor as by the start', async () => {
    const look = async (file: string) =>
      (await examine({ CONSENT_TEXTS: file, DATA_DIR: folder })).filter(
        ({ subject }) => subject === 'CONSENT_TEXTS',
      );
    const [good, bad] = [writeTexts(operatorTexts), writeTexts(withoutArabic)];

    expect(await look(good)).toMatchObject([{ level: 'ok', text: 'The module replaces title.' }]);
    expect(await look(bad)).toMatchObject([
      { level: 'wrong', text: expect.stringContaining('there are no texts for ar.') },
    ]);
  });
});

/** The document of a service with these texts, and the texts in its data. */
async function openPage(consentTexts?: ConsentTexts) {
  const service = await createTestService({ config: { consentTexts } });
  const html = await (await service.get('/connect?client_id=test_app')).text();
  return { html, texts: readData(html).consent_texts };
}

it('the texts stay text in the document', async () => {
  const texts = everywhere({ account: '</script><b>' }) as ConsentTexts;

  const opened = await openPage(texts);
  const control = await openPage();

  expect(opened.html).not.toContain('</script><b>');
  expect(opened.texts).toEqual(texts);
  expect(control.html).not.toContain('consent_texts');
});
