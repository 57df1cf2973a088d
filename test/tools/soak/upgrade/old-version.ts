import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** The last commit with the tables of the first version, which the list of migrations begins with. */
export const firstVersion = '6a44616876da52d1b0cc5cb4a944db013f98af52';

/** Of the sources of the old version. */
const kept: ReadonlySet<string> = new Set(['dist', 'package.json']);

/**
 * Builds the service of another commit, with the packages of this one. A later call uses the same build.
 *
 * @param commit - or a tag
 * @returns the path of its program
 * @throws Error when it cannot be built; the message says why
 */
export function buildOldVersion(commit: string): string {
  // Inside the repository, so that its packages are found.
  const folder = join('test/.output', `version-${commit.replaceAll('/', '-')}`);
  const program = join(folder, 'dist/connect/service/main.js');
  if (existsSync(program)) return program;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = `${folder}.tar`;
  try {
    writeFileSync(archive, run('git', ['archive', commit]));
    run('tar', ['-x', '-f', archive, '-C', folder]);
  } finally {
    rmSync(archive, { force: true });
  }
  const config = join(folder, 'src/connect/vite.config.ts');
  run(process.execPath, [
    ...['node_modules/vite/bin/vite.js', 'build', '--config', config],
    ...['--mode', 'service', '--logLevel', 'error'],
  ]);
  // Tools that look at the sources of this repository would find these, too.
  for (const name of readdirSync(folder)) {
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true });
  }
  return program;
}

function run(program: string, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { maxBuffer: 1e9 });
  if (status !== 0) {
    throw new Error(`The old version was not built: ${program} ${args.join(' ')}: ${stderr}`);
  }
  return stdout;
}
