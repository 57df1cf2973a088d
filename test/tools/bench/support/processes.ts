import { type ChildProcess, fork, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { nodeFlags } from '../../../../demo/support/node-flags.mjs';

const startTimeoutMs = 60_000;
const pollMs = 2;
/** The unit of times in /proc, in ticks per second. It is the same on every Linux that Node supports. */
const ticksPerSecond = 100;

/** A process of a benchmark or a soak. It ends with it. */
export interface BenchProcess {
  readonly pid: number;
  /** @param signal - default: SIGTERM for the service, SIGKILL for others */
  close(signal?: NodeJS.Signals): Promise<void>;
}

/** A process of the Connect service. */
export type BenchService = BenchProcess & { readonly listenPort: number };

/** A process that communicates over Node's IPC channel. */
export interface TalkingProcess extends BenchProcess {
  /** @returns its next message */
  receive(): Promise<unknown>;
  /** Sends a message. @returns its answer */
  ask(message: object): Promise<unknown>;
}

type Environment = Readonly<Record<string, string>>;

/** Starts a file of `processes/`, with more variables. */
export function startTalkingProcess(name: string, environment: Environment = {}): TalkingProcess {
  const child = fork(`test/tools/bench/processes/${name}.js`, {
    env: createEnvironment(environment),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const receive = () =>
    new Promise<unknown>((resolve, reject) => {
      const fail = () => reject(new Error(`${name} ended.`));
      child.once('exit', fail);
      child.once('message', (message: Record<string, unknown>) => {
        child.off('exit', fail);
        if (message.error) reject(new Error(`${name}: ${message.error}`));
        else resolve(message);
      });
    });
  return {
    ...ownProcess(child, 'SIGKILL'),
    receive,
    ask(message) {
      const answer = receive();
      child.send(message);
      return answer;
    },
  };
}

/** Starts the built service as `npm run service` does, with its log in a file. @returns it, ready */
export async function startConnectService(
  environment: Environment,
  logFile: string,
): Promise<BenchService> {
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, [...nodeFlags, 'dist/connect/service/main.js'], {
    env: createEnvironment({ PORT: '0', DASHBOARD_PASSWORD: 'kept by the bench', ...environment }),
    stdio: ['ignore', log, log],
  });
  const own = ownProcess(child, 'SIGTERM');
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const [, port] = /listening on \S+:(\d+)/.exec(readFileSync(logFile, 'utf8')) ?? [];
    if (port && (await fetch(`http://127.0.0.1:${port}/healthz`)).ok) {
      return { ...own, listenPort: Number(port) };
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      await own.close();
      throw new Error(`The Connect service did not start: ${readFileSync(logFile, 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function createEnvironment(environment: Environment): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, ...inherited } = process.env;
  return { ...inherited, NODE_ENV: 'production', ...environment };
}

function ownProcess(child: ChildProcess, usual: NodeJS.Signals): BenchProcess {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // Runs after Ctrl+C and crashes, too, so that no process is left behind.
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  return {
    pid: Number(child.pid),
    async close(signal = usual) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await ended;
      process.off('exit', kill);
    },
  };
}

/** @returns CPU time of a process so far, in milliseconds; NaN where there is no /proc */
export function readCpuMs(pid: number): number {
  const [user = Number.NaN, system = Number.NaN] = readStat(pid).slice(11, 13).map(Number);
  return ((user + system) * 1000) / ticksPerSecond;
}

/**
 * @param pid - of any process of a family
 * @returns CPU time so far of its parent and all the parent's children, ended ones included, in
 *   milliseconds; NaN without /proc
 */
export function readFamilyCpuMs(pid: number): number {
  const parent = Number(readStat(pid)[1]);
  if (!Number.isInteger(parent)) return Number.NaN;
  for (;;) {
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
    const living = [parent, ...children.split(' ').map(Number)].map(readCpuMs);
    const ended = readStat(parent).slice(13, 15).map(Number);
    const endedMs = (ended.reduce((sum, ticks) => sum + ticks, 0) * 1000) / ticksPerSecond;
    // A child that ended between the two reads would be in neither, so read again. PostgreSQL's helpers do that.
    if (!living.includes(Number.NaN)) return endedMs + living.reduce((sum, ms) => sum + ms, 0);
  }
}

/** The fields of `/proc/PID/stat` after the name, which may have spaces in it: state, parent, … */
function readStat(pid: number): readonly string[] {
  return readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // This is not Linux, or the process has just ended.
    return '';
  }
}
