import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { findChromium, findChromiumShell } from '../support/find-browsers.mjs';
import { findNode } from '../support/find-node.mjs';
import { nativeTypescript } from '../support/native-typescript.mjs';
import { createEmptyProject, type EmptyProject } from '../support/tarball.ts';

const node = findNode(24) ?? process.execPath;

interface Recipe {
  readonly name: string;
  /** Packages of this repository that the project installs. */
  readonly packages?: readonly string[];
  /** Packages from the registry. */
  readonly installs?: readonly string[];
  /** Succeeds where the recipe can run. */
  readonly isThere?: readonly string[];
  readonly command: readonly string[];
  readonly passes: RegExp;
  /** A change that breaks the application, so that its test must fail. */
  readonly plant: readonly [file: string, text: string, broken: string];
}

const storesConnection = 'onConnected: (connection) => void connections.push(connection)';

const vitestPackages = ['vitest', 'happy-dom', 'react', 'react-dom', 'vue', 'svelte'];

const cypressSpec = 'cypress/e2e/connect-button.cy.js';

/**
 * Recipes run in the long run only, because each installs the package. `testing-service.test.ts` has the same kit
 * in `npm test`.
 */
const recipes: readonly Recipe[] = [
  {
    name: 'node-test',
    command: [node, '--test'],
    passes: /pass 3\n/,
    plant: ['app.js', storesConnection, 'onConnected: () => {}'],
  },
  {
    name: 'vitest',
    packages: vitestPackages,
    command: [node, 'node_modules/vitest/vitest.mjs', 'run'],
    passes: /6 passed/,
    plant: ['connect-button.js', "forwardCode('/callback')", '() => {}'],
  },
  {
    // The bindings need the setting: without it they open the real Connect.
    name: 'vitest',
    packages: vitestPackages,
    command: [node, 'node_modules/vitest/vitest.mjs', 'run', 'framework-buttons'],
    passes: /3 passed/,
    plant: ['vitest.config.js', "inline: ['tax-connect']", 'inline: []'],
  },
  {
    name: 'pytest',
    command: [
      ...[node, 'node_modules/.bin/tax-connect', 'dev', '--port', '0', '--json', '--'],
      ...['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
    ],
    passes: /2 passed/,
    plant: ['app.py', '"code": code', '"code": code + "x"'],
  },
  {
    name: 'jest',
    installs: ['jest@30'],
    command: [node, '--experimental-vm-modules', 'node_modules/jest/bin/jest.js'],
    passes: /1 passed/,
    plant: ['app.js', storesConnection, 'onConnected: () => {}'],
  },
  {
    // CommonJS, as Jest has it by default.
    name: 'jest-components',
    installs: [
      ...['jest@30', 'jest-environment-jsdom@30', '@babel/preset-env@7', '@babel/preset-react@7'],
      ...['@testing-library/dom@10', '@testing-library/react@16', 'react@19', 'react-dom@19'],
    ],
    command: [node, 'node_modules/jest/bin/jest.js'],
    passes: /2 passed/,
    plant: ['connect-button.jsx', "forwardCode('/callback')", '() => {}'],
  },
  {
    name: 'playwright',
    installs: ['@playwright/test@1'],
    command: [node, 'node_modules/@playwright/test/cli.js', 'test'],
    passes: /2 passed/,
    plant: ['app.js', "TaxConnect.forwardCode('/callback')", '() => {}'],
  },
  {
    // Cypress downloads its application from a separate host, which may be unreachable.
    name: 'cypress',
    installs: ['cypress@15'],
    isThere: ['node_modules/.bin/cypress', 'verify'],
    command: ['node_modules/.bin/cypress', 'run'],
    passes: /3 passing/,
    plant: ['connect-button.js', "forwardCode('/callback')", '() => {}'],
  },
  {
    // Without the application, the recipe is compiled with its types. The button is the one of the recipe for Vitest.
    name: 'cypress',
    installs: ['cypress@15'],
    command: [
      ...[node, nativeTypescript, '--noEmit', '--allowJs', '--checkJs', '--strict'],
      ...['--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler'],
      ...['--target', 'es2022', '--types', 'cypress', cypressSpec, 'cypress.config.mjs'],
    ],
    passes: /^$/,
    plant: [cypressSpec, "cy.visit('", "cy.visitt('"],
  },
];

let project: EmptyProject | undefined;

afterEach(() => project?.remove());

describe.runIf(isLongRun).each(recipes)(
  'the recipe $name',
  ({ name, packages = [], installs = [], isThere, command, passes, plant }) => {
    it('passes, and fails when the application is broken', async (test) => {
      process.env.CYPRESS_INSTALL_BINARY = '0';
      project = createEmptyProject(resolve('demo/examples/testing', name), installs);
      const [probe, ...words] = isThere ?? [];
      const isMissing = probe && spawnSync(probe, words, { cwd: project.folder }).status !== 0;
      test.skip(Boolean(isMissing), `what ${name} needs is not on this machine`);
      for (const one of packages) {
        mkdirSync(join(project.folder, 'node_modules'), { recursive: true });
        symlinkSync(resolve('node_modules', one), join(project.folder, 'node_modules', one));
      }
      const [program = '', ...args] = command;
      // Playwright installs the shell, too: the same engine for a third of the CPU.
      const chromium = findChromiumShell() ?? findChromium();
      const environment = { NO_COLOR: '1', CHROMIUM_PATH: chromium?.path ?? '' };
      const [file, text, broken] = plant;
      const source = readFileSync(join(project.folder, file), 'utf8');

      const right = await project.run(program, args, { environment });
      project.write(file, source.replace(text, broken));
      const wrong = await project.run(program, args, { environment });

      expect(source).toContain(text);
      expect(right).toMatchObject({ code: 0 });
      expect(right.stdout + right.stderr).toMatch(passes);
      // Cypress exits with the number of failed tests.
      expect(name === 'cypress' ? Math.sign(wrong.code ?? 0) : wrong.code).toBe(1);
    });
  },
);
