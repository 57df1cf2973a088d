import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteConnection from 'better-sqlite3';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { startService } from '../../src/connect/service/start-service.ts';
import { findFreePort } from './free-port.ts';
import { listen, stop } from './listen.ts';

/** A Connect service with a dashboard and no applications. */
export interface DashboardWorld {
  /** `http://connect.localhost:…` */
  readonly connectUrl: string;
  /** The same service at an address that Node resolves, too. */
  readonly baseUrl: string;
  readonly password: string;
  readonly logLines: readonly string[];
  /** Connects accounts of a live application, half of them at one of two providers. */
  connectAccounts(clientId: string, count: number): Promise<void>;
  /** Starts flows of a test application, each of which its person has left. @returns their reference */
  startFlows(clientId: string, count: number): Promise<string>;
  /** Records consents to a live application, with the longest texts. The database keeps them forever. */
  recordConsents(clientId: string, count: number): Promise<void>;
  close(): Promise<void>;
}

/** @returns the running service, whose `close` must be called */
export async function startDashboardWorld(): Promise<DashboardWorld> {
  const listenPort = await findFreePort();
  const connectUrl = `http://connect.localhost:${listenPort}`;
  const password = 'correct horse battery staple';
  const logLines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-world-'));
  const databaseFile = join(folder, 'connect.sqlite');
  const service = await startService(
    {
      listenPort,
      publicUrl: connectUrl,
      databaseFile,
      applications: [],
      codeTtlMs: 60_000,
      submissionLimit: 100,
      trustedProxies: noProxies,
      dashboardPassword: password,
      grantKeys: [randomBytes(32)],
    },
    { log: createLogger('trace', { write: (line: string) => void logLines.push(line) }) },
  );
  return {
    connectUrl,
    password,
    logLines,
    baseUrl: `http://127.0.0.1:${listenPort}`,
    async connectAccounts(clientId, count) {
      const sqlite = new SqliteConnection(databaseFile);
      const add = sqlite.prepare(`INSERT INTO accounts
        (id, client_id, provider_id, username, connected_at, last_exchange_at)
        VALUES (?, ?, ?, ?, 1700000000000, 1750000000000)`);
      for (let index = 0; index < count; index += 1) {
        const id = `account_${createHash('sha256').update(`${clientId} ${index}`).digest('hex').slice(0, 32)}`;
        const provider = index % 2 === 0 ? 'tallybird' : 'ledgerleaf';
        add.run(id, clientId, provider, `user_${index}`);
      }
      sqlite.close();
    },
    async startFlows(clientId, count) {
      const sqlite = new SqliteConnection(databaseFile);
      const add = sqlite.prepare(`INSERT INTO flows
        (token_hash, client_id, kind, step, revision, provider_id, host_origin, problem, problem_at,
          started_at, left_at, expires_at, reference)
        VALUES (?, ?, 'embedded', 'login', 2, 'sandbox', 'https://a-rather-long-name.shop.example', ?, ?,
          ?, ?, ?, 'K7QF3M9T')`);
      const now = Date.now();
      for (let index = 0; index < count; index += 1) {
        const hash = createHash('sha256').update(`${clientId} ${index}`).digest('hex');
        const problem = index % 2 === 0 ? 'provider_unavailable' : null;
        add.run(hash, clientId, problem, problem && now, now - index, now, now + 60_000);
      }
      sqlite.close();
      return 'K7QF-3M9T';
    },
    async recordConsents(clientId, count) {
      const sqlite = new SqliteConnection(databaseFile);
      const add = sqlite.prepare(`INSERT INTO consents
        (id, client_id, application, environment, provider_id, provider, account_id, shares, purpose,
          privacy_url, locale, text_hash, granted_at, ends_at, kept_until)
        VALUES (?, ?, 'A shop with a rather long name that has to wrap somewhere', 'live', 'tallybird',
          'TallyBird', ?, 'returns forms identity', ?, ?, 'de', ?, 1700000000000, ?, 1800000000000)`);
      for (let index = 0; index < count; index += 1) {
        const hash = createHash('sha256').update(`${clientId} ${index}`).digest('hex');
        const id = `consent_${hash.slice(0, 32)}`;
        const purpose = 'To prepare and check your tax return of this year. '
          .repeat(4)
          .slice(0, 199);
        const privacyUrl = 'https://www.a-rather-long-name.example/legal/privacy-and-cookies';
        const endsAt = index % 2 === 0 ? null : 1750000000000;
        add.run(id, clientId, `account_${hash.slice(0, 32)}`, purpose, privacyUrl, hash, endsAt);
      }
      sqlite.close();
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** An application as a developer would write it: a pasted snippet, and a backend that exchanges codes. */
export interface PastedHost {
  /** `http://shop.localhost:…` */
  readonly origin: string;
  /** Status of every exchange. */
  readonly exchanges: readonly number[];
  /** Sets the snippet of its page and the credentials of its backend. */
  paste(snippet: string, credentials: { clientId: string; clientSecret: string }): void;
  close(): Promise<void>;
}

/**
 * Starts the application. It listens on a port, because browsers keep intercepted pages away from services on
 * loopback.
 *
 * @param baseUrl - the Connect service, as the backend reaches it
 * @returns the application, empty until a snippet is pasted
 * @see https://wicg.github.io/local-network-access/
 */
export async function startPastedHost(baseUrl: string): Promise<PastedHost> {
  const exchanges: number[] = [];
  let html = '';
  let secrets = { clientId: '', clientSecret: '' };

  const exchange = async (code: string | null): Promise<number> => {
    const { clientId: client_id, clientSecret: client_secret } = secrets;
    const { status } = await fetch(`${baseUrl}/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id, client_secret, code }),
    });
    exchanges.push(status);
    return status;
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop.localhost');
    // The snippet posts the code to the path of a registered redirect URI.
    if (request.method !== 'POST' || url.pathname !== '/callback') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8');
      response.end(html);
      return;
    }
    exchange(url.searchParams.get('code')).then(
      (status) => response.writeHead(status === 200 ? 204 : 502).end(),
      () => response.writeHead(500).end(),
    );
  });
  const listenPort = await listen(server);
  return {
    origin: `http://shop.localhost:${listenPort}`,
    exchanges,
    paste(snippet, credentials) {
      html = `<!doctype html><html lang="en"><title>Shop</title><body>${snippet}</body></html>`;
      secrets = credentials;
    },
    close: () => stop(server),
  };
}
