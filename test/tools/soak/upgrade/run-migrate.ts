import { spawn } from 'node:child_process';
import process from 'node:process';

/** A line of the command, and when it came. */
interface Line {
  readonly at: number;
  readonly text: string;
}

/** A finished command. */
export interface Migration {
  readonly beganAt: number;
  readonly endedAt: number;
  readonly lines: readonly Line[];
  readonly exitCode: number | null;
}

/** Runs the built `npx tax-connect migrate`. */
export async function runMigrate(
  environment: Readonly<Record<string, string>>,
  args: readonly string[] = [],
): Promise<Migration> {
  const beganAt = Date.now();
  const lines: Line[] = [];
  const child = spawn(process.execPath, ['dist/cli/main.js', 'migrate', ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  child.stdout.on('data', (chunk) => {
    const texts = `${chunk}`.split('\n').filter((text) => text !== '');
    lines.push(...texts.map((text) => ({ at: Date.now(), text: text.trim() })));
  });
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve));
  process.off('exit', kill);
  return { beganAt, endedAt: Date.now(), lines, exitCode };
}
