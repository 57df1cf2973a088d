import type { Row, ServerRun } from '../benchmark.ts';
import { type Contestant, openArena } from '../support/contestants.ts';
import { takeTurn, type World } from '../support/exchange-turn.ts';
import { startTalkingProcess } from '../support/processes.ts';
import type { Result } from '../support/rounds.ts';
import { createSamples, type Samples, summarize } from '../support/samples.ts';

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
  const compare = (what: string, measure: string): Row => {
    const [ours, before] = sides.map((side) => samples.list(`${side}, ${database}`, measure));
    const ratios = (ours ?? []).map((value, round) => value / (before?.[round] ?? Number.NaN));
    const { median, count } = summarize(ratios);
    const [low, high] = findRange(ratios).map((ratio) => ratio.toFixed(2));
    const note = `median of ${count} pairs, with 95 % certainty from ${low} to ${high}`;
    return { label: `${what}, ours ÷ before, ${database}`, value: median, unit: 'ratio', note };
  };
  return [
    { ...compare('exchanges/s', 'perSecond'), aim: 0.95, isLeast: true },
    compare('CPU', 'ownCpuMs'),
    ...(database === 'PostgreSQL'
      ? [compare("CPU with PostgreSQL's own", 'cpuMs'), compare("PostgreSQL's log", 'logBytes')]
      : []),
  ];
}

/**
 * Other load makes single pairs differ more than commits do, so this says how sure their median is.
 *
 * @returns the two values that the median of endless rounds is between, with 95 % certainty
 */
function findRange(values: readonly number[]): readonly number[] {
  const sorted = [...values].sort((one, other) => one - other);
  const last = sorted.length - 1;
  // 1.96 standard deviations of the number of values below the median.
  const reach = 0.98 * Math.sqrt(sorted.length);
  const place = (offset: number) => Math.min(Math.max(Math.round(last / 2 + offset), 0), last);
  return [-reach, reach].map((offset) => sorted[place(offset)] ?? Number.NaN);
}
