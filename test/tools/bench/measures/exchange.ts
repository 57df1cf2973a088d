import type { Row, Sample, ServerRun } from '../benchmark.ts';
import { type Contestant, registration, startContestant } from '../support/contestants.ts';
import { openDatabases } from '../support/databases.ts';
import { connections, countWinners, takeTurn, type World } from '../support/exchange-turn.ts';
import { startTalkingProcess } from '../support/processes.ts';
import { comparePairs, findMedian, listValues, type Samples } from '../support/samples.ts';

/** Numerator and denominator. */
type Pair = readonly [ours: string, other: string];

const peer = 'oidc-provider, PostgreSQL';
const pairs: readonly Pair[] = [
  ['ours, PostgreSQL', peer],
  ['ours, SQLite', peer],
];
const races = 5;

/**
 * Measures exchanges of the Connect service, durable on either database. They are compared with oidc-provider with
 * an adapter for the same PostgreSQL. Each is a separate process under
 * `NODE_ENV=production` with a separate database. All get the same fields over 32 kept connections from one more
 * process, in turns. Each turn is compared with the one of its own round, and the first round is discarded. Each
 * code belongs to another user.
 */
export async function measureExchanges(run: ServerRun): Promise<readonly Row[]> {
  const databases = await openDatabases(
    ['shared_preload_libraries=pg_stat_statements'],
    [registration],
  );
  const load = startTalkingProcess('requests');
  try {
    await databases.admin.query('CREATE EXTENSION pg_stat_statements');
    return report(await takeRounds({ databases, load, run }, [...new Set(pairs.flat())]));
  } finally {
    await load.close();
    await databases.close();
  }
}

async function takeRounds(world: World, names: readonly string[]): Promise<Samples> {
  const taken = new Map(names.map((name) => [name, [] as Sample[]]));
  const contestants: [name: string, contestant: Contestant][] = [];
  for (const name of names) {
    contestants.push([name, await startContestant(world.databases, name)]);
  }
  for (let round = 0; round <= world.run.rounds; round += 1) {
    for (const [name, contestant] of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const sample = await takeTurn(world, contestant).catch((cause) => {
        throw new Error(`${name} could not be measured: ${cause}`, { cause });
      });
      if (round > 0) taken.get(name)?.push(sample);
    }
  }
  for (const [name, contestant] of contestants) {
    for (let race = 0; race < races; race += 1) {
      taken.get(name)?.push({ winners: await countWinners(world, contestant) });
    }
    await contestant.close();
  }
  return taken;
}

function report(samples: Samples): readonly Row[] {
  const names = [...samples.keys()];
  const compare = (what: string, measure: string, aim: Pick<Row, 'aim' | 'isLeast'> = {}) =>
    pairs.map((pair) =>
      comparePairs(samples, { label: `${what}, ${pair.join(' ÷ ')}`, pair, measure, ...aim }),
    );
  return [
    ...compare('exchanges/s', 'perSecond', { aim: 1, isLeast: true }),
    ...compare('p50', 'p50Ms', { aim: 1 }),
    ...compare("CPU with PostgreSQL's own", 'cpuMs'),
    ...names
      .filter((name) => name.endsWith('PostgreSQL'))
      .map((name) => describeStatements(samples, name)),
    ...names.map((name) => describeWinners(samples, name)),
  ];
}

function describeStatements(samples: Samples, name: string): Row {
  const counts = listValues(samples, name, 'statements');
  const label = `statements an exchange, ${name}`;
  return { label, value: findMedian(counts), unit: 'count', note: `of ${counts.length} turns` };
}

function describeWinners(samples: Samples, name: string): Row {
  const winners = listValues(samples, name, 'winners');
  return {
    label: `winners of ${connections}, ${name}`,
    value: Math.max(...winners),
    unit: 'count',
    ...(name.startsWith('ours') ? { aim: 1 } : {}),
    note: `the most of ${winners.length} codes: ${winners.join(' ')}`,
  };
}
