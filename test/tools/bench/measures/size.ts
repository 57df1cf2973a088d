import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Benchmark, Row } from '../benchmark.ts';

/** The imports in bundled files: `from"./x.js"`, `import"./x.js"` and `import('./x.js')`. */
const staticImport = /(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+)["'`]/g;
const anyImport = /(?:\bfrom|\bimport)\s*\(?\s*["'`](\.[^"'`]+)["'`]/g;

/** Bytes over the wire: every file gzipped by itself, level 9, as a server would send it. */
export const sizeBenchmark: Benchmark = {
  name: 'size',
  prepare() {
    // Read before the rounds, so that these are the files that the other benchmarks run.
    const all = collect('dist/index.js', anyImport);
    const warnings = all.filter(isForDevelopers);
    const opened = all.filter((file) => !isForDevelopers(file));
    const rows = [
      measure('module before anyone opens', collect('dist/index.js', staticImport), 3000),
      measure('module with modal and selector', opened, 30_000),
      measure('for test applications only', warnings),
      measure('script tag', ['dist/tax-connect.js'], 31_000),
      ...measureLanguages(),
    ];
    return { contenders: {}, report: () => rows };
  },
};

/** Loaded on loopback and for test applications, after the modal. */
const isForDevelopers = (file: string) => file.includes('developer-warnings');

/** Loaded on demand, so the rows above do not include it. No user sees the pseudo-language `en-xa`. */
function measureLanguages(): Row[] {
  const names = readdirSync('dist/locales').filter((name) => name !== 'en-xa.json');
  return names.map((name) => measure(`language ${name}`, [`dist/locales/${name}`], 1200));
}

function measure(label: string, files: readonly string[], aim?: number): Row {
  const sizes = files.map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  const value = sizes.reduce((sum, size) => sum + size, 0);
  const parts = files.map((file, index) => `${file.replace(/.*\//, '')} ${sizes[index]}`);
  const limit = aim === undefined ? {} : { aim };
  return { label: `${label}, gzip`, value, unit: 'bytes', ...limit, note: parts.join(' + ') };
}

/** The file and everything that it imports, directly or not. */
function collect(entry: string, pattern: RegExp): readonly string[] {
  const files = new Set([entry]);
  // The loop also visits the entries that are added to the Set while it runs.
  for (const file of files) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(pattern)) {
      if (!path.includes('/locales/')) files.add(join(dirname(file), path));
    }
  }
  return [...files];
}
