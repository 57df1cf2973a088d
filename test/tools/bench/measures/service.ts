import type { Row, Sample, ServerBenchmark, ServerRun } from '../benchmark.ts';
import type { Outcome } from '../processes/sockets.js';
import { readCpuMs, startTalkingProcess, type TalkingProcess } from '../support/processes.ts';
import { comparePairs } from '../support/ratio.ts';
import type { RecordServer } from '../support/record-servers.ts';
import { createSamples, type Samples } from '../support/samples.ts';
import { openServiceWorld, type ServiceWorld } from '../support/service-servers.ts';
import { type ServiceUse, serviceUses } from '../support/service-uses.ts';

const connections = 32;
/** A turn is short, and one of them says little. */
const turnsPerRound = 5;

/** The processes that take turns. */
type Contenders = ReadonlyMap<string, readonly RecordServer[]>;

/** Contenders that are compared with each other are neighbours. */
const names = {
  ours: { SQLite: 'SQLite, ours', PostgreSQL: 'PostgreSQL, ours' },
  byHand: { SQLite: 'SQLite, by hand', PostgreSQL: 'PostgreSQL, by hand' },
  two: 'PostgreSQL, two of ours',
} as const;

/**
 * Requests to the built service, beside handlers that are written by hand with node:http: they run the same statements
 * by the same drivers, check the same secrets, tokens and limits, and send the same headers. They have no log, no
 * metrics and no schemas. And two processes of the service beside one. The same load sends to one contender at a time,
 * turn by turn, over 32 kept connections. A flow is five requests of a new person, whom the provider accepts at once:
 * the Sandbox has one user, and all flows would wait for the rows of that user.
 */
export const serviceBenchmark: ServerBenchmark = {
  name: 'service',
  async run(run) {
    const world = await openServiceWorld();
    const loads = {
      requests: startTalkingProcess('requests'),
      flows: startTalkingProcess('flows'),
    };
    const servers: RecordServer[] = [];
    try {
      const contenders = await startContenders(world, servers);
      const samples = createSamples(await measure({ world, loads, contenders }, run));
      return { name: 'service', samples, rows: serviceUses.flatMap((use) => report(samples, use)) };
    } finally {
      await Promise.all([...servers, loads.requests, loads.flows].map((one) => one.close()));
      await world.close();
    }
  },
};

/** @param servers - gets each process as soon as it has started */
async function startContenders(world: ServiceWorld, servers: RecordServer[]): Promise<Contenders> {
  const contenders = new Map<string, readonly RecordServer[]>();
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    const ours = await world.startOurs(database);
    servers.push(ours);
    const byHand = await world.startByHand(database, ours);
    servers.push(byHand);
    contenders.set(names.byHand[database], [byHand]).set(names.ours[database], [ours]);
    if (database === 'SQLite') continue;
    const second = await world.startOurs(database);
    servers.push(second);
    contenders.set(names.two, [ours, second]);
  }
  return contenders;
}

interface Work {
  readonly world: ServiceWorld;
  readonly loads: Readonly<Record<ServiceUse['load'], TalkingProcess>>;
  readonly contenders: Contenders;
}

/** The first turn of each compiles and fills caches, so it does not count. */
async function measure(
  work: Work,
  { rounds, exchanges }: ServerRun,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const taken = new Map<string, Sample[]>();
  for (let turn = 0; turn <= rounds * turnsPerRound; turn += 1) {
    const order = [...work.contenders];
    if (turn % 2 === 1) order.reverse();
    for (const use of serviceUses) {
      for (const [contender, servers] of order) {
        const sample = await takeSample(work, use, {
          servers,
          count: Math.ceil(exchanges * use.part),
        });
        const name = `${use.name}, ${contender}`;
        if (turn > 0) taken.set(name, [...(taken.get(name) ?? []), sample]);
      }
    }
  }
  return taken;
}

async function takeSample(
  { world, loads }: Work,
  use: ServiceUse,
  { servers, count }: { readonly servers: readonly RecordServer[]; readonly count: number },
): Promise<Sample> {
  const listenPorts = servers.map(({ listenPort }) => listenPort);
  const readCpu = () => servers.reduce((sum, { pid }) => sum + readCpuMs(pid), 0);
  const before = readCpu();
  const order = { ...use.createOrder(world, count), listenPorts, connections };
  const { outcome } = (await loads[use.load].ask(order)) as { outcome: Outcome };
  if (outcome.succeeded !== count) {
    throw new Error(`${use.name}: ${outcome.succeeded} of ${count} succeeded.`);
  }
  return {
    perSecond: count / outcome.seconds,
    p99Ms: outcome.p99Ms,
    cpuMs: (readCpu() - before) / count,
  };
}

const measures = { perSecond: 'requests/s', p99Ms: 'p99', cpuMs: 'CPU' } as const;
const aims = { perSecond: { aim: 0.7, isLeast: true }, p99Ms: { aim: 1.5 }, cpuMs: {} } as const;

function report(samples: Samples, { name, statements }: ServiceUse): readonly Row[] {
  const compare = (measure: keyof typeof measures, of: string, to: string): Row => {
    const label = `${measures[measure]}, ${name}, ${of} ÷ ${to.split(', ')[1]}`;
    const pair = [`${name}, ${of}`, `${name}, ${to}`] as const;
    return comparePairs(samples, { label, pair, measure });
  };
  return [
    ...(['SQLite', 'PostgreSQL'] as const).flatMap((database) =>
      (['perSecond', 'p99Ms', 'cpuMs'] as const).map((measure) => {
        const row = compare(measure, names.ours[database], names.byHand[database]);
        return { ...row, ...aims[measure], note: `${row.note}; by hand: ${statements}` };
      }),
    ),
    compare('perSecond', names.two, names.ours.PostgreSQL),
    compare('p99Ms', names.two, names.ours.PostgreSQL),
  ];
}
