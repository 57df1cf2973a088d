import type { Benchmark, ServerBenchmark, ServerRun } from './benchmark.ts';
import { codeBenchmark } from './measures/code.ts';
import { deletionBenchmark } from './measures/deletion.ts';
import { exchangeBenchmark } from './measures/exchange.ts';
import { growthBenchmark } from './measures/growth.ts';
import { hostileBenchmark } from './measures/hostile.ts';
import { interactionBenchmark } from './measures/interaction.ts';
import { memoryBenchmark } from './measures/memory.ts';
import { networkBenchmark } from './measures/network.ts';
import { openBenchmark } from './measures/open.ts';
import { type PeersRun, runPeers } from './measures/peers.ts';
import { recordsBenchmark } from './measures/records.ts';
import { selectorBenchmark } from './measures/selector.ts';
import { serviceBenchmark } from './measures/service.ts';
import { sizeBenchmark } from './measures/size.ts';
import { streamsBenchmark } from './measures/streams.ts';
import { sweepBenchmark } from './measures/sweep.ts';
import { findWorse, keepRatios, listRecorded } from './support/gate.ts';
import { printReport, printTimes } from './support/report.ts';
import { runRounds } from './support/rounds.ts';

const benchmarks: readonly Benchmark[] = [
  openBenchmark,
  codeBenchmark,
  selectorBenchmark,
  interactionBenchmark,
  networkBenchmark,
  memoryBenchmark,
  sizeBenchmark,
];
const serverBenchmarks: readonly ServerBenchmark[] = [
  exchangeBenchmark,
  deletionBenchmark,
  recordsBenchmark,
  serviceBenchmark,
  streamsBenchmark,
  sweepBenchmark,
  growthBenchmark,
  hostileBenchmark,
];
const defaultRounds = 40;
const defaultServerRun: ServerRun = {
  ...{ rounds: 3, exchanges: 6000, rows: 1_000_000, tokens: 10_000_000, before: '' },
};
const defaultPeersRun: PeersRun = { rounds: 12, cycles: 200 };

/** The options of the command line. */
interface Wanted {
  readonly chosen: readonly Benchmark[];
  readonly rounds: number;
  /** Absent unless the command line names it, because it installs packages of other projects. */
  readonly peersRun: PeersRun | undefined;
  readonly chosenServers: readonly ServerBenchmark[];
  readonly serverRun: ServerRun;
  /** True: print the medians, too. */
  readonly hasTimes: boolean;
  /** True: compare the ratios with the record. */
  readonly isGate: boolean;
  /** True: make these ratios the record. */
  readonly isKept: boolean;
}

/**
 * Runs the benchmarks and prints the report.
 *
 * @param args - see run.mjs
 * @returns exit code: 0 when everything was measured, even if aims were missed, unless `gate` finds a ratio worse
 */
export async function runBenchmarks(args: readonly string[]): Promise<number> {
  try {
    const wanted = readArguments(args);
    const { chosen, rounds, peersRun, chosenServers, serverRun } = wanted;
    const results = chosen.length > 0 ? [...(await runRounds(chosen, rounds))] : [];
    if (peersRun) results.push(await runPeers(peersRun));
    for (const benchmark of chosenServers) results.push(await benchmark.run(serverRun));
    if (wanted.hasTimes) printTimes(results);
    printReport(results);
    const worse = wanted.isGate ? findWorse(results) : [];
    for (const sentence of worse) process.stderr.write(`${sentence}\n`);
    if (wanted.isKept) keepRatios(results);
    return worse.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error) : error}\n`);
    return 1;
  }
}

function readArguments(args: readonly string[]): Wanted {
  const all = ['peers', ...[...benchmarks, ...serverBenchmarks].map(({ name }) => name)];
  const isGate = args.includes('gate');
  const named = args.filter((arg) => all.includes(arg));
  const names = isGate && named.length === 0 ? listRecorded() : named;
  const options = args.filter((arg) => ![...named, 'gate', '--times', '--keep'].includes(arg));
  const unknown = options.find(
    (arg) => !/^--(?:rounds|cycles|exchanges|rows|tokens|before)=/.test(arg),
  );
  if (unknown !== undefined)
    throw new Error(`${unknown} is no benchmark; see test/tools/bench/run.mjs.`);
  const find = (name: string) =>
    options.find((arg) => arg.startsWith(`--${name}=`))?.slice(`--${name}=`.length);
  const read = (name: string, standard: number): number => {
    const value = Number(find(name) ?? standard);
    if (Number.isInteger(value) && value >= 1) return value;
    throw new Error(`${name}: a whole number, 1 or more.`);
  };
  const isChosen = ({ name }: { readonly name: string }) =>
    names.length === 0 || names.includes(name);
  const rounds = Number(process.env.BENCH_ROUNDS || 0);
  return {
    chosen: benchmarks.filter(isChosen),
    rounds: read('rounds', rounds || defaultRounds),
    peersRun: names.includes('peers')
      ? {
          rounds: read('rounds', rounds || defaultPeersRun.rounds),
          cycles: read('cycles', defaultPeersRun.cycles),
        }
      : undefined,
    chosenServers: serverBenchmarks.filter(isChosen),
    serverRun: {
      rounds: read('rounds', rounds || defaultServerRun.rounds),
      exchanges: read('exchanges', defaultServerRun.exchanges),
      rows: read('rows', defaultServerRun.rows),
      tokens: read('tokens', defaultServerRun.tokens),
      before: find('before') ?? defaultServerRun.before,
    },
    hasTimes: args.includes('--times'),
    isGate,
    isKept: args.includes('--keep'),
  };
}
