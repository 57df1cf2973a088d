import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { deleteHolders, holderTables } from './providers/revocations.ts';
import type { PurgePace, RunBatch } from './store/batches.ts';
import { inTransaction } from './store/in-transaction.ts';
import type { Database } from './store/schema.ts';

/** A purge in progress. */
interface Purge {
  readonly database: Kysely<Database>;
  readonly runBatch: RunBatch;
  readonly pace: PurgePace;
  readonly signal: AbortSignal | undefined;
}

/** The key after which the next batch of accounts begins. */
interface AccountKey {
  readonly provider_id: string;
  readonly username: string;
}

/**
 * Deletes the rows of deleted applications: tokens before their accounts, and the application last. The transaction
 * that deletes a row also gives up its grant. Other transactions wait for at most one batch. A purge may stop at
 * any point, even by a crash, because the application stays marked until its other rows are deleted.
 *
 * @param purge - `pace`: the size of batches and the pauses; `signal`: stops the purge after the current
 *   transaction
 */
export async function purgeDeleted(purge: Purge): Promise<void> {
  const { database, signal } = purge;
  const deleted = await database
    .selectFrom('applications')
    .select('client_id')
    .where('deleted_at', 'is not', null)
    .orderBy('deleted_at')
    .execute();
  for (const { client_id } of deleted) {
    await purgeSessions(purge, client_id);
    await purgeAccounts(purge, client_id);
    await purgeTable(purge, client_id, { table: 'codes', key: 'code_hash' });
    await purgeTable(purge, client_id, { table: 'flows', key: 'token_hash' });
    await purgeEvents(purge, client_id);
    await purgeDeliveries(purge, client_id);
    if (signal?.aborted) return;
    await rest(purge, (connection) => deleteApplication(connection, client_id));
  }
}

/**
 * A few rows, some with grants, may have been added while the application was being marked. They are deleted here.
 */
async function deleteApplication(database: Kysely<Database>, clientId: string): Promise<void> {
  await inTransaction(database, async (transaction) => {
    for (const table of holderTables) {
      await deleteHolders(transaction, table, sql`client_id = ${clientId}`);
    }
    const application = transaction.deleteFrom('applications').where('client_id', '=', clientId);
    await application.where('deleted_at', 'is not', null).execute();
    // No foreign key deletes these rows. They go last, because the steps before may add events.
    for (const is of ['is', 'is not'] as const) {
      const events = transaction.deleteFrom('events').where('client_id', '=', clientId);
      await events.where('position', is, null).execute();
    }
  });
}

/**
 * Sessions go before the accounts and the application, because deleting those would delete all sessions in one
 * statement.
 */
async function purgeSessions(purge: Purge, clientId: string): Promise<void> {
  const batch = purge.database
    .selectFrom('connect_sessions')
    .select('session_id')
    .where('client_id', '=', clientId)
    .limit(purge.pace.batchSize);
  await repeatWhileFull(purge, async (connection) => {
    const deletion = connection.deleteFrom('connect_sessions').where('session_id', 'in', batch);
    return Number((await deletion.executeTakeFirst()).numDeletedRows);
  });
}

async function purgeEvents(purge: Purge, clientId: string): Promise<void> {
  const { database, pace } = purge;
  // Published events and unpublished ones are in different indexes.
  for (const is of ['is', 'is not'] as const) {
    const batch = database
      .selectFrom('events')
      .select('id')
      .where('client_id', '=', clientId)
      .where('position', is, null)
      .limit(pace.batchSize);
    await repeatWhileFull(purge, async (connection) => {
      const deletion = connection.deleteFrom('events').where('id', 'in', batch);
      return Number((await deletion.executeTakeFirst()).numDeletedRows);
    });
  }
}

async function purgeDeliveries(purge: Purge, clientId: string): Promise<void> {
  const { database, pace } = purge;
  const batch = database
    .selectFrom('jobs')
    .innerJoin('webhooks', 'webhooks.webhook_id', 'jobs.webhook_id')
    .select('job_id')
    .where('client_id', '=', clientId)
    .limit(pace.batchSize);
  await repeatWhileFull(purge, async (connection) => {
    const deletion = connection.deleteFrom('jobs').where('job_id', 'in', batch);
    return Number((await deletion.executeTakeFirst()).numDeletedRows);
  });
}

/**
 * Each batch starts after the last account of the previous one. PostgreSQL keeps deleted rows in its index, so a
 * batch without this start would scan them again.
 */
async function purgeAccounts(purge: Purge, clientId: string): Promise<void> {
  let last: AccountKey = { provider_id: '', username: '' };
  while (!purge.signal?.aborted) {
    const accounts = await listAccounts(purge, clientId, last);
    const end = accounts.at(-1);
    if (!end) return;
    last = end;
    const ids = accounts.map(({ id }) => id);
    await purgeTokens(purge, ids);
    const batch = sql`id IN (${sql.join(ids)})`;
    await rest(purge, (connection) => deleteHolders(connection, 'accounts', batch));
  }
}

function listAccounts({ database, pace }: Purge, clientId: string, last: AccountKey) {
  return database
    .selectFrom('accounts')
    .select(['id', 'provider_id', 'username'])
    .where('client_id', '=', clientId)
    .where(sql<boolean>`(provider_id, username) > (${last.provider_id}, ${last.username})`)
    .orderBy('provider_id')
    .orderBy('username')
    .limit(pace.batchSize)
    .execute();
}

/** An account has a token for each time that its user connected. */
async function purgeTokens(purge: Purge, accountIds: readonly string[]): Promise<void> {
  const { database, pace } = purge;
  const batch = database
    .selectFrom('tokens')
    .select('token_hash')
    .where('account_id', 'in', accountIds)
    .limit(pace.batchSize);
  await repeatWhileFull(purge, async (connection) => {
    const deletion = connection.deleteFrom('tokens').where('token_hash', 'in', batch);
    return Number((await deletion.executeTakeFirst()).numDeletedRows);
  });
}

async function purgeTable(
  purge: Purge,
  clientId: string,
  { table, key }: { readonly table: 'codes' | 'flows'; readonly key: string },
): Promise<void> {
  const [name, column] = [sql.table(table), sql.ref(key)];
  const batch = sql`${column} IN (
    SELECT ${column} FROM ${name} WHERE client_id = ${clientId} LIMIT ${purge.pace.batchSize})`;
  await repeatWhileFull(purge, (connection) => deleteHolders(connection, table, batch));
}

/** @param deleteBatch - deletes a batch, and returns the number of deleted rows */
async function repeatWhileFull(
  purge: Purge,
  deleteBatch: (connection: Kysely<Database>) => Promise<number>,
): Promise<void> {
  let count = purge.pace.batchSize;
  while (count === purge.pace.batchSize && !purge.signal?.aborted) {
    count = await rest(purge, deleteBatch);
  }
}

/** The pause is proportional to the work, so that a busy database gets longer pauses. */
async function rest<Result>(
  { pace, runBatch }: Purge,
  work: (connection: Kysely<Database>) => Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  const result = await runBatch(work);
  await wait((performance.now() - start) * pace.rest);
  return result;
}
