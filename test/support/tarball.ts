import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { inject } from 'vitest';
import { installInto } from './installed-package.ts';

/** The result of a finished program. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder outside the repository with only the packed package installed. */
export interface EmptyProject {
  readonly folder: string;
  /** The program behind `npx tax-connect`. */
  readonly bin: string;
  write(name: string, text: string): void;
  /** Runs a program there until it ends. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Ended>;
  remove(): void;
}

interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Called with the whole standard output so far; may end the program. */
  readonly onOutput?: (output: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** The variables that every program needs. Others of this process are not passed on. */
const plainEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
} as const;

/** Creates a folder with the package installed, beside the files of another folder. @returns it, to be removed */
export function createEmptyProject(
  source?: string,
  packages: readonly string[] = [],
): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-package-'));
  cpSync(inject('installedPackage'), folder, { recursive: true, verbatimSymlinks: true });
  if (packages.length > 0) installInto(folder, packages);
  if (source) cpSync(source, folder, { recursive: true });
  return {
    folder,
    bin: join(folder, 'node_modules/.bin/tax-connect'),
    write: (name, text) => writeFileSync(join(folder, name), text),
    run: (program, args, options = {}) => runIn(folder, [program, ...args], options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runIn(
  cwd: string,
  [program = '', ...args]: readonly string[],
  { environment = {}, onOutput }: RunOptions,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { ...plainEnvironment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  let isTold = false;
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
    onOutput?.(stdout, (signal) => {
      // A second signal would interrupt the program's clean-up.
      if (!isTold) child.kill(signal);
      isTold = true;
    });
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}
