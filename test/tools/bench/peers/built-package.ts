import { readFileSync } from 'node:fs';

/** @returns the path in `dist/` of the code that `open` and `preload` load first */
export function findSessionChunk(): string {
  const code = readFileSync('dist/index.js', 'utf8');
  const [, path] = /import\(["'`]\.\/(chunks\/[^"'`]+)["'`]\)/.exec(code) ?? [];
  if (path === undefined) throw new Error('dist/index.js loads no chunk.');
  return path;
}
