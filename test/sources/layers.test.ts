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
  'src/sdk/channel/port.ts':
    "import { code } from '../protocol/errors.ts';\nexport const port = code;\n",
  'src/texts/fill.ts': 'export const fill = 1;\n',
  'src/sdk/ui/modal.ts':
    "import { code } from '../protocol/errors.ts';\nimport { fill } from '../../texts/fill.ts';\n" +
    'export const modal = code + fill;\n',
  'src/sdk/host/open.ts':
    "import { port } from '../channel/port.ts';\nimport { modal } from '../ui/modal.ts';\n" +
    'export const open = port + modal;\n',
  'src/sdk/server/exchange.ts':
    "import { code } from '../protocol/errors.ts';\nexport const x = code;\n",
  'src/sdk/bindings/core/connection.ts': 'export const connection = 1;\n',
  'src/sdk/bindings/react/hook.ts':
    "import { connection } from '../core/connection.ts';\nexport const hook = connection;\n",
  'src/sdk/index.ts': "export { open } from './host/open.ts';\n",
  'src/connect/service/basics/clock.ts': 'export interface Clock { readonly now: number }\n',
  'src/connect/service/store/store.ts': 'export const store = 1;\n',
  'src/connect/service/http/refusal.ts':
    "import type { Clock } from '../basics/clock.ts';\nexport const refusal = {} as Clock;\n",
  'src/connect/service/flow/consent.ts':
    "import { refusal } from '../http/refusal.ts';\nimport { store } from '../store/store.ts';\n" +
    'export const consent = [refusal, store];\n',
  'demo/hosts/server.ts': 'export const server = 1;\n',
  'src/build/cut.ts': 'export const cut = 1;\n',
  'src/connect/service/app.ts':
    "import { consent } from './flow/consent.ts';\nexport const app = consent;\n",
};

describe('the layers', () => {
  it('hold for every import of this repository', async () => {
    const { moduleCount, violations } = await findViolations(root);
    // A run that sees no modules would find no violations.
    expect(moduleCount).toBeGreaterThan(60);
    expect(violations).toEqual([]);
  });

  it('hold for a small tree in which every import goes down', async () => {
    const { moduleCount, violations } = await withTree(rightTree, findViolations);
    expect(moduleCount).toBe(Object.keys(rightTree).length);
    expect(violations).toEqual([]);
  });

  // One for each kind of import that a table of layers decides, and one for each other rule.
  it.each([
    ['protocol-layer', 'src/sdk/protocol/errors.ts', "import 'node:fs';\n"],
    ['protocol-layer', 'src/sdk/protocol/errors.ts', "import type { X } from '../ui/modal.ts';\n"],
    ['channel-layer', 'src/sdk/channel/port.ts', "import 'preact';\n"],
    ['channel-layer', 'src/sdk/channel/port.ts', "import '../../texts/fill.ts';\n"],
    ['texts-import-nothing', 'src/texts/fill.ts', "import '../sdk/protocol/errors.ts';\n"],
    ['kit-imports-nothing-above-it', 'src/kit/icon.ts', "import '../sdk/ui/modal.ts';\n"],
    ['react-binding', 'src/sdk/bindings/react/hook.ts', "import '../../host/open.ts';\n"],
    ['react-binding', 'src/sdk/bindings/react/hook.ts', "import 'vue';\n"],
    ['no-cycles', 'src/sdk/protocol/errors.ts', "import './errors-too.ts';\n"],
    ['entries-only-re-export', 'src/sdk/index.ts', "import 'preact';\n"],
    ['browser-entry-never-reaches-server', 'src/sdk/index.ts', "import './server/exchange.ts';\n"],
    ['connect-is-a-customer', 'src/connect/service/app.ts', "import '../../sdk/host/open.ts';\n"],
    ['demo-imports-the-package', 'demo/hosts/server.ts', "import '../../src/sdk/index.ts';\n"],
    ['no-page-imports-the-build', 'src/sdk/ui/modal.ts', "import '../../build/cut.ts';\n"],
    ['sdk-knows-no-connect', 'src/sdk/host/open.ts', "import '../../connect/service/app.ts';\n"],
    ['cli-knows-the-protocol-only', 'src/cli/main.ts', "import '../sdk/host/open.ts';\n"],
    ['service-http-layer', 'src/connect/service/http/refusal.ts', "import '../flow/consent.ts';\n"],
    ['shapes-import-no-layer', 'src/connect/shapes/words.ts', "import '../service/app.ts';\n"],
    [
      'shapes-import-only-types-of-the-package',
      'src/connect/shapes/words.ts',
      "import '../../sdk/index.ts';\n",
    ],
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
