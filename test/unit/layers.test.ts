import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { describe, expect, it } from 'vitest';
import { layers } from './layers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Looks at a tree that has `src` and `demo`, and says what in it breaks a rule. */
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
    },
    {},
    { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
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

/** Runs a check on a tree of files that exists only meanwhile. */
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
  'src/protocol/errors.ts': 'export const code = 1;\n',
  'src/channel/port.ts':
    "import { code } from '../protocol/errors.ts';\nexport const port = code;\n",
  'src/ui/modal.ts': "import { code } from '../protocol/errors.ts';\nexport const modal = code;\n",
  'src/host/open.ts':
    "import { port } from '../channel/port.ts';\nimport { modal } from '../ui/modal.ts';\n" +
    'export const open = port + modal;\n',
  'src/server/exchange.ts':
    "import { code } from '../protocol/errors.ts';\nexport const x = code;\n",
  'src/index.ts': "export { open } from './host/open.ts';\n",
  'demo/service/main.ts': 'export const main = 1;\n',
};

describe('the layers', () => {
  it('hold for every import of this repository', async () => {
    const { moduleCount, violations } = await findViolations(root);
    // A cruise that sees nothing finds nothing.
    expect(moduleCount).toBeGreaterThan(60);
    expect(violations).toEqual([]);
  }, 30_000);

  it('hold for a small tree in which every import goes down', async () => {
    const { moduleCount, violations } = await withTree(rightTree, findViolations);
    expect(moduleCount).toBe(7);
    expect(violations).toEqual([]);
  });

  it.each([
    ['protocol-layer', 'src/protocol/errors.ts', "import '../channel/port.ts';\n"],
    ['protocol-layer', 'src/protocol/errors.ts', "import 'node:fs';\n"],
    ['protocol-layer', 'src/protocol/errors.ts', "import type { X } from '../ui/modal.ts';\n"],
    ['channel-layer', 'src/channel/port.ts', "import '../ui/modal.ts';\n"],
    ['channel-layer', 'src/channel/port.ts', "import 'preact';\n"],
    ['ui-layer', 'src/ui/modal.ts', "import '../host/open.ts';\n"],
    ['server-layer', 'src/server/exchange.ts', "import '../host/open.ts';\n"],
    ['server-layer', 'src/server/exchange.ts', "import 'node:http';\n"],
    ['host-layer', 'src/host/open.ts', "import '../server/exchange.ts';\n"],
    ['no-cycles', 'src/protocol/errors.ts', "import './errors-too.ts';\n"],
    ['entries-only-re-export', 'src/index.ts', "import 'preact';\n"],
    ['browser-entry-never-reaches-server', 'src/index.ts', "import './server/exchange.ts';\n"],
    ['demo-is-a-customer', 'demo/service/main.ts', "import '../../src/host/open.ts';\n"],
    ['demo-is-a-customer', 'demo/service/main.ts', "import '../../src/index.ts';\n"],
  ])('report %s when %s says %s', async (rule, file, line) => {
    const planted = {
      ...rightTree,
      'src/protocol/errors-too.ts':
        "import { code } from './errors.ts';\nexport const two = code;\n",
      [file]: line,
    };
    const { violations } = await withTree(planted, findViolations);
    expect(violations.map((violation) => violation.split(':')[0])).toContain(rule);
  });
});
