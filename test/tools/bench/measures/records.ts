import type { Row, Sample, ServerBenchmark, ServerRun } from '../benchmark.ts';
import type { Outcome } from '../processes/requests.js';
import {
  type BenchService,
  readCpuMs,
  startTalkingProcess,
  type TalkingProcess,
} from '../support/processes.ts';
import { createRatio } from '../support/ratio.ts';
import { openRecordWorld, type RecordWorld } from '../support/record-servers.ts';
import { createSamples, type Samples } from '../support/samples.ts';

const paths = [
  { path: '/account', expected: '"account_id"' },
  { path: '/records', expected: '"next_cursor"' },
] as const;
/** SQLite serves one process. */
const settings = [
  { database: 'SQLite', processes: 1 },
  { database: 'PostgreSQL', processes: 1 },
  { database: 'PostgreSQL', processes: 2 },
] as const;
const connections = 32;
const people = 500;

/** The servers of one kind: the service, or the handlers written by hand. */
type Kind = 'ours' | 'by hand';

/** The processes that take turns, and the tokens of their database. */
interface Contender {
  readonly name: string;
  readonly servers: readonly BenchService[];
  readonly tokens: readonly string[];
}

/**
 * Reads per second of the Connect service, compared with handlers written by hand with Hono, with the same query
 * and the same answer. The same load process sends to one server at a time, in turns, over 32 kept connections; the
 * first turn is discarded.
 */
export const recordsBenchmark: ServerBenchmark = {
  name: 'records',
  async run(run) {
    const world = await openRecordWorld();
    const load = startTalkingProcess('requests');
    const taken = new Map<string, Sample[]>();
    const add = (name: string, sample: Sample) =>
      void taken.set(name, [...(taken.get(name) ?? []), sample]);
    try {
      await measureReads({ world, load, add }, run);
    } finally {
      await load.close();
      await world.close();
    }
    const samples = createSamples(taken);
    return { name: 'records', samples, rows: report(samples) };
  },
};

interface Work {
  readonly world: RecordWorld;
  readonly load: TalkingProcess;
  add(name: string, sample: Sample): void;
}

async function measureReads({ world, load, add }: Work, { rounds, exchanges: count }: ServerRun) {
  const { contenders, close } = await startContenders(world);
  const turns = contenders.flatMap((contender) => paths.map((read) => ({ contender, ...read })));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { contender, ...read } of round % 2 === 0 ? turns : [...turns].reverse()) {
      const listenPorts = contender.servers.map(({ listenPort }) => listenPort);
      const readCpu = () => contender.servers.reduce((sum, { pid }) => sum + readCpuMs(pid), 0);
      const cpuBefore = readCpu();
      const order = {
        ...{ listenPorts, connections, line: `GET ${read.path}`, expected: read.expected },
        ...{ headers: ['Authorization: Bearer {value}'], body: '' },
        values: Array.from({ length: count }, (_, index) => contender.tokens[index % people]),
      };
      const { outcome } = (await load.ask(order)) as { outcome: Outcome };
      if (outcome.succeeded !== count) {
        throw new Error(`${contender.name}: ${outcome.succeeded} of ${count} reads succeeded.`);
      }
      const sample = {
        perSecond: count / outcome.seconds,
        p99Ms: outcome.p99Ms,
        cpuMs: (readCpu() - cpuBefore) / count,
      };
      if (round > 0) add(`${contender.name} ${read.path}`, sample);
    }
  }
  await close();
}

const nameOf = (kind: Kind, { database, processes }: (typeof settings)[number]) =>
  `${kind}, ${database} × ${processes}`;

async function startContenders(world: RecordWorld) {
  const servers: BenchService[] = [];
  const contenders: Contender[] = [];
  for (const database of ['SQLite', 'PostgreSQL'] as const) {
    const first = await world.startOurs(database);
    const tokens = await world.connectPeople(first, people);
    const headers = { Authorization: `Bearer ${tokens[0]}` };
    const answer = await fetch(`http://127.0.0.1:${first.listenPort}/records`, { headers });
    const records = await answer.text();
    const ours = [first];
    const byHand = [await world.startHono(database, records)];
    if (database === 'PostgreSQL') {
      ours.push(await world.startOurs(database));
      byHand.push(await world.startHono(database, records));
    }
    servers.push(...ours, ...byHand);
    for (const setting of settings.filter((one) => one.database === database)) {
      for (const [kind, all] of [
        ['ours', ours],
        ['by hand', byHand],
      ] as const) {
        const some = all.slice(0, setting.processes);
        contenders.push({ name: nameOf(kind, setting), servers: some, tokens });
      }
    }
  }
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  return { contenders, close };
}

function report(samples: Samples): readonly Row[] {
  const compare = (what: string, measure: string, aim: object = {}) =>
    settings.flatMap((setting) =>
      paths.map(({ path }): Row => {
        const [ours, byHand] = [nameOf('ours', setting), nameOf('by hand', setting)];
        return {
          ...createRatio(samples, {
            label: `${what} of ${path}, ${ours} ÷ by hand`,
            of: [`${ours} ${path}`, measure],
            to: [`${byHand} ${path}`, measure],
          }),
          ...aim,
        };
      }),
    );
  return [
    ...compare('reads/s', 'perSecond', { aim: 0.8, isLeast: true }),
    ...compare('p99', 'p99Ms'),
    ...compare('CPU', 'cpuMs'),
  ];
}
