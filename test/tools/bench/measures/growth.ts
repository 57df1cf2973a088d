import { randomBytes } from 'node:crypto';
import type { Row, Sample, ServerBenchmark, ServerRun } from '../benchmark.ts';
import { createCode } from '../processes/codes.js';
import type { Outcome, Requests } from '../processes/requests.js';
import {
  type GrownServer,
  type GrownServers,
  growing,
  startGrownServers,
} from '../support/growth-servers.ts';
import { tokensPerAccount } from '../support/plant-growth.ts';
import { startTalkingProcess, type TalkingProcess } from '../support/processes.ts';
import { comparePairs } from '../support/ratio.ts';
import { createSamples, type Samples } from '../support/samples.ts';

/** A turn is short, and one of them says little. */
const turnsPerRound = 5;
/** Enough connections to keep the service busy, but too few to make requests queue by themselves. */
const connections = 8;
/** Each database has at least so many accounts. */
const fewAccounts = 1000;
/** A part of the exchanges, because each uses up an account. */
const disconnects = 1 / 120;

/** One kind of request. */
interface Use extends Pick<Requests, 'line' | 'headers' | 'body' | 'expected'> {
  readonly name: string;
  /** Of the exchanges of a run, a turn has this part. */
  readonly part: number;
  /** The largest acceptable ratio to a database with few rows; absent: none. */
  readonly aim?: number;
  /** Each request has another value. */
  listValues(server: GrownServer, turn: Turn): readonly string[] | Promise<readonly string[]>;
}

interface Turn {
  /** From 0. */
  readonly index: number;
  readonly count: number;
}

const { clientId, clientSecret, redirectUri, introspectionSecret } = growing;
const credentials = { client_id: clientId, client_secret: clientSecret };
const json = 'Content-Type: application/json';
const bearer = 'Authorization: Bearer {value}';
const basic = `Authorization: Basic ${btoa(`${clientId}:${clientSecret}`)}`;

const uses: readonly Use[] = [
  {
    ...{ name: 'GET /account', line: 'GET /account', headers: [bearer], body: '', part: 1 / 6 },
    ...{ expected: '"account_id"', aim: 1.2, listValues: listTokens },
  },
  {
    ...{ name: 'exchange', line: 'POST /auth/token', headers: [json], part: 1 / 6 },
    body: JSON.stringify({ ...credentials, redirect_uri: redirectUri, code: '{value}' }),
    ...{ expected: '"access_token"', aim: 1.2 },
    async listValues(server, { count }) {
      const run = randomBytes(24).toString('hex');
      await server.plantCodes(run, count);
      return Array.from({ length: count }, (_, index) => createCode(run, index));
    },
  },
  {
    ...{ name: 'disconnect', line: 'POST /account/disconnect', headers: [bearer], body: '' },
    ...{ expected: '', aim: 1.2, part: disconnects },
    // The second half of the accounts is for this, and no other use reads them.
    listValues: ({ accounts, planted }, { index, count }) =>
      spread(accounts / 2, { first: index * count, count }).map((account) =>
        planted.token(accounts / 2 + account),
      ),
  },
  {
    ...{ name: 'GET /records', line: 'GET /records', headers: [bearer], body: '', part: 1 / 6 },
    ...{ expected: '"next_cursor"', listValues: listTokens },
  },
  {
    ...{ name: 'introspection', line: 'POST /auth/introspect', body: 'token={value}', part: 1 / 6 },
    headers: [
      'Content-Type: application/x-www-form-urlencoded',
      `Authorization: Bearer ${introspectionSecret}`,
    ],
    ...{ expected: '"active":true', listValues: listTokens },
  },
  {
    ...{ name: 'POST /connect/sessions', line: 'POST /connect/sessions', headers: [json, basic] },
    ...{ body: '{"account_id":"{value}"}', expected: '"session_id"', part: 1 / 60 },
    listValues: (server, turn) => listReaders(server, turn).map(server.planted.accountId),
  },
  {
    ...{ name: 'GET /events', line: 'GET /events?limit=10&after={value}', headers: [basic] },
    ...{ body: '', expected: '"next"', part: 1 / 6 },
    listValues: (server, turn) => listReaders(server, turn).map(server.planted.eventId),
  },
];

/**
 * The time of a request with many tokens, beside the same with few: all on PostgreSQL, in turns. Each request is about
 * another account, so large tables and indexes are read at many places.
 */
export const growthBenchmark: ServerBenchmark = {
  name: 'growth',
  async run(run) {
    const accounts = Math.ceil(run.tokens / tokensPerAccount);
    const turns = run.rounds * turnsPerRound;
    const least = Math.max(fewAccounts, 2 * (turns + 1) * countRequests(run, disconnects));
    const sizes = { few: least, tenth: Math.max(least, accounts / 10), all: accounts };
    const grown = await startGrownServers(sizes);
    const load = startTalkingProcess('requests');
    try {
      const samples = createSamples(await measure(grown, load, run));
      return { name: 'growth', samples, rows: report(samples, grown.servers) };
    } finally {
      await load.close();
      await grown.close();
    }
  },
};

function countRequests({ exchanges }: ServerRun, part: number): number {
  return Math.ceil(exchanges * part);
}

/** The first turn of each compiles and fills caches, so it does not count. */
async function measure(
  { servers }: GrownServers,
  load: TalkingProcess,
  run: ServerRun,
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const taken = new Map<string, Sample[]>();
  for (let index = 0; index <= run.rounds * turnsPerRound; index += 1) {
    for (const use of uses) {
      const turn = { index, count: countRequests(run, use.part) };
      for (const server of index % 2 === 0 ? servers : [...servers].reverse()) {
        const name = nameSample(use, server);
        const sample = await takeTurn(load, { use, server, turn });
        if (index > 0) taken.set(name, [...(taken.get(name) ?? []), sample]);
      }
    }
  }
  return taken;
}

interface Place {
  readonly use: Use;
  readonly server: GrownServer;
  readonly turn: Turn;
}

async function takeTurn(load: TalkingProcess, { use, server, turn }: Place): Promise<Sample> {
  const { listValues, line, headers, body, expected } = use;
  const values = await listValues(server, turn);
  const order = { ...{ line, headers, body, expected, values, connections } };
  const answer = await load.ask({ ...order, listenPort: server.listenPort });
  const { succeeded, seconds, p50Ms, p99Ms } = (answer as { outcome: Outcome }).outcome;
  if (succeeded !== turn.count) {
    throw new Error(`${use.name}, ${server.name}: ${succeeded} of ${turn.count} succeeded.`);
  }
  return { eachMs: (seconds * 1000) / turn.count, p50Ms, p99Ms };
}

function nameSample({ name }: Use, server: GrownServer): string {
  return `${name}, ${server.name}`;
}

/** Accounts of the first half, chosen by chance. */
function listReaders({ accounts }: GrownServer, { count }: Turn): readonly number[] {
  const first = Math.floor(Math.random() * accounts);
  return spread(accounts / 2, { first, count });
}

function listTokens(server: GrownServer, turn: Turn): readonly string[] {
  return listReaders(server, turn).map(server.planted.token);
}

/** @returns numbers below a limit that are far from each other, and differ while there are enough */
function spread(limit: number, { first, count }: { first: number; count: number }): number[] {
  const whole = Math.floor(limit);
  return Array.from({ length: count }, (_, index) => ((first + index) * 7919) % whole);
}

function report(samples: Samples, servers: readonly GrownServer[]): readonly Row[] {
  const [few, ...more] = servers;
  if (!few) return [];
  const count = ({ accounts }: GrownServer) =>
    `${Math.round(accounts * tokensPerAccount).toLocaleString('en')} tokens`;
  const all = more.at(-1);
  const compare = (use: Use, server: GrownServer, measure: 'eachMs' | 'p99Ms'): Row => {
    const what = measure === 'eachMs' ? 'time' : 'p99';
    const label = `${what}, ${use.name}, ${count(server)} ÷ ${count(few)}`;
    const pair = [nameSample(use, server), nameSample(use, few)] as const;
    return comparePairs(samples, { label, pair, measure });
  };
  return uses.flatMap((use) => [
    ...more.map((server) => ({
      ...compare(use, server, 'eachMs'),
      ...(use.aim !== undefined && server === all ? { aim: use.aim } : {}),
    })),
    ...(all ? [compare(use, all, 'p99Ms')] : []),
  ]);
}
