import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sample, ServerRun } from '../benchmark.ts';
import { createCode } from '../processes/codes.js';
import type { Outcome } from '../processes/requests.js';
import type { Contestant } from './contestants.ts';
import type { Databases } from './databases.ts';
import { readCpuMs, readFamilyCpuMs, type TalkingProcess } from './processes.ts';

/** Kept alive by the load, one request at a time on each. */
export const connections = 32;
/** Longer than the pause of the work that is repeated every second. */
const afterMs = 1500;

/** The input of every turn. */
export interface World {
  readonly databases: Databases;
  readonly load: TalkingProcess;
  readonly run: ServerRun;
}

/** Exchanges codes that were planted before. @returns speed, times and cost */
export async function takeTurn(
  { databases, load, run: { exchanges: count } }: World,
  contestant: Contestant,
): Promise<Sample> {
  const run = createRun();
  await contestant.plant(run, count);
  await wait(afterMs);
  const readUse = async () => ({
    cpuMs: readCpuMs(contestant.pid) + readFamilyCpuMs(databases.postgresPid),
    statements: await countStatements(databases),
  });
  const before = await readUse();
  const codes = Array.from({ length: count }, (_, index) => createCode(run, index));
  const outcome = await send(load, contestant, codes);
  // The work that an exchange leaves to others, such as publishing its event, belongs to its cost.
  await wait(afterMs);
  const after = await readUse();
  if (outcome.succeeded !== count) {
    throw new Error(`${outcome.succeeded} of ${count} exchanges succeeded.`);
  }
  const perExchange = (what: keyof typeof after) => (after[what] - before[what]) / count;
  return {
    perSecond: count / outcome.seconds,
    p50Ms: outcome.p50Ms,
    cpuMs: perExchange('cpuMs'),
    statements: perExchange('statements'),
  };
}

/** @returns how many of 32 exchanges of one code at the same time succeed */
export async function countWinners({ load }: World, contestant: Contestant): Promise<number> {
  const run = createRun();
  await contestant.plant(run, 1);
  const codes = Array.from({ length: connections }, () => createCode(run, 0));
  const { succeeded } = await send(load, contestant, codes);
  if (succeeded === 0)
    throw new Error('No one won a race: the code could not be exchanged at all.');
  return succeeded;
}

/** Counts the statements so far, BEGIN and COMMIT included, except those of this query's own database. */
async function countStatements({ admin }: Databases): Promise<number> {
  const { rows } = await admin.query<{ statements: number }>(
    `SELECT sum(calls)::float8 AS statements FROM pg_stat_statements
      JOIN pg_database ON pg_database.oid = dbid WHERE datname <> 'postgres'`,
  );
  return rows[0]?.statements ?? Number.NaN;
}

async function send(
  load: TalkingProcess,
  { request }: Contestant,
  values: readonly string[],
): Promise<Outcome> {
  const answer = await load.ask({ ...request, values, connections, expected: '"access_token"' });
  return (answer as { outcome: Outcome }).outcome;
}

const createRun = () => randomBytes(24).toString('hex');
