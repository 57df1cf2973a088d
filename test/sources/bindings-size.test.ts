import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const bindings = fileURLToPath(new URL('../../src/sdk/bindings/', import.meta.url));

/** The core does the work, so each binding stays short enough to be read at once. */
const maxLines = 120;

it.each(['react', 'vue', 'svelte', 'element'])('the files of %s have at most 120 lines', (name) => {
  const files = readdirSync(bindings + name).map((file) => `${bindings}${name}/${file}`);
  const lengths = files.map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').length);

  expect(lengths.length).toBeGreaterThan(0);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(maxLines);
});
