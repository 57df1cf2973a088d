import { type BenchService, startConnectService } from '../bench/support/processes.ts';

/** Reads a number of the command line, above 0. */
export type ReadOption = (name: string, standard: number) => number;

/** Several processes of the service on one database. */
export interface Fleet {
  /** @returns the address of the next running process; undefined while none runs */
  next(): string | undefined;
  /** Ends the oldest process and starts another. */
  replace(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** The IDs of the running processes, the oldest first. */
  listPids(): readonly number[];
  close(): Promise<void>;
}

/** The options by which processes start. */
interface FleetOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** The path of the logs. Each process adds its number. */
  readonly logFile: string;
}

/** @returns this many processes, ready */
export async function startFleet(
  count: number,
  { environment, logFile }: FleetOptions,
): Promise<Fleet> {
  let [started, turn] = [0, 0];
  const members: BenchService[] = [];
  const start = async () => {
    started += 1;
    members.push(await startConnectService(environment, `${logFile}-${started}.log`));
  };
  for (let index = 0; index < count; index += 1) await start();
  return {
    next() {
      turn += 1;
      const member = members[turn % members.length];
      return member && `http://127.0.0.1:${member.listenPort}`;
    },
    async replace(signal) {
      await members.shift()?.close(signal);
      await start();
    },
    listPids: () => members.map(({ pid }) => pid),
    async close() {
      await Promise.all(members.map((member) => member.close()));
    },
  };
}
