import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSettings } from '../../src/connect/service/basics/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** What an address in a container is for is said elsewhere in the file. */
const setByTheImage = ['PORT', 'HOST', 'DATA_DIR'];

it('the operator’s guide has every setting with its default and its sentence', () => {
  const [, table = ''] = read('src/connect/service/README.md').split(/## Environment|\n\*\*/);
  const rows = [...table.matchAll(/^\| `([A-Z_]+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(
    ([, name, otherwise = '', text = '']) => [name, otherwise, text].map((cell) => plain(cell)),
  );

  expect(rows.map(([name]) => name)).toEqual(listSettings().map(({ name }) => name));
  for (const { name, standard, otherwise = standard ?? 'unset', text } of listSettings()) {
    const [, shown = '', sentence = ''] = rows.find(([row]) => row === name) ?? [];
    expect(shown, name).toBe(otherwise);
    // A link may follow.
    expect(sentence.startsWith(text) ? text : sentence, name).toBe(text);
  }
});

const plain = (cell = '') => cell.replaceAll('`', '');

it('the compose file passes on every setting', () => {
  const names = [...read('src/connect/deploy/compose.yaml').matchAll(/^ {6}([A-Z_]+): /gm)]
    .map(([, name]) => name)
    .filter((name) => !name?.startsWith('POSTGRES_'));
  const expected = listSettings().map(({ name }) => name);

  expect([...names, ...setByTheImage].sort()).toEqual(expected.sort());
});
