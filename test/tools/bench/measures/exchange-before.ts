import type { Row, ServerRun } from '../benchmark.ts';
import { type Contestant, openArena } from '../support/contestants.ts';
import { takeTurn, type World } from '../support/exchange-turn.ts';
import { startTalkingProcess } from '../support/processes.ts';
import { comparePairs } from '../support/ratio.ts';
import type { Result } from '../support/rounds.ts';
import { createSamples, type Samples } from '../support/samples.ts';

const databases = ['PostgreSQL', 'SQLite'] as const;
const sides = ['ours', 'before'] as const;

/**
 * Exchanges of this commit beside those of another one. Both run all the time, each with its own database, and
 * take turns of which each compares with the one beside it. Other load on the machine then affects both.
 *
 * @param run - `before` is the folder of the other commit, built
 */
export async function compareWithBefore(run: ServerRun): Promise<Result> {
  const arena = await openArena(run.before);
  const load = startTalkingProcess('load');
  const world: World = { arena, load, run, taken: new Map() };
  try {
    for (const database of databases) await takeTurns(world, database);
    const samples = createSamples(world.taken);
    return { name: 'exchange', samples, rows: databases.flatMap((one) => report(samples, one)) };
  } finally {
    await load.close();
    await arena.close();
  }
}

async function takeTurns(world: World, database: string): Promise<void> {
  const { arena, run, taken } = world;
  const contestants: [name: string, contestant: Contestant][] = [];
  for (const side of sides) {
    const name = `${side}, ${database}`;
    contestants.push([name, await arena.start(name, side)]);
  }
  for (let round = 0; round <= run.rounds; round += 1) {
    for (const [name, contestant] of contestants.reverse()) {
      const sample = await takeTurn(world, contestant, run.exchanges);
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), sample]);
    }
  }
  for (const [, contestant] of contestants) await contestant.close();
}

function report(samples: Samples, database: string): readonly Row[] {
  const [ours, before] = sides.map((side) => `${side}, ${database}`);
  const pair = [ours ?? '', before ?? ''] as const;
  const compare = (what: string, measure: string): Row =>
    comparePairs(samples, { label: `${what}, ours ÷ before, ${database}`, pair, measure });
  return [
    { ...compare('exchanges/s', 'perSecond'), aim: 0.95, isLeast: true },
    compare('CPU', 'ownCpuMs'),
    ...(database === 'PostgreSQL'
      ? [compare("CPU with PostgreSQL's own", 'cpuMs'), compare("PostgreSQL's log", 'logBytes')]
      : []),
  ];
}
