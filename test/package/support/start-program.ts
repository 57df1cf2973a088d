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

export const webhookSecret = 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cy1vZi1leGFtcGxlcw==';

/** The variables of an application. No Connect service answers at its address. */
const application = {
  CONNECT_BASE_URL: 'http://localhost:9',
  CONNECT_CLIENT_ID: 'app',
  CONNECT_CLIENT_SECRET: 'the-secret',
  CONNECT_WEBHOOK_SECRET: webhookSecret,
  SESSION_SECRET: 'a secret of the tests, with more than 32 characters',
};

/**
 * Starts a server of an example and waits until it answers.
 *
 * @param cwd - its folder
 * @param command - the program and its arguments
 * @param variables - beside `PATH`, `HOME`, `PORT` and those of an application, which are all that it gets
 */
export async function startProgram(
  cwd: string,
  [program = '', ...args]: readonly string[],
  variables: Readonly<Record<string, string>>,
): Promise<StartedProgram> {
  const port = await findFreePort();
  const { PATH, HOME } = process.env;
  const own = { PATH, HOME, PORT: String(port) };
  const env = { ...own, ...application, ...variables } as NodeJS.ProcessEnv;
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
