import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Requests } from '../processes/requests.js';
import type { Databases } from './databases.ts';
import { plantInPostgres, plantInSqlite } from './plant-codes.ts';
import { type BenchProcess, startConnectService, startTalkingProcess } from './processes.ts';

/** A server that exchanges codes, in a separate process with a separate database. */
export interface Contestant extends BenchProcess {
  /** The request that exchanges a code there. */
  readonly request: Pick<Requests, 'listenPort' | 'line' | 'headers' | 'body'>;
  /** Adds codes as if a flow had issued them. */
  plant(run: string, count: number): Promise<void>;
}

const application = {
  clientId: 'bench',
  clientSecret: randomBytes(32).toString('hex'),
  redirectUri: 'https://app.example/callback',
};
const { clientId: client_id, clientSecret: client_secret, redirectUri: redirect_uri } = application;
const fields = { client_id, client_secret, redirect_uri };

/** The application, as the service registers it. */
export const registration = {
  ...{ name: 'Bench', client_id, client_secret, environment: 'test' },
  ...{ origins: [], redirect_uris: [redirect_uri] },
};

/** @param name - "oidc-provider, PostgreSQL", or "ours," and the place of its data: "SQLite", "PostgreSQL" */
export async function startContestant(databases: Databases, name: string): Promise<Contestant> {
  const [who, database] = name.split(', ');
  const id = name.replace(/\W+/g, '_').toLowerCase();
  const url = database === 'PostgreSQL' ? await databases.create(id) : '';
  return who === 'oidc-provider' ? startPeer(url) : startService(databases, id, url);
}

/** @param url - of a database on PostgreSQL; empty for SQLite */
async function startService(databases: Databases, id: string, url: string): Promise<Contestant> {
  const folder = join(databases.folder, id);
  const database = url ? { DATABASE_URL: url, MIGRATE_ON_START: 'true' } : { DATA_DIR: folder };
  const environment = { ...database, APPLICATIONS_FILE: databases.applicationsFile };
  const service = await startConnectService(environment, `${folder}.log`);
  return {
    ...service,
    request: {
      ...{ listenPort: service.listenPort, line: 'POST /auth/token' },
      headers: ['Content-Type: application/json'],
      body: JSON.stringify({ code: '{value}', ...fields }),
    },
    async plant(run, count) {
      const order = { run, count, ...application };
      if (url) await plantInPostgres(url, order);
      else plantInSqlite(join(folder, 'connect.sqlite'), order);
    },
  };
}

/** @param url - of its database */
async function startPeer(url: string): Promise<Contestant> {
  const peer = startTalkingProcess('oidc-provider', {
    ...{ CLIENT_ID: client_id, CLIENT_SECRET: client_secret, REDIRECT_URI: redirect_uri },
    PEER_DATABASE_URL: url,
  });
  const { listenPort } = (await peer.receive()) as { listenPort: number };
  // The same fields plus OAuth's `grant_type`, form-encoded, because the peer accepts nothing else.
  const form = new URLSearchParams({ ...fields, grant_type: 'authorization_code' });
  return {
    ...peer,
    request: {
      ...{ listenPort, line: 'POST /token' },
      headers: ['Content-Type: application/x-www-form-urlencoded'],
      body: `code={value}&${form}`,
    },
    async plant(run, count) {
      await peer.ask({ run, count });
    },
  };
}
