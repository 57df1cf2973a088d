import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const texts = [
  'export const one = <p>{name} är klar</p>;',
  `export const two = <p>{isOpen ? text.close : \`Open \${name}\`}</p>;`,
  'export const three = <button aria-label={isOpen ? "Close" : text.open} />;',
  'frame.setAttribute("title", "Connect");',
  'note.textContent = isLate ? "Too late" : "";',
  `export const six = <p>{isOpen ? text.close : (isLate ? 'Late' : text.open)}</p>;`,
  `export const seven = <p>{[text.close, 'Late' as string]}</p>;`,
  `export const names = { 'aria-label': 'Close' };`,
  `window.alert('Late');`,
];
const others = [
  'export const four = <p> {name} – {count}: 100 % </p>;',
  'export const five = <p class="waiting" role="status" dir="ltr" lang="en">{" "}</p>;',
  'frame.setAttribute("allow", "clipboard-write");',
  `export const eight = { title: 'key', kind: 'late' };`,
  'throw new Error("A view was rendered outside of PageProvider.");',
];

it('the lint finds every text for people that is not in the languages, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'visible-strings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const plugins = [resolve('test/sources/visible-strings.grit')];
  const linter = { rules: { preset: 'none' } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ plugins, linter }));
  writeFileSync(join(folder, 'view.tsx'), [...texts, ...others].join('\n'));
  const args = ['lint', '--reporter=github', 'view.tsx'];
  const { stdout } = spawnSync(resolve('node_modules/.bin/biome'), args, {
    cwd: folder,
    encoding: 'utf8',
  });
  const lines = [...stdout.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line));
  expect(lines).toEqual(texts.map((_, index) => index + 1));
});
