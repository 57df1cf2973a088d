import { randomBytes, randomInt } from 'node:crypto';
import { createCode } from '../processes/codes.js';
import type { Outcome, Requests } from '../processes/requests.js';
import { type GrownServer, growing, newcomers } from './growth-servers.ts';
import type { TalkingProcess } from './processes.ts';

/** Enough connections to keep the service busy, but so few that requests need not queue. */
const connections = 8;
/** The part of a run's exchanges, because each uses up an account. */
const disconnects = 1 / 120;

/** The name of the use whose cost the page on growth names. */
export const connecting = 'document → start → login → consent → exchange';

/** A use of a service. */
export interface Use {
  readonly name: string;
  /** A turn has this part of the run's exchanges. */
  readonly part: number;
  /** The largest acceptable ratio to a database with few rows; absent for none. */
  readonly aim?: number;
  /** @returns what is measured */
  prepare(place: Place): Promise<() => Promise<Work>>;
}

/** The number of uses that succeeded, and the time of all. */
type Work = Pick<Outcome, 'succeeded' | 'seconds'>;

/** A turn of one server. */
export interface Place {
  readonly server: GrownServer;
  readonly load: TalkingProcess;
  /** The number of the turn, from 0. */
  readonly turn: number;
  /** The number of uses. */
  readonly count: number;
}

/** @returns the number of accounts that the turns use up, and as many that others read */
export function countAccounts(turns: number, exchanges: number): number {
  return 2 * turns * Math.ceil(exchanges * disconnects);
}

const { clientId, clientSecret, redirectUri, introspectionSecret } = growing;
const json = 'Content-Type: application/json';
const bearer = 'Authorization: Bearer {value}';
const basic = `Authorization: Basic ${btoa(`${clientId}:${clientSecret}`)}`;

/** The uses. Each has its kind of requests, and each request has another value. */
export const uses: readonly Use[] = [
  {
    ...{ name: 'GET /account', part: 1 / 6, aim: 1.2 },
    prepare: send(
      { line: 'GET /account', headers: [bearer], expected: '"account_id"' },
      listTokens,
    ),
  },
  {
    ...{ name: 'exchange', part: 1 / 6, aim: 1.2 },
    prepare: send(
      {
        ...{ line: 'POST /auth/token', headers: [json], expected: '"access_token"' },
        body: `{"client_id":"${clientId}","client_secret":"${clientSecret}","redirect_uri":"${redirectUri}","code":"{value}"}`,
      },
      async ({ server, count }) => {
        const run = randomBytes(24).toString('hex');
        await server.plantCodes(run, count);
        return Array.from({ length: count }, (_, index) => createCode(run, index));
      },
    ),
  },
  {
    ...{ name: 'disconnect', part: disconnects, aim: 1.2 },
    prepare: send(
      { line: 'POST /account/disconnect', headers: [bearer], expected: '' },
      // Only this use reads the second half of the accounts.
      ({ server: { accounts, planted }, turn, count }) =>
        spread(accounts / 2, { first: turn * count, count }).map((account) =>
          planted.token(Math.ceil(accounts / 2) + account),
        ),
    ),
  },
  {
    ...{ name: 'GET /records', part: 1 / 6 },
    prepare: send(
      { line: 'GET /records', headers: [bearer], expected: '"next_cursor"' },
      // The simulated provider keeps the records that it has created, so each turn reads those of the same people.
      ({ server: { accounts, planted }, count }) =>
        spread(accounts / 2, { first: 0, count }).map(planted.token),
    ),
  },
  {
    ...{ name: 'introspection', part: 1 / 6 },
    prepare: send(
      {
        ...{ line: 'POST /auth/introspect', body: 'token={value}', expected: '"active":true' },
        headers: [
          'Content-Type: application/x-www-form-urlencoded',
          `Authorization: Bearer ${introspectionSecret}`,
        ],
      },
      listTokens,
    ),
  },
  {
    ...{ name: 'POST /connect/sessions', part: 1 / 60 },
    prepare: send(
      {
        ...{ line: 'POST /connect/sessions', headers: [json, basic] },
        ...{ body: '{"account_id":"{value}"}', expected: '"session_id"' },
      },
      (place) => listReaders(place).map(place.server.planted.accountId),
    ),
  },
  {
    ...{ name: 'GET /events', part: 1 / 6 },
    prepare: send(
      { line: 'GET /events?limit=10&after={value}', headers: [basic], expected: '"next"' },
      (place) => listReaders(place).map(place.server.planted.eventId),
    ),
  },
  {
    ...{ name: connecting, part: 1 / 120 },
    prepare: async (place) => () => connectPeople(place),
  },
];

type ListValues = (place: Place) => readonly string[] | Promise<readonly string[]>;
type Request = Pick<Requests, 'line' | 'headers' | 'expected'> & Partial<Pick<Requests, 'body'>>;

function send({ body = '', ...request }: Request, listValues: ListValues): Use['prepare'] {
  return async (place) => {
    const { listenPort } = place.server;
    const values = await listValues(place);
    const order = { ...request, body, values, listenPort, connections };
    return async () => ((await place.load.ask(order)) as { outcome: Outcome }).outcome;
  };
}

/** Lists random accounts of the first half. */
function listReaders({ server: { accounts }, count }: Place): readonly number[] {
  return spread(accounts / 2, { first: Math.floor(Math.random() * accounts), count });
}

function listTokens(place: Place): readonly string[] {
  return listReaders(place).map(place.server.planted.token);
}

/** @returns numbers below a limit that are far from each other, and differ while there are enough */
function spread(limit: number, { first, count }: { first: number; count: number }): number[] {
  const whole = Math.floor(limit);
  return Array.from({ length: count }, (_, index) => ((first + index) * 7919) % whole);
}

/**
 * Connects people, as many at a time as there are connections. This process acts for them and their application.
 */
async function connectPeople({ server, count }: Place): Promise<Work> {
  let [begun, succeeded] = [0, 0];
  const start = performance.now();
  const work = async () => {
    while (begun < count) {
      begun += 1;
      await connectPerson(`http://127.0.0.1:${server.listenPort}`);
      succeeded += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { succeeded, seconds: (performance.now() - start) / 1000 };
}

/** Connects a new person, from the document of the Connect page to the access token. */
async function connectPerson(url: string): Promise<void> {
  // Limits count per address, so each person has a separate address.
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  const send = async (path: string, fields?: object) => {
    const headers: Record<string, string> = { 'X-Forwarded-For': address };
    if (fields) headers['Content-Type'] = 'application/json';
    if (path.startsWith('/connect/flow/')) headers['Sec-Fetch-Site'] = 'same-origin';
    const post = fields && { method: 'POST', body: JSON.stringify(fields) };
    const response = await fetch(url + path, { ...post, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  const document = await send(`/connect?client_id=${newcomers.clientId}`);
  const [, flow_token] = /"flow_token":"([\da-f]+)"/.exec(document) ?? [];
  const step = (name: string, fields: object) =>
    send(`/connect/flow/${name}`, { flow_token, ...fields });
  const nonce = randomBytes(32).toString('base64url');
  await step('start', { origin: newcomers.hostOrigin, nonce, state: null });
  await step('provider', { provider_id: 'soak' });
  await step('login', { username: `user_${randomBytes(8).toString('hex')}` });
  const { code } = JSON.parse(await step('consent', { decision: 'allow' }));
  const { clientId: client_id, clientSecret: client_secret } = newcomers;
  await send('/auth/token', { client_id, client_secret, code });
}
