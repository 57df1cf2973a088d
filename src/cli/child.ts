import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

/** A command that runs beside the service. */
export interface ChildCommand {
  /** Resolves with its exit code, as a shell would report it. */
  readonly ended: Promise<number>;
  /** Hands a signal on. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * @param command - a program and its arguments
 * @param environment - its variables, beside those of this process
 * @returns the running command
 */
export function runCommand(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildCommand {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
    // On Windows, npm and its like are scripts that only a shell runs.
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const reason = isMissing ? 'there is no such program' : error.message;
      reject(new Error(`"${program}" could not be started: ${reason}.`, { cause: error }));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}
