import { parseArgs } from 'node:util';
import type { Result, Row, ServerRun } from './benchmark.ts';
import { measureExchanges } from './measures/exchange.ts';
import { measureGrowth } from './measures/growth.ts';
import { measureOpen } from './measures/open.ts';
import { measurePeers } from './measures/peers.ts';
import { printReport } from './support/report.ts';

const options = {
  rounds: { type: 'string' },
  cycles: { type: 'string', default: '200' },
  exchanges: { type: 'string', default: '6000' },
  tokens: { type: 'string', default: '10000000' },
} as const;

type Run = ServerRun & { readonly cycles: number };

/**
 * The benchmarks by name, in the order of the report. `peers` runs only when it is named, because it installs
 * packages of other projects. It writes its results into the documentation, and reports none.
 */
const measures: Readonly<Record<string, (run: Run) => Promise<readonly Row[]>>> = {
  open: ({ rounds }) => measureOpen(rounds || 40),
  exchange: (run) => measureExchanges({ ...run, rounds: run.rounds || 3 }),
  growth: (run) => measureGrowth({ ...run, rounds: run.rounds || 3 }),
  peers: ({ rounds, cycles }) => measurePeers({ rounds: rounds || 12, cycles }),
};

/** Prints the report. @returns exit code: 0 when all was measured, even if aims were missed */
export async function runBenchmarks(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const all = Object.keys(measures);
  const unknown = positionals.find((name) => !all.includes(name));
  if (unknown) throw new Error(`${unknown} is not a benchmark. There are ${all.join(', ')}.`);
  const standard = all.filter((name) => name !== 'peers');
  const run = {
    rounds: readNumber('rounds', values.rounds ?? process.env.BENCH_ROUNDS ?? '0'),
    cycles: readNumber('cycles', values.cycles),
    exchanges: readNumber('exchanges', values.exchanges),
    tokens: readNumber('tokens', values.tokens),
  };
  const results: Result[] = [];
  for (const name of positionals.length > 0 ? positionals : standard) {
    results.push({ name, rows: (await measures[name]?.(run)) ?? [] });
  }
  printReport(results);
  return 0;
}

function readNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 0) return value;
  throw new Error(`--${name} must be a whole number; got ${text}.`);
}
