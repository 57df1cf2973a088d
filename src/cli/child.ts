import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

/** The command that runs beside the service. */
export interface ChildCommand {
  /** Resolves with its exit code, in the format of shells. */
  readonly ended: Promise<number>;
  /**
   * Sends a signal to the command and to every program that it has started. Programs that have not ended five
   * seconds later are killed, except after SIGINT, which a command may use for something else.
   */
  kill(signal: NodeJS.Signals): void;
  /** Resolves when every program that was told to stop has ended or was killed. Wait for it before this process ends. */
  waitForRest(): Promise<void>;
}

const patienceMs = 5000;

/**
 * @param command - a program and its arguments
 * @param environment - additional variables
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
    // npx and npm start the server in another process, which would survive if only they got the signal.
    detached: process.platform !== 'win32',
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
  let rest = Promise.resolve();
  return {
    ended,
    kill(signal) {
      killGroup(child, signal);
      if (signal !== 'SIGINT') rest = killLater(child);
    },
    waitForRest: () => rest,
  };
}

/** Watches the whole process group, because a program of the command may outlive the command. */
async function killLater(child: ChildProcess): Promise<void> {
  const end = Date.now() + patienceMs;
  while (isGroupRunning(child)) {
    if (Date.now() >= end) return killGroup(child, 'SIGKILL');
    await wait(100);
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
    return;
  }
  signalGroup(child.pid, signal);
}

function isGroupRunning({ pid }: ChildProcess): boolean {
  return process.platform !== 'win32' && pid !== undefined && signalGroup(pid, 0);
}

/**
 * @param signal - 0 sends nothing, and only checks
 * @returns false when every process of the group has ended
 */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
