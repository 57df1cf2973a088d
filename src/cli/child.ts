import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';

const patienceMs = 5000;

export function runCommand(
  [program = '', ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
) {
  const options = { env: { ...process.env, ...environment }, stdio: 'inherit' } as const;
  const child =
    process.platform === 'win32'
      ? // On Windows, only a shell can start programs such as npm, because they are scripts.
        spawn([program, ...args].map(quote).join(' '), { ...options, shell: true })
      : // Starts a process group, so that signals also reach the server that npm starts in another process.
        spawn(program, args, { ...options, detached: true });
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
    /** Resolves with the command's exit code. Like in shells, a command ended by a signal has 128 plus its number. */
    ended,
    /** Signals the group. Kills the rest after five seconds, but not after SIGINT: Ctrl+C may have another meaning. */
    kill(signal: NodeJS.Signals): void {
      killGroup(child, signal);
      if (signal !== 'SIGINT') rest = killLater(child);
    },
    /** Call it before this process exits. */
    waitForRest: () => rest,
  };
}

/** Quotes an argument for the shell of Windows, and for the program, which splits its command line again. */
function quote(text: string): string {
  if (/^[\w.:=/\\-]+$/.test(text)) return text;
  return `"${text.replaceAll(/\\+(?="|$)/g, '$&$&').replaceAll('"', '""')}"`;
}

export type ChildCommand = ReturnType<typeof runCommand>;

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

/** Sends a signal, or nothing for 0, to a group of processes. @returns whether the group still has a process */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
