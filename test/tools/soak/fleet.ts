import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync } from 'node:fs';
import { nodeFlags } from '../../../demo/support/node-flags.mjs';

const startTimeoutMs = 60_000;

/** A process of the service. */
interface Member {
  readonly child: ChildProcess;
  readonly url: string;
  readonly ended: Promise<number | null>;
}

/** Several processes of the service on one database. */
export interface Fleet {
  /** @returns the address of the next running process; undefined while none runs */
  next(): string | undefined;
  /**
   * Ends the oldest process and starts another.
   *
   * @param program - the program of the new one and of later ones; default: as before
   * @returns the exit code of the oldest; null when the signal ended it
   */
  replace(signal: 'SIGTERM' | 'SIGKILL', program?: string): Promise<number | null>;
  /** The IDs of the running processes. */
  listPids(): readonly number[];
  close(): Promise<void>;
}

/** How processes start. */
interface FleetOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** The path of the logs. Each process adds its number. */
  readonly logFile: string;
  /** The built service; default: that of this repository. */
  readonly program?: string;
}

/**
 * @param count - how many processes
 * @returns the processes, ready
 */
export async function startFleet(
  count: number,
  { environment, logFile, program = 'dist/connect/service/main.js' }: FleetOptions,
): Promise<Fleet> {
  let started = 0;
  let turn = 0;
  const nextNumber = () => {
    started += 1;
    return started;
  };
  let current = program;
  const start = () =>
    startMember({ environment, logFile: `${logFile}-${nextNumber()}.log`, program: current });
  const members: Member[] = [];
  for (let index = 0; index < count; index += 1) members.push(await start());
  return {
    next() {
      turn += 1;
      return members[turn % members.length]?.url;
    },
    async replace(signal, next = current) {
      current = next;
      const oldest = members.shift();
      oldest?.child.kill(signal);
      const code = oldest ? await oldest.ended : null;
      members.push(await start());
      return code;
    },
    listPids: () => members.map(({ child }) => Number(child.pid)),
    async close() {
      for (const { child } of members) child.kill('SIGTERM');
      await Promise.all(members.map(({ ended }) => ended));
    },
  };
}

async function startMember({
  environment,
  logFile,
  program,
}: Required<FleetOptions>): Promise<Member> {
  const { DATABASE_URL: _, ...inherited } = process.env;
  const log = openSync(logFile, 'w', 0o600);
  const child = spawn(process.execPath, [...nodeFlags, program], {
    env: { ...inherited, NODE_ENV: 'production', PORT: '0', ...environment },
    stdio: ['ignore', log, log],
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void ended.then(() => process.off('exit', kill));
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const [, port] = /listening on \S+:(\d+)/.exec(readFileSync(logFile, 'utf8')) ?? [];
    if (port) return { child, ended, url: `http://127.0.0.1:${port}` };
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`The Connect service did not start: ${readFileSync(logFile, 'utf8')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
