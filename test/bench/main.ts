import type { Benchmark } from './benchmark.ts';
import { codeBenchmark } from './measures/code.ts';
import { openBenchmark } from './measures/open.ts';
import { selectorBenchmark } from './measures/selector.ts';
import { sizeBenchmark } from './measures/size.ts';
import { printReport, printTimes } from './support/report.ts';
import { runRounds } from './support/rounds.ts';

const benchmarks: readonly Benchmark[] = [
  openBenchmark,
  codeBenchmark,
  selectorBenchmark,
  sizeBenchmark,
];
const defaultRounds = 40;

/** What the command line asks for. */
interface Wanted {
  readonly chosen: readonly Benchmark[];
  readonly rounds: number;
  /** Whether the medians are printed, too. */
  readonly hasTimes: boolean;
}

/**
 * Runs the benchmarks and prints the report.
 *
 * @param args - see run.mjs
 * @returns exit code: 0 when everything was measured, however it turned out
 */
export async function runBenchmarks(args: readonly string[]): Promise<number> {
  try {
    const { chosen, rounds, hasTimes } = readArguments(args);
    const results = await runRounds(chosen, rounds);
    if (hasTimes) printTimes(results);
    printReport(results);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error) : error}\n`);
    return 1;
  }
}

function readArguments(args: readonly string[]): Wanted {
  let rounds = Number(process.env.BENCH_ROUNDS || defaultRounds);
  const names = new Set<string>();
  for (const arg of args) {
    if (arg.startsWith('--rounds=')) rounds = Number(arg.slice('--rounds='.length));
    else if (benchmarks.some(({ name }) => name === arg)) names.add(arg);
    else if (arg !== '--times') throw new Error(`${arg} is no benchmark; see test/bench/run.mjs.`);
  }
  if (!Number.isInteger(rounds) || rounds < 1)
    throw new Error('rounds: a whole number, 1 or more.');
  const chosen = benchmarks.filter(({ name }) => names.size === 0 || names.has(name));
  return { chosen, rounds, hasTimes: args.includes('--times') };
}
