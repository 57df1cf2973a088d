import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';
import { layers } from './layers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tsConfig = join(root, 'tsconfig.json');

/** Checks a tree with `src` and `demo`; returns the violations. */
async function findViolations(
  baseDir: string,
): Promise<{ moduleCount: number; violations: string[] }> {
  const { output } = await cruise(
    ['src', 'demo'],
    {
      baseDir,
      ruleSet: layers,
      validate: true,
      tsPreCompilationDeps: true,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '/dist/' },
      // Resolves the package's names to its sources.
      tsConfig: { fileName: tsConfig },
    },
    {},
    { tsConfig: extractTSConfig(tsConfig) },
  );
  if (typeof output === 'string') throw new Error(output);
  return { moduleCount: countOwnModules(output), violations: listViolations(output) };
}

function countOwnModules(result: ICruiseResult): number {
  return result.modules.filter(({ source }) => /^(src|demo)\//.test(source)).length;
}

function listViolations(result: ICruiseResult): string[] {
  return result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

/** Runs a check on a temporary tree of files. */
async function withTree<Result>(
  files: Readonly<Record<string, string>>,
  check: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'layers-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return await check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A tree in which every import goes down. */
const rightTree = {
  'src/sdk/protocol/errors.ts': 'export const code = 1;\n',
  'src/sdk/ui/modal.ts':
    "import { code } from '../protocol/errors.ts';\nexport const modal = code;\n",
  'src/sdk/server/exchange.ts': 'export const exchange = 1;\n',
  'src/sdk/index.ts': "export { modal } from './ui/modal.ts';\n",
  'src/connect/service/http/refusal.ts': 'export const refusal = 1;\n',
  'src/connect/service/flow/consent.ts': 'export const consent = 1;\n',
  'demo/hosts/server.ts': 'export const server = 1;\n',
};

describe('the layers', () => {
  it('hold for every import of this repository', async () => {
    const { moduleCount, violations } = await findViolations(root);
    // A run that sees no modules would find no violations.
    expect(moduleCount).toBeGreaterThan(60);
    expect(violations).toEqual([]);
  });

  // One for each way to write a rule.
  it.each([
    ['protocol-layer', 'src/sdk/protocol/errors.ts', "import type { X } from '../ui/modal.ts';\n"],
    ['no-cycles', 'src/sdk/protocol/errors.ts', "import './errors-too.ts';\n"],
    ['browser-entry-never-reaches-server', 'src/sdk/index.ts', "import './server/exchange.ts';\n"],
    ['service-http-layer', 'src/connect/service/http/refusal.ts', "import '../flow/consent.ts';\n"],
    ['demo-imports-the-package', 'demo/hosts/server.ts', "import '../../src/sdk/index.ts';\n"],
  ])('report %s when %s says %s', async (rule, file, line) => {
    const planted = {
      ...rightTree,
      'src/sdk/protocol/errors-too.ts':
        "import { code } from './errors.ts';\nexport const two = code;\n",
      [file]: line,
    };
    const { violations } = await withTree(planted, findViolations);
    expect(violations.map((violation) => violation.split(':')[0])).toContain(rule);
  });
});
