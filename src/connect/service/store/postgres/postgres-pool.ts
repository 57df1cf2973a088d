import { AsyncResource } from 'node:async_hooks';
import {
  Client,
  type ClientBase,
  type ClientConfig,
  Pool,
  type PoolClient,
  type PoolConfig,
  types,
} from 'pg';
import { isTracing } from '../../basics/spans.ts';
import { findWaitBudget, withinTime } from '../../basics/wait-budget.ts';
import { traceClient } from '../statement-spans.ts';
import type { PoolUse } from '../store.ts';
import { createWaitError, readErrorCode } from '../transactions.ts';

export interface Route {
  /**
   * True when a pooler such as PgBouncer is between the service and the server. In transaction mode, each transaction
   * may use another connection to the server. So a setting, prepared statement or lock must not outlive a
   * transaction.
   */
  readonly isPooled: boolean;
  /** True when the database's own default isolation level is not READ COMMITTED, on which the statements rely. */
  readonly isOtherIsolation?: boolean;
  readonly warnings: readonly string[];
}

/** The time that a request waits for a free connection or opens a new one. After that, it gets 503. */
const connectionTimeoutMs = 5000;

const common: PoolConfig = {
  application_name: 'tax-connect',
  connectionTimeoutMillis: connectionTimeoutMs,
  // A statement without a response must not hold its connection and its row locks forever.
  query_timeout: 15_000,
};

/** The server's own time limits. A pooler refuses them as connection parameters. */
const serverTimeouts: PoolConfig = {
  statement_timeout: 10_000,
  idle_in_transaction_session_timeout: 10_000,
};

const int8 = 20;

/** Times and counts are `bigint`. They stay below 2^53, so they are read as numbers. */
const findTypeParser: typeof types.getTypeParser = (type: number, format?: 'text' | 'binary') =>
  type === int8 ? Number : types.getTypeParser(type, format as 'text');

/**
 * Finds out whether the address leads to a pooler. A pooler announces an invented process ID, which differs from the
 * server's own.
 *
 * @throws Error when the database does not answer, or when its encoding is not UTF-8
 */
export async function findRoute(url: string): Promise<Route> {
  return await withClient({ ...common, connectionString: url }, async (client) => {
    const { rows } = await client.query<{
      pid: number;
      timeout: string;
      role: string;
      encoding: string;
      isolation: string;
    }>(
      `SELECT pg_backend_pid() AS pid, current_setting('statement_timeout') AS timeout,
        quote_ident(current_user) AS role, current_setting('server_encoding') AS encoding,
        current_setting('default_transaction_isolation') AS isolation`,
    );
    const { encoding = 'UTF8', isolation = readCommitted, role } = rows[0] ?? {};
    if (encoding !== 'UTF8') throw new Error(describeEncoding(encoding));
    const isPooled = rows[0]?.pid !== readProcessId(client);
    const isUnlimited = isPooled && rows[0]?.timeout === '0';
    const isOtherIsolation = isolation !== readCommitted;
    return {
      isPooled,
      isOtherIsolation,
      warnings: [
        ...(isUnlimited ? [describeMissingTimeout(role)] : []),
        ...(isPooled && isOtherIsolation ? [describeIsolation(isolation, role)] : []),
      ],
    };
  });
}

/** Connects to the database for the duration of the work. */
export async function withClient<Result>(
  config: ClientConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(config);
  // Without a listener, an error between two statements would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function describeEncoding(encoding: string): string {
  return (
    `DATABASE_URL: the database has the encoding ${encoding}, which cannot store every name. ` +
    `Name one that is created with ENCODING 'UTF8' TEMPLATE template0.`
  );
}

function describeMissingTimeout(role = 'connect'): string {
  return (
    'DATABASE_URL leads to a pooler, and its user has no statement_timeout: a stuck statement would hold its locks ' +
    `for ever. Run ALTER ROLE ${role} SET statement_timeout = '10s', and the same for idle_in_transaction_session_timeout.`
  );
}

const readCommitted = 'read committed';

function describeIsolation(isolation: string, role = 'connect'): string {
  return (
    `DATABASE_URL leads to a pooler, and its transactions are ${isolation}: requests at the same time would fail. ` +
    `Run ALTER ROLE ${role} SET default_transaction_isolation = '${readCommitted}'.`
  );
}

/** Reads the process ID that the server announced. The types of `pg` do not include it. */
function readProcessId(client: Client): unknown {
  return 'processID' in client ? client.processID : undefined;
}

export function createPool(
  url: string,
  { isPooled, isOtherIsolation }: Route,
  more: PoolConfig & { readonly onIdleError: (error: Error) => void },
): MeasuredPool {
  const { onIdleError, ...options } = more;
  const pool = new MeasuredPool({
    ...common,
    ...(isPooled ? {} : serverTimeouts),
    ...options,
    connectionString: url,
    types: { getTypeParser: findTypeParser },
  });
  // Without listeners, a broken connection would end the process. The pool listens only to idle connections, and not
  // between two statements of a transaction.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (client instanceof Client) breakOffUseless(client);
    traceClient(client);
    if (isPooled || !isOtherIsolation) return;
    // It is the first statement of the connection. When it fails, so do those that follow.
    client.query(`SET default_transaction_isolation = '${readCommitted}'`).catch(() => {});
  });
  return pool;
}

/** The message of `pg` for a statement without an answer within `query_timeout`. The error has no code. */
const noAnswer = 'Query read timeout';
/** The error code of a write to a standby, such as the former primary after a failover. */
const readOnly = '25006';

/**
 * Breaks off a connection of no use, as after a failover: a statement got no answer in time, or the server accepts no
 * writes. `pg` would give the connection to the next caller, for as long as there are callers.
 *
 * @see https://github.com/brianc/node-postgres/issues/3399
 */
function breakOffUseless(client: Client): void {
  const watched = (...args: unknown[]): unknown => {
    const answer: unknown = Reflect.apply(Client.prototype.query, client, args);
    // With a callback there is no promise: `Pool.query` drops a connection after any error.
    if (answer instanceof Promise) {
      answer.catch((error: Error) => {
        const isUseless = error.message === noAnswer || readErrorCode(error) === readOnly;
        if (isUseless) void client.end();
      });
    }
    return answer;
  };
  client.query = watched as ClientBase['query'];
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, done: Release) => void;
type Release = (release?: Error | boolean) => void;

/** A pool that measures how long callers wait. Every query of the pool and of Kysely waits in `connect`. */
class MeasuredPool extends Pool {
  #waiting = 0;
  #waitedMs = 0;

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    const connecting = this.#connectInTime();
    if (!callback) return connecting;
    // The callback is bound to the caller's tracing span, because the query that releases a connection calls it in
    // the context of another span.
    const connected = isTracing() ? AsyncResource.bind(callback) : callback;
    connecting.then(
      (client) => connected(undefined, client, client.release.bind(client)),
      (error: Error) => connected(error, undefined, () => {}),
    );
    return undefined;
  }

  /** Gets a connection within the request's time limit, which all of its waits share, one after another. */
  async #connectInTime(): Promise<PoolClient> {
    const start = performance.now();
    const budget = findWaitBudget();
    this.#waiting += 1;
    const connecting = super.connect();
    try {
      const isBounded = budget && budget.leftMs < connectionTimeoutMs && this.idleCount === 0;
      return await (isBounded ? giveUpAfter(budget.leftMs, connecting) : connecting);
    } finally {
      const waitedMs = performance.now() - start;
      this.#waiting -= 1;
      this.#waitedMs += waitedMs;
      if (budget) budget.leftMs -= waitedMs;
    }
  }

  readUse(): PoolUse {
    return { waiting: this.#waiting, waitedSeconds: this.#waitedMs / 1000 };
  }
}

async function giveUpAfter(ms: number, connecting: Promise<PoolClient>): Promise<PoolClient> {
  return await withinTime(ms, connecting, () => {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    return createWaitError();
  });
}
