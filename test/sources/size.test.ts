import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Rollup } from 'vite';
import { beforeAll, expect, it, vi } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Bytes over the wire, each file gzipped separately. These are ceilings: below them, readable code matters
 * more than a saved byte. Both READMEs state the same numbers. The entry has 80 B for `mountSelector`, which draws the
 * selector into the page.
 */
const limits = { entry: 3580, module: 36_000, script: 36_000 };

/** The output of one step of `npm run build`, without writing it. */
async function buildChunks(mode: string): Promise<readonly Rollup.OutputChunk[]> {
  const result = await build({
    root,
    configFile: `${root}vite.config.ts`,
    mode,
    logLevel: 'error',
    build: { write: false, emptyOutDir: false },
  });
  const outputs = Array.isArray(result) ? result : 'output' in result ? [result] : [];
  return outputs.flatMap(({ output }) => output).filter((file) => file.type === 'chunk');
}

/** @throws a message that names the limit, and how much room is left */
function expectWithin(limit: keyof typeof limits, bytes: number): void {
  const room = limits[limit] - bytes;
  expect(room, `${limit}: ${bytes} of ${limits[limit]} B, ${room} B left`).toBeGreaterThanOrEqual(
    0,
  );
}

function measure(chunks: readonly Rollup.OutputChunk[]): number {
  const sizes = chunks.map(({ code }) => gzipSync(code, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** @returns the entry, and the chunk that `open` loads */
function findNeeded(): readonly Rollup.OutputChunk[] {
  const loaded = moduleChunks.find(({ isEntry }) => isEntry)?.dynamicImports ?? [];
  return moduleChunks.filter(({ isEntry, fileName }) => isEntry || loaded.includes(fileName));
}

let moduleChunks: readonly Rollup.OutputChunk[];
let scriptChunks: readonly Rollup.OutputChunk[];

beforeAll(async () => {
  vi.stubEnv('NODE_ENV', 'production');
  moduleChunks = await buildChunks('production');
  scriptChunks = await buildChunks('script');
  vi.unstubAllEnvs();
});

it('the entry is one file, which imports nothing before open', () => {
  const [entry, ...others] = moduleChunks.filter(({ isEntry }) => isEntry);
  expect(others).toEqual([]);
  expect(entry?.imports).toEqual([]);
  expect(entry?.dynamicImports).toHaveLength(1);
  expectWithin('entry', measure(entry ? [entry] : []));
});

it('the entry and its chunk, with modal and selector, are within the limit', () => {
  // The others have the selector in the page, and the warnings for developers.
  expect(moduleChunks).toHaveLength(4);
  expect(findNeeded()).toHaveLength(2);
  expectWithin('module', measure(findNeeded()));
});

it('Chromium is asked to compile the chunk while it loads, and not the rest', () => {
  const hint = '//# allFunctionsCalledOnLoad\n';
  const asked = [...moduleChunks, ...scriptChunks].filter(({ code }) => code.startsWith(hint));
  expect(asked).toEqual(findNeeded().filter(({ isEntry }) => !isEntry));
});

it('the script tag is one file within the limit', () => {
  expect(scriptChunks).toHaveLength(1);
  expectWithin('script', measure(scriptChunks));
});

it.each(['README.md', 'src/README.md'])('%s states the limits', (path) => {
  const text = readFileSync(root + path, 'utf8').replace(/\s+/g, ' ');
  for (const limit of Object.values(limits)) expect(text).toContain(`${limit / 1000} kB`);
});
