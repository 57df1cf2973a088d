import { type Kysely, sql } from 'kysely';
import type { RefusedKind } from '../../shapes/unions.ts';
import type { UnneededRows } from '../store/batches.ts';
import { hashKey } from '../store/rate-counters.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted } from '../store/transactions.ts';

interface RefusedRequest {
  readonly kind: RefusedKind;
  /** The refused origin or redirect URI; empty for other kinds of requests. */
  readonly value: string;
  /** The time of the last refusal, to the minute. */
  readonly refused_at: number;
}

interface Refused extends Pick<RefusedRequest, 'kind' | 'value'> {
  readonly network: string;
  readonly now: number;
}

/** The refused requests of applications. Anyone can cause them, so only a few of each kind are kept. */
export type RefusedRequestStore = ReturnType<typeof createRefusedRequestStore>;

const maxPerKind = 20;
const repeatMs = 60_000;

export function createRefusedRequestStore(database: Kysely<Database>) {
  return {
    /**
     * Stores a refusal, at most once a minute. When an application has too many entries of a kind, the oldest entry
     * of the network with the most entries is deleted. So one network cannot displace the entries of others.
     */
    async add(clientId: string, { kind, value, network, now }: Refused): Promise<void> {
      const known = await database
        .selectFrom('refused_requests')
        .select('refused_at')
        .where('client_id', '=', clientId)
        .where('kind', '=', kind)
        .where('value', '=', value)
        .executeTakeFirst();
      if (known && known.refused_at > now - repeatMs) return;
      const own = { client_id: clientId, kind, value };
      const row = { ...own, network_hash: hashKey(network), refused_at: now };
      const isAdded = await addUnlessDeleted(() =>
        database
          .insertInto('refused_requests')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'kind', 'value']).doUpdateSet({ refused_at: now }),
          )
          .execute(),
      );
      if (isAdded && !known) await forgetSurplus(database, clientId, kind);
    },
    /** Lists the refusals after `since`, newest first. */
    list: (clientId: string, since: number): Promise<readonly RefusedRequest[]> =>
      database
        .selectFrom('refused_requests')
        .select(['kind', 'value', 'refused_at'])
        .where('client_id', '=', clientId)
        .where('refused_at', '>', since)
        .orderBy('refused_at', 'desc')
        .orderBy('value')
        .execute(),
  };
}

/** Deletes the entries above the limit: the oldest of the networks with the most entries. */
async function forgetSurplus(
  database: Kysely<Database>,
  clientId: string,
  kind: RefusedKind,
): Promise<void> {
  const own = sql`client_id = ${clientId} AND kind = ${kind}`;
  await sql`
    DELETE FROM refused_requests WHERE ${own} AND value IN (
      SELECT value FROM (
        SELECT value, refused_at, row_number() OVER (
          PARTITION BY network_hash ORDER BY refused_at DESC, value
        ) AS position
        FROM refused_requests WHERE ${own}
      ) AS numbered
      ORDER BY position, refused_at DESC, value LIMIT 1000 OFFSET ${maxPerKind}
    )`.execute(database);
}

/** Lists refusals older than a day. The dashboard no longer shows them. */
export const listOldRefusedRequests = (now: number): UnneededRows => ({
  table: 'refused_requests',
  key: ['client_id', 'kind', 'value'],
  condition: sql`refused_at < ${now - 24 * 60 * 60 * 1000}`,
});
