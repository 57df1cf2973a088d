import type { Flows } from '../processes/flows.js';
import type { Requests } from '../processes/requests.js';
import {
  applications,
  hostOrigin,
  introspectionSecret,
  pageSize,
  type ServiceWorld,
} from './service-servers.ts';

/** Something that the service is used for, and how to ask for it. */
export interface ServiceUse {
  readonly name: string;
  /** Of the exchanges of a run, a turn has this part. */
  readonly part: number;
  /** The load process. */
  readonly load: 'requests' | 'flows';
  /** Runs before the measurement of a turn. @returns the order for that process, apart from where to send it */
  createOrder(world: ServiceWorld, count: number): Order;
  /** The statements of a request, which both sides run. */
  readonly statements: string;
}

type Order =
  | Omit<Requests, 'listenPorts' | 'connections'>
  | Omit<Flows, 'listenPorts' | 'connections'>;

const json = 'Content-Type: application/json';
const bearer = 'Authorization: Bearer {value}';
const basic = 'Authorization: Basic {value}';
const credentials = applications.map(({ clientId, clientSecret }) =>
  btoa(`${clientId}:${clientSecret}`),
);

/** Chosen in turn. */
const pick = (values: readonly string[], count: number) =>
  Array.from({ length: count }, (_, index) => values[(index * 7919) % values.length] ?? '');

export const serviceUses: readonly ServiceUse[] = [
  {
    ...{ name: 'GET /account', part: 1 / 6, load: 'requests', statements: '1 read' },
    createOrder: ({ tokens }, count) => ({
      ...{ line: 'GET /account', headers: [bearer], body: '', values: pick(tokens, count) },
      expected: '"account_id"',
    }),
  },
  {
    ...{ name: 'introspection', part: 1 / 6, load: 'requests', statements: '1 read' },
    createOrder: ({ tokens }, count) => ({
      ...{ line: 'POST /auth/introspect', body: 'token={value}', values: pick(tokens, count) },
      headers: [
        'Content-Type: application/x-www-form-urlencoded',
        `Authorization: Bearer ${introspectionSecret}`,
      ],
      expected: '"active":true',
    }),
  },
  {
    ...{ name: 'POST /connect/sessions', part: 1 / 12, load: 'requests' },
    statements: '1 read, 1 commit',
    createOrder: (_, count) => ({
      ...{ line: 'POST /connect/sessions', headers: [json, basic] },
      ...{ body: '{"state":"kept","expires_in":86400}', values: pick(credentials, count) },
      expected: '"session_id"',
    }),
  },
  {
    ...{ name: 'GET /events', part: 1 / 6, load: 'requests', statements: '4 reads' },
    createOrder: ({ eventIds }, count) => ({
      ...{ line: `GET /events?limit=${pageSize}&after={value}`, body: '' },
      ...{ headers: [`Authorization: Basic ${credentials[0]}`], values: pick(eventIds, count) },
      expected: '"next"',
    }),
  },
  {
    ...{ name: 'document → start → login → consent', part: 1 / 40, load: 'flows' },
    statements: '17 reads, 9 commits, on PostgreSQL 15',
    createOrder: (_, count) => ({
      ...{ clientIds: applications.map(({ clientId }) => clientId), hostOrigin, count },
    }),
  },
];
