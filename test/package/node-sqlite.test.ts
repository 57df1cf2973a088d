import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import { findNode } from '../support/find-node.mjs';

/** Runs the service's suite with a Node that better-sqlite3 was not built for. */
function runServiceSuite(node: string) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'service'];
  const { PATH = '', HOME = '', TEST_EXTENT } = process.env;
  return spawnSync(node, args, {
    env: { PATH, HOME, NO_COLOR: '1', ...(TEST_EXTENT === undefined ? {} : { TEST_EXTENT }) },
    encoding: 'utf8',
  });
}

// `command.test.ts` uses the driver in `npm test`, too.
it.runIf(isLongRun).each([22, 24] as const)(
  'the service passes its suite with the driver of Node %i',
  (major) => {
    const node = findNode(major) ?? process.execPath;
    const probe = [
      '-p',
      "try { new (require('better-sqlite3'))(':memory:') } catch (e) { e.code }",
    ];

    const better = spawnSync(node, probe, { encoding: 'utf8' });
    const { status, stdout, stderr } = runServiceSuite(node);

    // Otherwise the other driver would have been tested.
    expect(better.stdout.trim()).toBe('ERR_DLOPEN_FAILED');
    expect(stderr).not.toContain('ExperimentalWarning');
    // A failing test is described in the standard error.
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stderr: expect.any(String),
      stdout: expect.stringMatching(/Test Files +\d+ passed/),
    });
  },
  1_200_000,
);
