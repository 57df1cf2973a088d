import { spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withClient } from '../../src/connect/service/store/postgres/postgres-pool.ts';
import { findPgBouncer } from './find-programs.mjs';
import { findFreePort } from './free-port.ts';
import { endChild, findUnprivilegedUser, waitUntilReady } from './postgres-server.ts';

/** A pooler between the service and PostgreSQL. */
export interface Pooler {
  /** The address of a database behind the pooler. */
  urlOf(serverUrl: string): string;
  stop(): Promise<void>;
}

/** Starts PgBouncer in transaction mode before a server, with the settings of the operator's guide. */
export async function startPgBouncer(serverUrl: string): Promise<Pooler> {
  await limitStatements(serverUrl);
  const program = findPgBouncer();
  if (program === undefined) throw new Error('PgBouncer is not installed.');
  const user = findUnprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  const listenPort = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, describeSettings(serverUrl, listenPort));
  if (user) for (const path of [folder, file]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, ['--quiet', file], { ...user, cwd: folder, stdio: 'ignore' });
  const urlOf = (url: string): string => {
    const pooled = new URL(url);
    pooled.port = String(listenPort);
    return pooled.href;
  };
  await waitUntilReady(urlOf(serverUrl), child, 'PgBouncer');
  return {
    urlOf,
    async stop() {
      await endChild(child, () => child.kill('SIGTERM'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function describeSettings(serverUrl: string, listenPort: number): string {
  const { hostname, port, username } = new URL(serverUrl);
  return `
[databases]
* = host=${hostname} port=${port} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_login_retry = 1
max_client_conn = 2000
default_pool_size = 10
server_idle_timeout = 5
`;
}

/** Sets the limit that the operator's guide recommends. */
async function limitStatements(serverUrl: string): Promise<void> {
  await withClient({ connectionString: serverUrl }, async (client) => {
    for (const name of ['statement_timeout', 'idle_in_transaction_session_timeout']) {
      await client.query(`ALTER ROLE CURRENT_USER SET ${name} = '10s'`);
    }
  });
}
