import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerRun } from '../benchmark.ts';
import type { Outcome } from '../processes/load.js';
import type { Arena, Contestant } from './contestants.ts';
import { readCpuMs, readFamilyCpuMs, type TalkingProcess } from './processes.ts';

/** Kept alive by the load, one request at a time on each. */
export const connections = 32;
/** Longer than the pause of the work that is repeated every second. */
const afterMs = 1500;

/** The input of every turn. */
export interface World {
  readonly arena: Arena;
  readonly load: TalkingProcess;
  readonly run: ServerRun;
  /** The measurements, by contestant. */
  readonly taken: Map<string, Sample[]>;
}

/** Exchanges codes that are planted before. @returns speed, times and cost */
export async function takeTurn(
  world: World,
  contestant: Contestant,
  count: number,
): Promise<Sample> {
  const run = createRun();
  await contestant.plant(run, count);
  const readUse = async () => ({
    own: readCpuMs(contestant.pid),
    postgres: readFamilyCpuMs(world.arena.postgresPid),
    logBytes: await world.arena.readLogBytes(),
  });
  const before = await readUse();
  const outcome = await send(world, contestant, { run, first: 0, count });
  // What an exchange leaves to others, such as publishing its event, belongs to its cost.
  await wait(afterMs);
  const after = await readUse();
  if (outcome.succeeded !== count) {
    throw new Error(`${outcome.succeeded} of ${count} exchanges succeeded.`);
  }
  const ownCpuMs = (after.own - before.own) / count;
  return {
    perSecond: count / outcome.seconds,
    p50Ms: outcome.p50Ms,
    p99Ms: outcome.p99Ms,
    ownCpuMs,
    cpuMs: ownCpuMs + (after.postgres - before.postgres) / count,
    logBytes: (after.logBytes - before.logBytes) / count,
  };
}

export async function send(
  { load }: World,
  { endpoint }: Contestant,
  order: object,
): Promise<Outcome> {
  const answer = await load.ask({ ...endpoint, ...order, connections });
  return (answer as { outcome: Outcome }).outcome;
}

export function createRun(): string {
  return randomBytes(24).toString('hex');
}
