import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { noApplication } from './flows-table.ts';
import { inTransaction } from './in-transaction.ts';
import type { Database, Flow } from './schema.ts';

/* A grant has one holder at a time: a flow, then its code, then the account, and finally this queue. The
   transaction that takes a grant from its last holder adds it to the queue. So a crash delays a revocation but
   never loses it. */

/** A grant to revoke at its provider. It stays encrypted for its account. */
export interface GivenUpGrant {
  /** The key of the application's rows. */
  readonly client_id: string;
  readonly provider_id: string;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  readonly sealed_grant: string;
}

/** An entry of the queue. */
export interface Revocation extends GivenUpGrant {
  readonly id: string;
  readonly environment: Environment;
  /** The number of tries, including this one. */
  readonly attempts: number;
}

/** Which entries to take, and for how long. */
interface Lease {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** No other process takes the entries until this time, in milliseconds since the epoch. */
  readonly until: number;
  /** The maximum number of entries. */
  readonly count: number;
}

/** The queue of grants to revoke, shared by all processes with this database. */
export type RevocationStore = ReturnType<typeof createRevocationStore>;

export function createRevocationStore(database: Kysely<Database>) {
  return {
    /** Adds a grant that no row holds. */
    add: (grant: GivenUpGrant, environment: Environment): Promise<void> =>
      addRevocations(database, [{ ...grant, environment }]),
    /**
     * Takes due entries. If the process ends before it removes or postpones them, others take them when the lease
     * ends.
     *
     * @returns the entries, and whether more may be due
     */
    take: (
      lease: Lease,
    ): Promise<{ readonly entries: readonly Revocation[]; readonly isMore: boolean }> =>
      take(database, lease),
    /**
     * @returns the grants that the same person still uses with the same application. For a grant of a visit to
     *   `/manage`, applications are ignored
     */
    listInUse: (grant: GivenUpGrant): Promise<readonly GivenUpGrant[]> =>
      listInUse(database, grant),
    /** Removes an entry when nothing is left to revoke. */
    async remove(id: string): Promise<void> {
      await database.deleteFrom('revocations').where('id', '=', id).execute();
    },
    /** Postpones an entry to `dueAt`, milliseconds since the epoch. */
    async postpone(id: string, due_at: number): Promise<void> {
      await database.updateTable('revocations').set({ due_at }).where('id', '=', id).execute();
    },
    /** @returns the number of entries */
    async count(): Promise<number> {
      const { count } = await database
        .selectFrom('revocations')
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
  };
}

/** A row with the grant that it held before the transaction. */
export interface Holder {
  readonly client_id: string;
  readonly provider_id: string | null;
  readonly subject: string | null;
  readonly sealed_grant: string | null;
}

/**
 * Adds the grants of rows to the queue. Call it in the transaction that deletes the rows or empties them.
 *
 * @param holders - the rows; rows without a grant are skipped
 */
export async function giveUpGrants(
  transaction: Kysely<Database>,
  holders: readonly Holder[],
): Promise<void> {
  const grants = holders.filter(
    (holder): holder is Holder & GivenUpGrant => holder.sealed_grant !== null,
  );
  if (grants.length === 0) return;
  const clientIds = new Set(grants.map(({ client_id }) => client_id));
  const applications = await transaction
    .selectFrom('applications')
    .select(['client_id', 'environment'])
    .where('client_id', 'in', [...clientIds])
    .execute();
  const environments = new Map(applications.map((row) => [row.client_id, row.environment]));
  const rows = grants.map(({ client_id, provider_id, subject, sealed_grant }) => {
    // The row's foreign key keeps its application.
    const environment = environments.get(client_id) ?? 'live';
    return { client_id, provider_id, subject, sealed_grant, environment };
  });
  await addRevocations(transaction, rows);
}

/** The tables whose rows may hold a grant, with the column of the person's ID at the provider. */
const subjectColumns = { accounts: 'username', codes: 'username', flows: 'subject' } as const;

type HolderTable = keyof typeof subjectColumns;

/** The order in which exchanges and deletions lock the tables. */
export const holderTables: readonly HolderTable[] = ['accounts', 'codes', 'flows'];

/**
 * Deletes rows, and gives up their grants in the same transaction.
 *
 * @returns the number of deleted rows
 */
export function deleteHolders(
  database: Kysely<Database>,
  table: HolderTable,
  condition: RawBuilder<unknown>,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await sql<Holder>`DELETE FROM ${sql.table(table)} WHERE ${condition}
      RETURNING ${holderColumns(table)}`.execute(transaction);
    await giveUpGrants(transaction, rows);
    return rows.length;
  });
}

/** SQL for the columns that the queue needs. */
export const holderColumns = (table: HolderTable) =>
  sql`client_id, provider_id, ${sql.ref(subjectColumns[table])} AS subject, sealed_grant`;

/** Adds grants that no row holds. Their applications may have been deleted. */
export async function addRevocations(
  database: Kysely<Database>,
  grants: readonly (GivenUpGrant & { readonly environment: Environment })[],
): Promise<void> {
  const rows = grants.map((grant) => ({ id: randomUUID(), ...grant }));
  await database.insertInto('revocations').values(rows).execute();
}

/**
 * The statement is the same for both databases. A process that waited for another one's update sees the new time,
 * and skips the entry.
 */
async function take(database: Kysely<Database>, { now, until, count }: Lease) {
  // Read first: an update of no entries would still wait for SQLite's single writer.
  const due = await database
    .selectFrom('revocations')
    .select('id')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(count)
    .execute();
  if (due.length === 0) return { entries: [], isMore: false };
  const ids = due.map(({ id }) => id);
  const entries = await database
    .updateTable('revocations')
    .set({ due_at: until, attempts: sql`attempts + 1` })
    .where('id', 'in', ids)
    .where('due_at', '<=', now)
    .returning(['id', 'client_id', 'environment', 'provider_id', 'subject', 'sealed_grant'])
    .returning('attempts')
    .execute();
  return { entries, isMore: due.length === count };
}

async function listInUse(
  database: Kysely<Database>,
  { client_id, provider_id, subject }: GivenUpGrant,
): Promise<readonly GivenUpGrant[]> {
  const isOfApplication =
    client_id === noApplication ? sql`client_id IS NOT NULL` : sql`client_id = ${client_id}`;
  const select = (table: HolderTable) =>
    sql<GivenUpGrant>`SELECT ${holderColumns(table)} FROM ${sql.table(table)}
      WHERE sealed_grant IS NOT NULL AND ${isOfApplication} AND provider_id = ${provider_id}
        AND ${sql.ref(subjectColumns[table])} = ${subject}`;
  const { rows } = await sql<GivenUpGrant>`${select('flows')}
    UNION ALL ${select('codes')} UNION ALL ${select('accounts')}`.execute(database);
  return rows;
}

/** @returns the part of a flow that the queue needs */
export function toHolder({ client_id, provider_id, subject, sealed_grant }: Flow): Holder {
  return { client_id, provider_id, subject, sealed_grant };
}
