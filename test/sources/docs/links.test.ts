import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readSources } from '../source-files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'src/README.md',
  'demo/README.md',
];

const topics = readdirSync(join(root, 'src/decisions'))
  .filter((name) => name !== 'README.md')
  .map((name) => `src/decisions/${name}`);

/** Paths that a document links to, without fragments. */
function findPaths(markdown: string): readonly string[] {
  return [...markdown.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path = '']) => path);
}

it.each([...documents, ...topics])('every link of %s leads to a file', (document) => {
  const paths = findPaths(readFileSync(join(root, document), 'utf8'));
  const missing = paths.filter((path) => !existsSync(join(root, dirname(document), path)));

  expect(missing).toEqual([]);
});

it('every source that the documents and decisions name exists', () => {
  const sources = readSources(['src', 'test', 'demo'], /\.(?:tsx?|mjs|txt)$/).map(([path]) => path);
  const named = [...documents, ...topics].flatMap((document) => {
    const names = readFileSync(join(root, document), 'utf8').matchAll(
      /`([\w./-]+\.(?:tsx?|mjs|txt))`/g,
    );
    return [...names].map(([, name = '']) => `${document} names ${name}`);
  });
  const isMissing = (line: string) => {
    const name = line.split(' ').at(-1);
    return !sources.some((path) => path === name || path.endsWith(`/${name}`));
  };

  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(isMissing)).toEqual([]);
});

it.each(topics)('%s says of each decision its date, the decision and what follows', (topic) => {
  const text = readFileSync(join(root, topic), 'utf8');
  const [head, ...decisions] = text.trimEnd().split(/\n\n## /);

  expect(head).toMatch(/^# \S.*$/);
  expect(decisions).not.toEqual([]);
  for (const decision of decisions) {
    expect(decision).toMatch(
      /^.+\n\n\d{4}-\d\d-\d\d\. [\s\S]+\s\*\*Decision:\*\*\s[\s\S]+\s\*\*Consequence:\*\*\s/,
    );
    expect(decision.split('\n').length).toBeLessThanOrEqual(20);
  }
});
