import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

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

const npmOptions = ['--no-audit', '--no-fund', '--no-update-notifier'];

/** Packs `dist/`, and installs it beside the files of a folder. @returns the project, to be removed */
export function createEmptyProject(
  source?: string,
  packages: readonly string[] = [],
): EmptyProject {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-package-'));
  const packed = join(folder, '.packed');
  mkdirSync(packed);
  const pack = ['pack', '--ignore-scripts', '--pack-destination', packed];
  execFileSync('npm', pack, { stdio: 'ignore' });
  const [tarball = ''] = readdirSync(packed);
  const manifest = join(folder, 'package.json');
  writeFileSync(manifest, '{ "private": true, "type": "module" }');
  const network = packages.length > 0 ? [] : ['--offline'];
  const install = ['install', '--save=false', ...network, ...npmOptions];
  execFileSync('npm', [...install, join(packed, tarball), ...packages], {
    cwd: folder,
    stdio: 'ignore',
  });
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
