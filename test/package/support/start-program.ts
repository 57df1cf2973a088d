import { spawn } from 'node:child_process';
import { expect, onTestFinished } from 'vitest';
import { findFreePort } from '../../support/free-port.ts';

/** A server in a separate process. It ends with the test. */
export interface StartedProgram {
  readonly port: number;
  /** `http://localhost:PORT` */
  readonly origin: string;
  /** Everything that it has printed. */
  printed(): string;
  isRunning(): boolean;
}

/**
 * Starts a server and waits until it answers.
 *
 * @param cwd - its folder
 * @param command - the program and its arguments
 * @param variables - beside `PATH`, `HOME` and `PORT`, which are all that it gets
 */
export async function startProgram(
  cwd: string,
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<StartedProgram> {
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PORT: String(port), ...variables } as NodeJS.ProcessEnv;
  const child = spawn(program, args, { cwd, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  const origin = `http://localhost:${port}`;
  const answers = () =>
    fetch(origin).then(
      () => true,
      () => output,
    );
  await expect.poll(answers, { timeout: 30_000 }).toBe(true);
  return { port, origin, printed: () => output, isRunning: () => child.exitCode === null };
}
