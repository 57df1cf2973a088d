import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listSettings } from '../../src/connect/service/basics/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** The container image sets these, so the compose file does not pass them on. */
const setByTheImage = ['PORT', 'HOST', 'DATA_DIR'];

const page = 'demo/docs/settings.md';

// `npx vitest run --project sources test/sources/settings.test.ts -u` writes the table.
it('the page of settings has every setting as the service knows it', async () => {
  const text = read(page).replace(/^\| variable [\s\S]*?(?=\n\n)/m, () => writeTable());

  await expect(text).toMatchFileSnapshot(`../../${page}`);
});

it('the page leads to a section of the manual for each setting that has one', () => {
  for (const { name, guide } of listSettings()) {
    const [file = '', heading = ''] = guide?.split('#') ?? [];
    if (file === '') continue;
    const slugs = [...read(`demo/docs/${file}`).matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    );
    expect(heading === '' ? [''] : slugs, name).toContain(heading);
  }
});

function writeTable(): string {
  const rows = listSettings().map(({ name, standard, otherwise, text, guide }) => [
    `\`${name}\``,
    standard === undefined ? (otherwise ?? 'unset') : `\`${standard}\``,
    text,
    guide === undefined ? '' : `[${titleOf(guide)}](${guide})`,
  ]);
  const all = [['variable', 'default', 'meaning', 'more'], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = all.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  const line = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [head, line, ...body].join('\n');
}

/** The heading that a link leads to, or else the title of its page. */
function titleOf(guide: string): string {
  const [file = '', heading] = guide.split('#');
  if (heading === undefined) return /^# (.*)$/m.exec(read(`demo/docs/${file}`))?.[1] ?? '';
  return `${heading.charAt(0).toUpperCase()}${heading.slice(1).replaceAll('-', ' ')}`;
}

it('the compose file limits the log of each container', () => {
  const compose = read('src/connect/deploy/compose.yaml');
  const services = compose.match(/^ {4}image: /gm) ?? [];

  expect(compose.match(/^ {4}logging: \{ driver: local \}$/gm)).toHaveLength(services.length);
});

it('the compose file passes on every setting by its own name', () => {
  const lines = [...read('src/connect/deploy/compose.yaml').matchAll(/^ {6}([A-Z_]+): (.*)$/gm)];
  const own = lines.filter(([, name = '']) => !name.startsWith('POSTGRES_'));
  const names = own.map(([, name]) => name);
  const expected = listSettings().map(({ name }) => name);
  const mixed = own.filter(([, name, value = '']) => /^\$\{(\w+)/.exec(value)?.[1] !== name);

  expect([...names, ...setByTheImage].sort()).toEqual(expected.sort());
  expect(mixed.map(([, name]) => name)).toEqual(['DATABASE_URL']);
});
