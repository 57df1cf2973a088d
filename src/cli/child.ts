import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';

/** The command that runs beside the service. */
export interface ChildCommand {
  /** Resolves with its exit code, in the format of shells. */
  readonly ended: Promise<number>;
  /** Sends a signal to the command. */
  kill(signal: NodeJS.Signals): void;
}

/**
 * @param command - a program and its arguments
 * @param environment - additional variables
 * @returns the running command
 */
export function runCommand(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): ChildCommand {
  const child = spawn(program, args, {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
    // On Windows, npm and similar programs are scripts, which only a shell can run.
    shell: process.platform === 'win32',
  });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const reason = isMissing ? 'the program was not found' : error.message;
      reject(new Error(`"${program}" could not be started: ${reason}.`, { cause: error }));
    });
    child.once('exit', (code, signal) => {
      resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
    });
  });
  return { ended, kill: (signal) => void child.kill(signal) };
}
