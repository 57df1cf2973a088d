import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findPostgres } from './find-postgres.mjs';
import { findFreePort } from './free-port.ts';

/** A PostgreSQL server for the tests. */
export interface PostgresServer {
  /** Address of the database `postgres`, for its superuser. */
  readonly url: string;
  /** Simulates a power cut: kills every process at once, without writing data. */
  kill(): Promise<void>;
  /** Starts it again after {@link kill}, on the same port with the same data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

const startTimeoutMs = 30_000;

/**
 * Settings for data that a test needs only for a moment. Statistics could come at any moment and change query
 * plans.
 */
const passingSettings = [
  ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  'autovacuum=off',
];

/**
 * Starts the installed PostgreSQL on a free port, with data in a temporary folder. It refuses to run as
 * root, so root starts it as another user.
 *
 * @param options - `isDurable`: whether commits wait for the disk (default: no, because tests simulate no
 *   power cut); `settings`: of the server, such as `max_wal_size=8GB`
 * @returns the server, ready for connections
 * @throws Error when it is not installed or does not start
 */
export async function startPostgres({
  isDurable = false,
  settings = [],
}: {
  readonly isDurable?: boolean;
  readonly settings?: readonly string[];
} = {}): Promise<PostgresServer> {
  const binaries = findPostgres();
  if (binaries === undefined) throw new Error('PostgreSQL is not installed.');
  const user = findUnprivilegedUser();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  // Only this machine can connect. Checking a password takes 4 ms, and tests connect thousands of times.
  const args = [
    ...['-D', data, '-U', 'postgres', '--pwfile', passwordFile, '--auth', 'trust'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--no-sync'],
  ];
  const options = { ...user, cwd: folder, encoding: 'utf8' } as const;
  const { status, stderr, stdout } = spawnSync(join(binaries, 'initdb'), args, options);
  if (status !== 0) throw new Error(`initdb: ${stderr}${stdout}`);
  const listenPort = await findFreePort();
  const url = `postgres://postgres:${password}@127.0.0.1:${listenPort}/postgres`;
  const all = [
    ...['listen_addresses=127.0.0.1', `port=${listenPort}`, 'unix_socket_directories='],
    ...['max_connections=200', 'shared_buffers=64MB', 'log_min_messages=fatal'],
    ...(isDurable ? [] : passingSettings),
    ...settings,
  ];

  const start = async (): Promise<ChildProcess> => {
    const given = ['-D', data, ...all.flatMap((setting) => ['-c', setting])];
    const child = spawn(join(binaries, 'postgres'), given, {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    });
    await waitUntilReady(url, child);
    return child;
  };

  let child = await start();
  return {
    url,
    kill: () => endChild(child, () => killTree(Number(child.pid))),
    async restart() {
      child = await start();
    },
    async stop() {
      // A "fast" shutdown: open connections are closed, and data is written.
      await endChild(child, () => child.kill('SIGINT'));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns root's substitute for servers that refuse to run as root; undefined for other users */
export function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    const [uid = Number.NaN, gid = Number.NaN] = ids.map((id) => Number.parseInt(id.stdout, 10));
    if (Number.isInteger(uid) && Number.isInteger(gid)) return { uid, gid };
  }
  throw new Error(
    'PostgreSQL does not run as root, and no other user was found. Create the user postgres.',
  );
}

/** Waits until a server process accepts connections. */
export async function waitUntilReady(
  url: string,
  child: ChildProcess,
  name = 'PostgreSQL',
): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`${name} did not start.`, { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Its children are not in one process group, because each creates a new one. */
function killTree(pid: number): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  for (const one of [pid, ...children.map(Number)]) {
    try {
      process.kill(one, 'SIGKILL');
    } catch {
      // A process of a connection may have ended meanwhile.
    }
  }
}

/** Ends a process by a signal, unless it has ended. */
export function endChild(child: ChildProcess, send: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    send();
  });
}
