import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import { noApplication } from '../applications/registered-application.ts';
import type { Clock } from '../basics/clock.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Parts } from '../http/parts.ts';
import { claimJobs, type Lease } from '../store/claim-jobs.ts';
import { createJobLoop, type JobLoop } from '../store/job-loop.ts';
import { addJobs, finishJob, type Job, type JobSource, measureJobs } from '../store/jobs.ts';
import type { Database } from '../store/schema.ts';
import { inTransaction } from '../store/transactions.ts';
import { openGrant } from './grants.ts';
import { runPlugin } from './run-plugin.ts';
import { pluginTimeoutMs } from './supervise.ts';

/* A grant has one holder at a time: a flow, then its code, then the account, and finally this queue. The transaction
   that takes a grant from its last holder adds it to the queue. So a crash delays a revocation but never loses it. */

/** A grant to revoke at its provider. It is still encrypted for its owner. */
export interface GivenUpGrant {
  readonly client_id: string;
  readonly provider_id: string;
  /** The person's stable ID at the provider. */
  readonly subject: string;
  readonly sealed_grant: string;
}

interface RevokedGrant extends GivenUpGrant {
  readonly environment: Environment;
}

/** The queue of each provider. At most 10 revocations run at once, so that a slow provider delays others little. */
const revocations: JobSource = { kind: 'revocation', atOnce: sql`10` };

export function createRevocationStore(database: Kysely<Database>, hasRowLocks: boolean) {
  return {
    /** Adds a grant that no row has held. */
    add: (grant: GivenUpGrant, environment: Environment): Promise<void> =>
      addRevocations(database, [{ ...grant, environment }]),
    /** Claims grants that are due to be revoked, with the same limit for each provider. */
    take: (lease: Lease): Promise<readonly Job[]> =>
      claimJobs(database, revocations, { ...lease, hasRowLocks }),
    /**
     * Lists the grants with which the same application still uses the same person's account. For a grant from
     * `/manage`, which belongs to no application, the list has those of all applications.
     */
    listInUse: (grant: GivenUpGrant): Promise<readonly GivenUpGrant[]> =>
      listInUse(database, grant),
    async remove({ job_id }: Job): Promise<void> {
      await database.deleteFrom('jobs').where('job_id', '=', job_id).execute();
    },
    async postpone(revocation: Job, due_at: number): Promise<void> {
      await finishJob(database, revocation, { status: 'waiting', due_at });
    },
    count: async (): Promise<number> => (await measureJobs(database, revocations, 0)).count,
  };
}

/** A row that holds a grant, with the values from before the transaction. */
export interface Holder {
  readonly client_id: string;
  readonly provider_id: string | null;
  readonly subject: string | null;
  readonly sealed_grant: string | null;
}

/** Queues the revocation of the grants of rows. Call it in the transaction that deletes the rows or their grants. */
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
    // A foreign key of the row keeps the application, so its environment is always found.
    const environment = environments.get(client_id) ?? 'live';
    return { client_id, provider_id, subject, sealed_grant, environment };
  });
  await addRevocations(transaction, rows);
}

/** The column with the person's ID at the provider, for each table with grants. */
const subjectColumns = { accounts: 'username', codes: 'username', flows: 'subject' } as const;

type HolderTable = keyof typeof subjectColumns;

/** The tables with grants, in the order in which exchanges of codes and deletions lock them. */
export const holderTables: readonly HolderTable[] = ['accounts', 'codes', 'flows'];

/** Deletes rows, queues the revocation of their grants in the same transaction, and returns how many it deleted. */
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

export const holderColumns = (table: HolderTable) =>
  sql`client_id, provider_id, ${sql.ref(subjectColumns[table])} AS subject, sealed_grant`;

/** Queues the revocation of grants that no row holds. Their applications may have been deleted. */
export async function addRevocations(
  database: Kysely<Database>,
  grants: readonly RevokedGrant[],
): Promise<void> {
  const rows = grants.map(({ client_id, environment, provider_id, subject, sealed_grant }) => ({
    job_id: randomUUID(),
    kind: 'revocation' as const,
    queue: provider_id,
    body: JSON.stringify({ client_id, environment, provider_id, subject }),
    sealed: sealed_grant,
  }));
  await addJobs(database, rows);
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

interface RevokerParts extends Pick<Parts, 'log' | 'providers' | 'store'> {
  readonly clock: Pick<Clock, 'now'>;
  readonly metrics: Pick<Metrics, 'revocations'>;
  /** True when the log is for developers, who need the stack of a plug-in's error. */
  readonly isLocal?: boolean | undefined;
}

/** The result is `unneeded` when the plug-in revokes nothing, or the grant is still in use. */
type Result = 'revoked' | 'unneeded' | 'failed';

const firstDelayMs = 5000;
const maxDelayMs = 24 * 60 * 60 * 1000;
const jitter = 0.25;

/**
 * Chooses how long to wait after a failed try: 5 s after the first one, then four times as long each time, up to a
 * day. The random part spreads the grants of a provider that was down.
 */
function chooseDelay(attempts: number): number {
  const delay = Math.min(firstDelayMs * 4 ** (attempts - 1), maxDelayMs);
  return Math.round(delay * (1 - jitter + 2 * jitter * Math.random()));
}

export function createRevoker(parts: RevokerParts): JobLoop {
  const { store, clock, log, metrics } = parts;

  async function run(revocation: Job): Promise<void> {
    const result = await tryOnce(parts, readGrant(revocation));
    metrics.revocations.inc({ result });
    if (result !== 'failed') await store.revocations.remove(revocation);
    else
      await store.revocations.postpone(revocation, clock.now() + chooseDelay(revocation.attempts));
  }

  return createJobLoop({
    clock,
    log,
    name: 'revocations',
    maxAtOnce: 20,
    leaseMs: 3 * pluginTimeoutMs,
    // The stop does not wait longer, because a plug-in may hang.
    stopMs: 2000,
    claim: store.revocations.take,
    run,
  });
}

/** Reads a job's grant. It is read when the job runs, so that an unreadable one fails alone. */
function readGrant({ body, sealed }: Job): RevokedGrant {
  const owner = JSON.parse(body) as Omit<RevokedGrant, 'sealed_grant'>;
  return { ...owner, sealed_grant: sealed ?? '' };
}

async function tryOnce(parts: RevokerParts, given: RevokedGrant): Promise<Result> {
  const { providers, log, isLocal = false } = parts;
  const { client_id, environment, provider_id, sealed_grant } = given;
  const plugin = providers.findPlugin(environment, provider_id);
  if (!plugin) {
    log.error({ provider_id }, 'a grant waits for its provider plug-in, which is missing');
    return 'failed';
  }
  const revoke = plugin.revoke?.bind(plugin);
  if (!revoke) return 'unneeded';
  const grant = openGrant(providers, given, sealed_grant);
  if (!grant) {
    log.error({ provider_id }, 'a grant cannot be revoked: GRANT_KEY does not contain its key');
    return 'failed';
  }
  const inUse = await parts.store.revocations.listInUse(given);
  // A provider may return the same grant again for a newer connection. Revoking it would end that connection.
  const isInUse = inUse.some((held) =>
    isDeepStrictEqual(openGrant(providers, held, held.sealed_grant)?.value, grant.value),
  );
  if (isInUse) return 'unneeded';
  // The key of a deleted application can have a suffix after a space. A client ID never contains a space.
  const [clientId = client_id] = client_id.split(' ');
  const about = { clientId, environment, locale: 'en', log, isLocal };
  const call = { ...about, method: 'revoke' } as const;
  const answer = await runPlugin(plugin, call, async (context) => revoke(grant.value, context));
  return answer.ok ? 'revoked' : 'failed';
}
