import { type Generated, type Kysely, type Selectable, sql, type Updateable } from 'kysely';
import type { EventType, OffReason } from '../../shapes/unions.ts';
import { addOwnedRow } from '../applications/application-tables.ts';
import { batchSize, deleteInBatches, type RunBatch } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';

interface WebhooksTable {
  webhook_id: string;
  /** The key of the application's rows. */
  client_id: string;
  url: string;
  /** The types of the events that the webhook gets, separated by spaces; null for all types. */
  types: string | null;
  sealed_secret: string;
  /** The secret before the last rotation. Until `old_secret_until`, it signs events, too. */
  old_sealed_secret: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  created_at: number;
  /** When the webhook was switched off. Null while it is on, like `off_reason`. */
  off_since: Generated<number | null>;
  off_reason: Generated<OffReason | null>;
  /** The time of the first failed try since the last success; null while the webhook does not fail. */
  failing_since: Generated<number | null>;
  /** The time before which the receiver wants no request; 0 for no pause. */
  paused_until: Generated<number>;
  /** When the webhook was removed; null while it exists. A removed webhook is also switched off. */
  removed_at: Generated<number | null>;
  /** A hash of the secret that APPLICATIONS_FILE had at the last start; null when the webhook is not from that file. */
  file_secret_hash: Generated<string | null>;
}

declare module '../store/schema.ts' {
  interface Database {
    webhooks: WebhooksTable;
  }
}

type WebhookTypes = readonly EventType[] | 'all';

type NewWebhook = Pick<
  Selectable<WebhooksTable>,
  'client_id' | 'webhook_id' | 'url' | 'sealed_secret' | 'created_at'
> & { readonly types: WebhookTypes };

/** A webhook as operators see it. */
export type Webhook = NonNullable<
  Awaited<ReturnType<ReturnType<typeof createWebhookStore>['find']>>
>;

type OwnWebhook = Pick<WebhooksTable, 'client_id' | 'webhook_id'>;

/** Creates the store of webhooks. Changing methods return false when the application has no such webhook. */
export function createWebhookStore(database: Kysely<Database>) {
  const select = (clientId: string) =>
    database
      .selectFrom('webhooks')
      .select(['client_id', 'webhook_id', 'url', 'types', 'created_at'])
      .select(['old_secret_until', 'failing_since', 'off_since', 'off_reason'])
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null);
  return {
    ...createFileStatements(database),
    add: (webhook: NewWebhook): Promise<boolean> =>
      addOwnedRow(database, 'webhooks', toRow(webhook)),
    list: (clientId: string) =>
      select(clientId).orderBy('created_at').orderBy('webhook_id').execute(),
    find: ({ client_id, webhook_id }: OwnWebhook) =>
      select(client_id).where('webhook_id', '=', webhook_id).executeTakeFirst(),
    /** Replaces the secret. The previous one is valid until `old_secret_until`; one from an earlier rotation ends. */
    rotate: (
      own: OwnWebhook,
      next: { readonly sealed_secret: string; readonly old_secret_until: number },
    ): Promise<boolean> =>
      hasChanged(update(database, own).set({ ...next, old_sealed_secret: sql`sealed_secret` })),
    /** Switches a webhook on. Also returns false when it was on already. */
    switchOn: (own: OwnWebhook): Promise<boolean> =>
      hasChanged(update(database, own).set(switchedOn).where('off_since', 'is not', null)),
    /** Switches a webhook off. Also returns false when it was off already. */
    switchOff: (
      own: OwnWebhook,
      { now, reason }: { readonly now: number; readonly reason: OffReason },
    ): Promise<boolean> =>
      hasChanged(
        update(database, own)
          .set({ off_since: now, off_reason: reason })
          .where('off_since', 'is', null),
      ),
    /** Marks a webhook as removed, so that no method finds it. The next sweep deletes it with its deliveries. */
    remove: (own: OwnWebhook, now: number): Promise<boolean> =>
      hasChanged(
        update(database, own).set({ removed_at: now, off_since: now, off_reason: 'operator' }),
      ),
  };
}

function createFileStatements(database: Kysely<Database>) {
  return {
    /** Adds a webhook of APPLICATIONS_FILE. False when a webhook with this ID exists and has not been removed. */
    async addFromFile(
      webhook: NewWebhook & { readonly file_secret_hash: string },
    ): Promise<boolean> {
      const row = toRow(webhook);
      const added = await database
        .insertInto('webhooks')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('webhook_id')
            .doUpdateSet({ ...row, ...switchedOn, ...noOldSecret, removed_at: null })
            .where('webhooks.removed_at', 'is not', null),
        )
        .returning('webhook_id')
        .executeTakeFirst();
      return added !== undefined;
    },
    /** Finds what the service compares with APPLICATIONS_FILE when it starts. */
    findFromFile: ({ client_id, webhook_id }: OwnWebhook) =>
      database
        .selectFrom('webhooks')
        .select(['webhook_id', 'types', 'sealed_secret', 'file_secret_hash'])
        .where('client_id', '=', client_id)
        .where('webhook_id', '=', webhook_id)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    /** Sets columns of a webhook. The columns {@link switchedOn} switch it on. */
    setFromFile: (own: OwnWebhook, columns: Updateable<WebhooksTable>): Promise<boolean> =>
      hasChanged(update(database, own).set(columns)),
  };
}

export const switchedOn = {
  off_since: null,
  off_reason: null,
  failing_since: null,
  paused_until: 0,
};

export const noOldSecret = { old_sealed_secret: null, old_secret_until: null };

export function joinTypes(types: WebhookTypes): string | null {
  return types === 'all' ? null : types.join(' ');
}

const toRow = <Row extends NewWebhook>({ types, ...row }: Row) => ({
  ...row,
  types: joinTypes(types),
});

const update = (database: Kysely<Database>, { client_id, webhook_id }: OwnWebhook) =>
  database
    .updateTable('webhooks')
    .where('client_id', '=', client_id)
    .where('webhook_id', '=', webhook_id)
    .where('removed_at', 'is', null);

async function hasChanged(query: {
  executeTakeFirstOrThrow(): Promise<{ readonly numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}

/** Deletes removed webhooks with their deliveries. A call handles one batch of webhooks, the next sweep the rest. */
export async function deleteRemovedWebhooks(runBatch: RunBatch): Promise<void> {
  const isRemoved = sql<boolean>`removed_at IS NOT NULL`;
  const removed = await runBatch((connection) =>
    connection
      .selectFrom('webhooks')
      .select('webhook_id')
      .where(isRemoved)
      .limit(batchSize)
      .execute(),
  );
  for (const { webhook_id } of removed) {
    // The condition checks `removed_at` again, because APPLICATIONS_FILE may have added the webhook again meanwhile.
    const own = sql`webhook_id = ${webhook_id} AND EXISTS (
      SELECT 1 FROM webhooks WHERE webhook_id = ${webhook_id} AND ${isRemoved})`;
    await deleteInBatches(runBatch, { table: 'jobs', key: ['job_id'], condition: own });
    await deleteInBatches(runBatch, { table: 'webhooks', key: ['webhook_id'], condition: own });
  }
}
