import type { Row, Sample, ServerRun } from '../benchmark.ts';
import { openDatabases } from '../support/databases.ts';
import { type GrownServer, registrations, startGrownServer } from '../support/growth-servers.ts';
import { connecting, countAccounts, type Place, type Use, uses } from '../support/growth-uses.ts';
import { tokensPerAccount } from '../support/plant-growth.ts';
import { startTalkingProcess, type TalkingProcess } from '../support/processes.ts';
import { comparePairs, findMedian, listValues, type Samples } from '../support/samples.ts';

/** The number of turns in a round. A single turn is short, and says little. */
const turnsPerRound = 5;
/** Each database has at least this many accounts. */
const fewAccounts = 1000;

/** The settings that the page on growth names. The standard settings are for a small machine. */
const settings = ['shared_buffers=2GB', 'max_wal_size=8GB'];

/**
 * The time of a request with many tokens, compared with the same request with few. All run on PostgreSQL, in turns.
 * Each request is about another account, so that large tables and indexes are read at many places.
 */
export async function measureGrowth(run: ServerRun): Promise<readonly Row[]> {
  const accounts = Math.ceil(run.tokens / tokensPerAccount);
  const turns = run.rounds * turnsPerRound;
  const least = Math.max(fewAccounts, countAccounts(turns + 1, run.exchanges));
  const databases = await openDatabases(settings, registrations);
  const servers: GrownServer[] = [];
  const load = startTalkingProcess('requests');
  try {
    for (const size of new Set([least, Math.max(least, accounts)])) {
      servers.push(await startGrownServer(databases, size));
    }
    return report(await takeTurns(servers, load, run), servers);
  } finally {
    await Promise.all([load, ...servers].map((one) => one.close()));
    await databases.close();
  }
}

/** The first turn of each server compiles and fills caches, so it does not count. */
async function takeTurns(
  servers: readonly GrownServer[],
  load: TalkingProcess,
  { rounds, exchanges }: ServerRun,
): Promise<Samples> {
  const taken = new Map<string, Sample[]>();
  for (let turn = 0; turn <= rounds * turnsPerRound; turn += 1) {
    const order = turn % 2 === 0 ? servers : [...servers].reverse();
    for (const use of uses) {
      const count = Math.ceil(exchanges * use.part);
      for (const server of order) {
        const sample = await takeSample(use, { server, load, turn, count });
        const name = nameSample(use, server);
        if (turn > 0) taken.set(name, [...(taken.get(name) ?? []), sample]);
      }
    }
  }
  return taken;
}

async function takeSample(use: Use, place: Place): Promise<Sample> {
  const act = await use.prepare(place);
  const before = await place.server.readWork();
  const { succeeded, seconds } = await act();
  const after = await place.server.readWork();
  const perRequest = (what: keyof typeof after) => (after[what] - before[what]) / place.count;
  if (succeeded !== place.count) {
    throw new Error(`${nameSample(use, place.server)}: ${succeeded} of ${place.count} succeeded.`);
  }
  const [ownMs, postgresMs] = [perRequest('ownMs'), perRequest('postgresMs')];
  const cost = { ownMs, postgresMs, cpuMs: ownMs + postgresMs, bytes: perRequest('bytes') };
  return { eachMs: (seconds * 1000) / place.count, ...cost };
}

function nameSample({ name }: Pick<Use, 'name'>, { label }: GrownServer): string {
  return `${name}, ${label}`;
}

function report(samples: Samples, servers: readonly GrownServer[]): readonly Row[] {
  const [few, all] = servers;
  if (!few || !all) return [];
  const compare = (use: Use, measure: keyof typeof measures): Row => {
    const label = `${measures[measure]}, ${use.name}, ${all.label} ÷ ${few.label}`;
    const pair = [nameSample(use, all), nameSample(use, few)] as const;
    return comparePairs(samples, { label, pair, measure });
  };
  const connections = nameSample({ name: connecting }, all);
  const describeCost = (what: string, measure: string, unit: Row['unit']): Row => {
    const values = listValues(samples, connections, measure);
    const note = `of ${values.length} turns`;
    return { label: `${what}, ${connections}`, value: findMedian(values), unit, note };
  };
  const ratios = uses.flatMap((use) => [
    { ...compare(use, 'eachMs'), ...(use.aim === undefined ? {} : { aim: use.aim }) },
    compare(use, 'cpuMs'),
  ]);
  return [
    ...ratios,
    describeCost('CPU of the service', 'ownMs', 'ms'),
    describeCost('CPU of PostgreSQL', 'postgresMs', 'ms'),
    describeCost('growth of the database', 'bytes', 'bytes'),
  ];
}

const measures = { eachMs: 'time', cpuMs: 'CPU' } as const;
