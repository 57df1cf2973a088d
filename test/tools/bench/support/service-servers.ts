import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startPostgres } from '../../../support/postgres-server.ts';
import type { FlowSample } from '../processes/by-hand-flow.js';
import { dashboardPassword } from './delete-application.ts';
import { type DatabasePlace, plantEvents, plantPeople } from './plant-people.ts';
import { startConnectService, startTalkingProcess } from './processes.ts';
import type { DatabaseName, RecordServer } from './record-servers.ts';

/** The databases of the benchmark, each with the same rows, and their servers. */
export interface ServiceWorld {
  /** Starts a process of the built service. */
  startOurs(database: DatabaseName): Promise<RecordServer>;
  /** Starts the handlers that are written by hand. A process of the service must run on this database. */
  startByHand(database: DatabaseName, ours: RecordServer): Promise<RecordServer>;
  /** One of each connected account. */
  readonly tokens: readonly string[];
  /** Each of them is followed by {@link pageSize} more. */
  readonly eventIds: readonly string[];
  close(): Promise<void>;
}

/** Limits count by application, so there are several. All accounts and events belong to the first one. */
export const applications = Array.from({ length: 24 }, (_, index) => ({
  clientId: `bench_${index}`,
  clientSecret: randomBytes(32).toString('hex'),
}));
export const hostOrigin = 'https://app.example';
export const introspectionSecret = randomBytes(32).toString('hex');
/** The events of a page. */
export const pageSize = 10;
const people = 1000;

/** @returns the world, with a separate PostgreSQL server that waits for the disk at every commit */
export async function openServiceWorld(): Promise<ServiceWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tax-connect-service-'));
  const applicationsFile = join(folder, 'applications.json');
  writeFileSync(applicationsFile, JSON.stringify(listRegistrations()), { mode: 0o600 });
  const postgres = await startPostgres({ isDurable: true });
  const databaseFile = join(folder, 'connect.sqlite');
  const places = { SQLite: { file: databaseFile }, PostgreSQL: { url: postgres.url } };
  const ours = {
    SQLite: { DATA_DIR: folder },
    PostgreSQL: { DATABASE_URL: postgres.url, MIGRATE_ON_START: 'true' },
  };
  const byHand = {
    SQLite: { DATABASE_FILE: databaseFile },
    PostgreSQL: { DATABASE_URL: postgres.url },
  };
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('hex'));
  const now = Date.now();
  const eventIds = tokens.map((_, index) => nameEvent(now, index));
  const planted = new Set<DatabaseName>();
  let starts = 0;
  return {
    async startOurs(database) {
      starts += 1;
      const service = await startConnectService(
        {
          ...ours[database],
          ...{ APPLICATIONS_FILE: applicationsFile, TRUST_PROXY: '127.0.0.1' },
          ...{ INTROSPECTION_SECRET: introspectionSecret, DASHBOARD_PASSWORD: dashboardPassword },
          PROVIDERS_MODULE: resolve('test/tools/soak/provider.mjs'),
          GRANT_KEY: randomBytes(32).toString('base64'),
        },
        join(folder, `${starts}.log`),
      );
      if (!planted.has(database)) await plant(places[database], { tokens, eventIds });
      planted.add(database);
      return service;
    },
    async startByHand(database, { listenPort: servicePort }) {
      const server = startTalkingProcess('by-hand', {
        ...byHand[database],
        INTROSPECTION_SECRET: introspectionSecret,
        PUBLIC_URL: `http://localhost:${servicePort}`,
        SAMPLE: JSON.stringify(await takeSample(`http://127.0.0.1:${servicePort}`)),
      });
      const { listenPort } = (await server.receive()) as { listenPort: number };
      return { ...server, listenPort };
    },
    tokens,
    eventIds: eventIds.slice(0, -pageSize),
    async close() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listRegistrations() {
  return applications.map(({ clientId, clientSecret }) => ({
    ...{ client_id: clientId, client_secret: clientSecret, name: 'Bench', environment: 'live' },
    ...{ redirect_uris: [], origins: [hostOrigin] },
  }));
}

function nameEvent(now: number, index: number): string {
  const digits = (value: number, length: number) => value.toString(16).padStart(length, '0');
  return `ev_${digits(now, 12)}${digits(index, 20)}`;
}

async function plant(
  place: DatabasePlace,
  { tokens, eventIds }: Pick<ServiceWorld, 'tokens' | 'eventIds'>,
): Promise<void> {
  const [{ clientId: application } = { clientId: '' }] = applications;
  const rows = tokens.map((token, index) => ({
    ...{ account: `account_${index}`, application, environment: 'live' as const },
    ...{ provider: 'soak', person: `person ${index}` },
    hash: createHash('sha256').update(token).digest('hex'),
  }));
  await plantPeople(place, rows);
  const events = eventIds.map((id, index) => ({
    ...{ id, application, account: `account_${index}`, position: index + 1 },
  }));
  await plantEvents(place, events);
}

/** What a person gets from the service first. */
async function takeSample(url: string): Promise<FlowSample> {
  const [{ clientId } = { clientId: '' }] = applications;
  const document = await fetch(`${url}/connect?client_id=${clientId}`);
  const page = await document.text();
  const find = (pattern: RegExp) => pattern.exec(page)?.[1] ?? '';
  const token = find(/"flow_token":"([\da-f]+)"/);
  const post = async (step: string, fields: object) => {
    const answer = await fetch(`${url}/connect/flow/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify({ flow_token: token, ...fields }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };
  const nonce = randomBytes(32).toString('base64url');
  const started = await post('start', { origin: hostOrigin, nonce, state: null });
  const { provider: selected } = await post('provider', { provider_id: 'soak' });
  const kept = [...document.headers].filter(([name]) => !connectionHeaders.has(name));
  const reference = find(/"reference":"(\w+)"/);
  const values = { token, reference, nonce: find(/ nonce="([^"]+)"/) };
  return { page, headers: Object.fromEntries(kept), values, started, selected };
}

/** Each answer has another of these. */
const connectionHeaders: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding', 'x-request-id'],
]);
