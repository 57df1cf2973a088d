import { randomBytes } from 'node:crypto';
import type { Row, Sample, ServerBenchmark, ServerRun } from '../benchmark.ts';
import type { Outcome } from '../processes/load.js';
import { type Contestant, openArena } from '../support/contestants.ts';
import { deleteApplication } from '../support/delete-application.ts';
import { startTalkingProcess, type TalkingProcess } from '../support/processes.ts';
import { createSamples, type Samples, summarize } from '../support/samples.ts';

const names = ['ours, PostgreSQL', 'ours, SQLite'];
/** Enough connections to keep the service busy, but too few to make requests queue by themselves. */
const connections = 8;
const exchangesPerTurn = 1000;
/** Codes are planted before the deletion, because planting them during it would distort the result. */
const maxTurns = 60;

/** A service whose exchanges are measured. */
interface Measured {
  readonly load: TalkingProcess;
  readonly contestant: Contestant;
  /** Of the planted codes. */
  readonly run: string;
  /** Codes before this one are used. */
  next: number;
}

/**
 * The duration of one application's exchanges while another one, with many accounts, is deleted. Each
 * database is compared with its own figure from just before the deletion.
 */
export const deletionBenchmark: ServerBenchmark = {
  name: 'deletion',
  async run(run) {
    const arena = await openArena();
    const load = startTalkingProcess('load');
    const taken = new Map<string, Sample[]>();
    try {
      for (const name of names) {
        const contestant = await arena.start(name, 'deletion');
        await measure({ load, contestant, run: createRun(), next: 0 }, { name, run, taken });
        await contestant.close();
      }
    } finally {
      await load.close();
      await arena.close();
    }
    const samples = createSamples(taken);
    return { name: 'deletion', samples, rows: names.flatMap((name) => report(samples, name)) };
  },
};

interface Place {
  readonly name: string;
  readonly run: ServerRun;
  readonly taken: Map<string, Sample[]>;
}

async function measure(measured: Measured, { name, run, taken }: Place): Promise<void> {
  const { contestant } = measured;
  const { accounts } = contestant;
  if (!accounts) throw new Error(`${name} has no accounts to delete.`);
  const add = (contender: string, sample: Sample) =>
    taken.set(contender, [...(taken.get(contender) ?? []), sample]);
  await accounts.plant(countAccounts(run));
  await contestant.plant(measured.run, exchangesPerTurn * maxTurns);
  const usualTurns = Math.max(10, run.rounds);
  for (let turn = 0; turn <= usualTurns; turn += 1) {
    const sample = await takeTurn(measured);
    if (turn > 0) add(`${name}, usual`, sample);
  }
  const start = performance.now();
  await deleteApplication(contestant.endpoint.listenPort, accounts.application);
  add(name, { answerMs: performance.now() - start });
  while ((await accounts.count()) > 0) {
    if (measured.next + exchangesPerTurn > exchangesPerTurn * maxTurns) break;
    add(`${name}, during`, await takeTurn(measured));
  }
  while ((await accounts.count()) > 0) await new Promise((resolve) => setTimeout(resolve, 200));
  add(name, { purgeSeconds: (performance.now() - start) / 1000 });
}

function countAccounts({ rows }: ServerRun): number {
  return Math.ceil(rows / 5);
}

async function takeTurn(measured: Measured): Promise<Sample> {
  const { load, contestant, run } = measured;
  const order = { run, first: measured.next, count: exchangesPerTurn, connections };
  measured.next += exchangesPerTurn;
  const answer = await load.ask({ ...contestant.endpoint, ...order });
  const { succeeded, p50Ms, p99Ms } = (answer as { outcome: Outcome }).outcome;
  if (succeeded !== exchangesPerTurn) {
    throw new Error(`${succeeded} of ${exchangesPerTurn} exchanges succeeded.`);
  }
  return { p50Ms, p99Ms };
}

function createRun(): string {
  return randomBytes(24).toString('hex');
}

function report(samples: Samples, name: string): readonly Row[] {
  const compare = (measure: string, aim: object): Row => {
    const [during, usual] = ['during', 'usual'].map((when) =>
      summarize(samples.list(`${name}, ${when}`, measure)),
    );
    const value = (during?.median ?? Number.NaN) / (usual?.median ?? Number.NaN);
    const note = [during, usual]
      .map((one) => `±${Math.round((one?.spread ?? 0) * 100)} % of ${one?.count ?? 0}`)
      .join(' ÷ ');
    const label = `${measure.slice(0, 3)} while another is deleted ÷ usual, ${name}`;
    return { label, value, unit: 'ratio', note, ...aim };
  };
  const describe = (label: string, measure: string): Row => {
    const [value = Number.NaN] = samples.list(name, measure);
    return { label: `${label}, ${name}`, value, unit: 'ms', note: 'once' };
  };
  return [
    compare('p99Ms', { aim: 2 }),
    compare('p50Ms', {}),
    describe('deletion → answer', 'answerMs'),
    {
      ...describe('seconds until all rows are gone', 'purgeSeconds'),
      unit: 'count',
    },
  ];
}
