import { type Kysely, sql } from 'kysely';
import { addUnlessDeleted } from './deleted-owner.ts';
import { hashKey } from './rate-counters.ts';
import type { Database } from './schema.ts';

/** An origin that was not allowed to embed an application. */
interface RefusedOrigin {
  readonly origin: string;
  /** The time of the last refusal, milliseconds since the epoch, to the minute. */
  readonly refused_at: number;
}

/** A refusal to be stored. */
interface Refused {
  /** A web origin. */
  readonly origin: string;
  /** A hash of the network that the request came from. */
  readonly network: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Refused origins, a few for each application. Anyone can cause a refusal, from any address. */
export interface RefusedOriginStore {
  /**
   * Stores the origin. When an application has too many, the network with the most entries loses its oldest
   * one. So one network cannot push out the entries of others.
   */
  add(clientId: string, refused: Refused): Promise<void>;
  /**
   * @param since - milliseconds since the epoch
   * @returns the origins refused since then, latest first
   */
  list(clientId: string, since: number): Promise<readonly RefusedOrigin[]>;
}

const maxPerApplication = 20;
/** A repeated refusal within this time, in milliseconds, is not written again. */
const repeatMs = 60_000;

/** @returns the store's methods for refused origins */
export function createRefusedOriginStore(database: Kysely<Database>): RefusedOriginStore {
  return {
    async add(clientId, { origin, network, now }) {
      const known = await database
        .selectFrom('refused_origins')
        .select('refused_at')
        .where('client_id', '=', clientId)
        .where('origin', '=', origin)
        .executeTakeFirst();
      if (known && known.refused_at > now - repeatMs) return;
      const row = { client_id: clientId, origin, network_hash: hashKey(network), refused_at: now };
      const isAdded = await addUnlessDeleted(() =>
        database
          .insertInto('refused_origins')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'origin']).doUpdateSet({ refused_at: now }),
          )
          .execute(),
      );
      if (isAdded && !known) await forgetSurplus(database, clientId);
    },
    list: (clientId, since) =>
      database
        .selectFrom('refused_origins')
        .select(['origin', 'refused_at'])
        .where('client_id', '=', clientId)
        .where('refused_at', '>', since)
        .orderBy('refused_at', 'desc')
        .orderBy('origin')
        .execute(),
  };
}

/**
 * Numbers each network's origins from the latest on, and keeps the lowest numbers of all networks. So the
 * network with the most origins loses its oldest ones.
 */
async function forgetSurplus(database: Kysely<Database>, clientId: string): Promise<void> {
  await sql`
    DELETE FROM refused_origins WHERE client_id = ${clientId} AND origin IN (
      SELECT origin FROM (
        SELECT origin, refused_at, row_number() OVER (
          PARTITION BY network_hash ORDER BY refused_at DESC, origin
        ) AS position
        FROM refused_origins WHERE client_id = ${clientId}
      ) AS numbered
      ORDER BY position, refused_at DESC, origin LIMIT 1000 OFFSET ${maxPerApplication}
    )`.execute(database);
}
