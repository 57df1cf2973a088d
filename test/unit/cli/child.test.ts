import { spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { runCommand } from '../../../src/cli/child.ts';

vi.mock('node:child_process', () => ({ spawn: vi.fn(() => new EventEmitter()) }));

const { platform } = process;

afterEach(() => Object.defineProperty(process, 'platform', { value: platform }));

/** A command of `tax-connect dev -- …`, as the shell of the developer has split it. */
const command = ['node', 'my server.js', '--title=a & b', 'say "hi"', 'C:\\my dir\\', '', 'C:\\x'];

it('passes each argument to the command as it was given, also through the shell of Windows', () => {
  Object.defineProperty(process, 'platform', { value: 'win32' });
  runCommand(command, {});
  Object.defineProperty(process, 'platform', { value: 'linux' });
  runCommand(command, {});

  const [[line, windows] = [], [program, args] = []] = vi.mocked(spawn).mock.calls;
  expect(windows).toMatchObject({ shell: true });
  expect(line).toBe('node "my server.js" "--title=a & b" "say ""hi""" "C:\\my dir\\\\" "" C:\\x');
  expect([program, args]).toEqual(['node', command.slice(1)]);
});
