import { setTimeout as wait } from 'node:timers/promises';
import type { Row, Sample, ServerBenchmark, ServerRun } from '../benchmark.ts';
import { type Contestant, openArena } from '../support/contestants.ts';
import { connections, createRun, send, takeTurn, type World } from '../support/exchange-turn.ts';
import { readCpuMs, readMemory, startTalkingProcess } from '../support/processes.ts';
import { createSamples, type Samples, summarize } from '../support/samples.ts';
import { compareWithBefore } from './exchange-before.ts';

const ours = ['ours, PostgreSQL', 'ours, SQLite'];
const reference = 'oidc-provider';
const names = [...ours, reference, 'oauth2-server'];
const sizes = ['small', 'large'] as const;

const races = 5;
/** For the measurement of growth: the codes in a small database, and the codes of one turn. */
const fewRows = 1000;

/**
 * Exchanges per second of the Connect service, durable on either database, beside oidc-provider and
 * @node-oauth/oauth2-server, which keep everything in memory. Each is a separate process under
 * `NODE_ENV=production`, all get the same fields over 32 kept connections from one more process, turn
 * by turn; a turn that comes first is thrown away. Each code is another user's.
 */
export const exchangeBenchmark: ServerBenchmark = {
  name: 'exchange',
  async run(run) {
    if (run.before !== '') return await compareWithBefore(run);
    const arena = await openArena();
    const load = startTalkingProcess('load');
    const world: World = { arena, load, run, taken: new Map() };
    try {
      await measureStarts(world);
      await measureExchanges(world);
      await measureGrowth(world);
      const samples = createSamples(world.taken);
      return { name: 'exchange', samples, rows: report(samples, run) };
    } finally {
      await load.close();
      await arena.close();
    }
  },
};

/** The first start of each creates its database, so it does not count. */
async function measureStarts({ arena, run, taken }: World): Promise<void> {
  for (let round = 0; round <= run.rounds; round += 1) {
    for (const name of names) {
      const contestant = await arena.start(name);
      const { readyMs, pid } = contestant;
      const readyCpuMs = readCpuMs(pid);
      await wait(500);
      const sample = { readyMs, readyCpuMs, startMemory: readMemory(pid) };
      await contestant.close();
      if (round > 0) add(taken, name, sample);
    }
  }
}

async function measureExchanges(world: World): Promise<void> {
  const contestants = new Map<string, Contestant>();
  for (const name of names) contestants.set(name, await world.arena.start(name));
  for (let round = 0; round <= world.run.rounds; round += 1) {
    const turns = [...contestants];
    for (const [name, contestant] of round % 2 === 0 ? turns : turns.reverse()) {
      const sample = await takeTurn(world, contestant, world.run.exchanges);
      if (round > 0) add(world.taken, name, sample);
    }
  }
  for (const [name, contestant] of contestants) {
    for (let race = 0; race < races; race += 1) {
      add(world.taken, name, { winners: await countWinners(world, contestant) });
    }
  }
  // No garbage collection is forced, because an operator sees the memory without one.
  await wait(3000);
  for (const [name, contestant] of contestants) {
    add(world.taken, name, { restMemory: readMemory(contestant.pid) });
    await contestant.close();
  }
}

/** Alternates between both sizes. Each has a separate database. */
async function measureGrowth(world: World): Promise<void> {
  const { arena, run } = world;
  const contestants = new Map<string, Contestant>();
  for (const name of ours) {
    for (const size of sizes) {
      const contestant = await arena.start(name, size);
      if (size === 'large') await contestant.plant(createRun(), run.rows);
      contestants.set(`${name}, ${size}`, contestant);
    }
  }
  for (let round = 0; round <= run.rounds; round += 1) {
    for (const [name, contestant] of contestants) {
      const sample = await takeTurn(world, contestant, fewRows);
      if (round > 0) add(world.taken, name, sample);
    }
  }
  for (const contestant of contestants.values()) await contestant.close();
}

async function countWinners(world: World, contestant: Contestant): Promise<number> {
  const run = createRun();
  await contestant.plant(run, 1);
  const order = { run, first: 0, count: connections, isOneCode: true };
  const { succeeded } = await send(world, contestant, order);
  if (succeeded === 0)
    throw new Error('No one won a race: the code could not be exchanged at all.');
  return succeeded;
}

function add(taken: World['taken'], name: string, sample: Sample): void {
  taken.set(name, [...(taken.get(name) ?? []), sample]);
}

function report(samples: Samples, { rows: large }: ServerRun): readonly Row[] {
  const compare = createComparison(samples);
  const others = names.filter((name) => name !== reference);
  const by = ` ÷ ${reference}`;
  return [
    ...others.map((name) => ({
      ...compare(`exchanges/s, ${name}${by}`, [name, reference], 'perSecond'),
      ...(name === ours[0] ? { aim: 1.5, isLeast: true } : {}),
      ...(name === ours[1] ? { aim: 0.8, isLeast: true } : {}),
    })),
    ...others.map((name) => compare(`p50, ${name}${by}`, [name, reference], 'p50Ms')),
    ...others.map((name) => ({
      ...compare(`p99, ${name}${by}`, [name, reference], 'p99Ms'),
      ...(ours.includes(name) ? { aim: 1 } : {}),
    })),
    ...others.map((name) => compare(`CPU, ${name}${by}`, [name, reference], 'ownCpuMs')),
    compare(`CPU, ours with PostgreSQL's own${by}`, ['ours, PostgreSQL', reference], 'cpuMs'),
    ...names.map((name) => describeWinners(samples, name)),
    ...names.map((name) => ({
      ...describeBest(samples, `start → ready, ${name}`, [name, 'readyMs']),
      ...(ours.includes(name) ? { aim: 500 } : {}),
    })),
    ...names.map((name) => describeBest(samples, `CPU until then, ${name}`, [name, 'readyCpuMs'])),
    ...names.flatMap((name) => describeMemory(samples, name)),
    ...ours.flatMap((name) => [
      compareSizes(samples, name, [large, 'perSecond']),
      compareSizes(samples, name, [large, 'cpuMs']),
    ]),
  ];
}

/** The best of all rounds, because other load on the machine can only slow a round down. */
function findBest(samples: Samples, name: string, measure: string): number {
  const values = samples.list(name, measure);
  return measure === 'perSecond' ? Math.max(...values) : Math.min(...values);
}

function createComparison(samples: Samples) {
  return (label: string, pair: readonly [string, string], measure: string): Row => {
    const [above, below] = pair.map((name) => findBest(samples, name, measure));
    const spreads = pair.map((name) => {
      const { spread, count } = summarize(samples.list(name, measure));
      return `±${Math.round(spread * 100)} % of ${count}`;
    });
    const value = (above ?? Number.NaN) / (below ?? Number.NaN);
    return { label, value, unit: 'ratio', note: `best ÷ best; ${spreads.join(' ÷ ')}` };
  };
}

function compareSizes(
  samples: Samples,
  name: string,
  [rows, measure]: readonly [number, string],
): Row {
  const what = measure === 'cpuMs' ? 'CPU' : 'exchanges/s';
  const label = `${what}, ${name}, ${rows.toLocaleString('en')} codes ÷ some thousand`;
  return createComparison(samples)(label, [`${name}, large`, `${name}, small`], measure);
}

function describeBest(
  samples: Samples,
  label: string,
  [name, measure]: readonly [string, string],
): Row {
  const values = samples.list(name, measure);
  return { label, value: Math.min(...values), unit: 'ms', note: `best of ${values.length}` };
}

function describeWinners(samples: Samples, name: string): Row {
  const winners = samples.list(name, 'winners');
  return {
    label: `winners of ${connections}, ${name}`,
    value: Math.max(...winners),
    unit: 'count',
    ...(ours.includes(name) ? { aim: 1 } : {}),
    note: `the most of ${winners.length} codes: ${winners.join(' ')}`,
  };
}

function describeMemory(samples: Samples, name: string): readonly Row[] {
  const aim = ours.includes(name) ? { aim: 120_000_000 } : {};
  const [start = Number.NaN] = samples.list(name, 'startMemory');
  const [rest = Number.NaN] = samples.list(name, 'restMemory');
  return [
    { label: `memory after the start, ${name}`, value: start, unit: 'bytes', ...aim, note: 'RSS' },
    { label: `memory after the load, ${name}`, value: rest, unit: 'bytes', ...aim, note: 'RSS' },
  ];
}
