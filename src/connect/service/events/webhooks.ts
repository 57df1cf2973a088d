import { type Kysely, type Selectable, sql } from 'kysely';
import type { EventType, OffReason } from '../../shapes/unions.ts';
import { addOwnedRow } from '../applications/live-application.ts';
import type { Database } from '../store/schema.ts';
import type { WebhooksTable } from './webhook-tables.ts';

/** The types of events that a webhook gets. */
type WebhookTypes = readonly EventType[] | 'all';

/** A webhook to add. */
interface NewWebhook {
  /** The key of the application's rows. */
  readonly clientId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly types: WebhookTypes;
  readonly sealedSecret: string;
  readonly createdAt: number;
}

/** A webhook as operators see it. Times are milliseconds since the epoch. */
export interface Webhook extends Omit<NewWebhook, 'clientId' | 'sealedSecret' | 'types'> {
  /** The stored form: separated by spaces; null for all. */
  readonly types: string | null;
  /** The secret before the last rotation signs, too, until this time; null when only one secret signs. */
  readonly oldSecretUntil: number | null;
  /** This and the next are null while the webhook is on. */
  readonly offSince: number | null;
  readonly offReason: OffReason | null;
  /** The time of the first failed try since the last success, or null. */
  readonly failingSince: number | null;
}

/** Identifies a webhook of an application. */
interface OwnWebhook {
  readonly clientId: string;
  readonly webhookId: string;
}

/** The columns that a start compares with the file. */
type FileRow = Selectable<
  Pick<
    WebhooksTable,
    | 'webhook_id'
    | 'types'
    | 'sealed_secret'
    | 'old_sealed_secret'
    | 'old_secret_until'
    | 'file_secret_hash'
  >
>;

/** The endpoints of applications that receive events. */
export interface WebhookStore {
  /** @returns false when the application has been deleted */
  add(webhook: NewWebhook): Promise<boolean>;
  /**
   * Adds a webhook of the file.
   *
   * @returns false when a webhook with this ID exists and has not been removed
   */
  addFromFile(webhook: NewWebhook & { readonly fileSecretHash: string }): Promise<boolean>;
  /** @returns the row of a webhook of the file; undefined when the application has no such webhook */
  findFromFile(own: OwnWebhook): Promise<FileRow | undefined>;
  /** Sets columns of a webhook of the file. The columns of `switchedOn` switch it on. */
  setFromFile(own: OwnWebhook, columns: Partial<FileRow & typeof switchedOn>): Promise<boolean>;
  /** @returns the webhooks of an application, oldest first */
  list(clientId: string): Promise<readonly Webhook[]>;
  /** @returns undefined when the application has no such webhook */
  find(own: OwnWebhook): Promise<Webhook | undefined>;
  /**
   * Replaces the secret. The old one stays valid until `oldUntil`; an even older one ends at once.
   *
   * @returns false when the application has no such webhook
   */
  rotate(
    own: OwnWebhook,
    rotation: { readonly sealedSecret: string; readonly oldUntil: number },
  ): Promise<boolean>;
  /** @returns false when it was already on, or does not exist */
  switchOn(own: OwnWebhook): Promise<boolean>;
  /** @returns false when it was already off, or does not exist */
  switchOff(
    own: OwnWebhook,
    off: { readonly now: number; readonly reason: OffReason },
  ): Promise<boolean>;
  /**
   * Removes a webhook, so that no method finds it. The next sweep deletes it with its deliveries, in small
   * transactions.
   *
   * @returns false when the application has no such webhook
   */
  remove(own: OwnWebhook, now: number): Promise<boolean>;
}

declare module '../store/store.ts' {
  interface Store {
    /** Endpoints of applications that receive events. */
    readonly webhooks: WebhookStore;
  }
}

export function createWebhookStore(database: Kysely<Database>): WebhookStore {
  const select = (clientId: string) =>
    database
      .selectFrom('webhooks')
      .select(['webhook_id as webhookId', 'url', 'types', 'created_at as createdAt'])
      .select(['old_secret_until as oldSecretUntil', 'failing_since as failingSince'])
      .select(['off_since as offSince', 'off_reason as offReason'])
      .where('client_id', '=', clientId)
      .where('removed_at', 'is', null);
  return {
    add: (webhook) => addOwnedRow(database, 'webhooks', toRow(webhook)),
    async addFromFile({ fileSecretHash, ...webhook }) {
      const row = { ...toRow(webhook), file_secret_hash: fileSecretHash };
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
    findFromFile: ({ clientId, webhookId }) =>
      database
        .selectFrom('webhooks')
        .select(['webhook_id', 'types', 'sealed_secret', 'old_sealed_secret', 'old_secret_until'])
        .select('file_secret_hash')
        .where('client_id', '=', clientId)
        .where('webhook_id', '=', webhookId)
        .where('removed_at', 'is', null)
        .executeTakeFirst(),
    setFromFile: (own, columns) => hasChanged(update(database, own).set(columns)),
    list: (clientId) => select(clientId).orderBy('created_at').orderBy('webhook_id').execute(),
    find: ({ clientId, webhookId }) =>
      select(clientId).where('webhook_id', '=', webhookId).executeTakeFirst(),
    rotate: (own, { sealedSecret, oldUntil }) =>
      hasChanged(
        update(database, own).set({
          sealed_secret: sealedSecret,
          old_sealed_secret: sql`sealed_secret`,
          old_secret_until: oldUntil,
        }),
      ),
    switchOn: (own) =>
      hasChanged(update(database, own).set(switchedOn).where('off_since', 'is not', null)),
    switchOff: (own, { now, reason }) =>
      hasChanged(
        update(database, own)
          .set({ off_since: now, off_reason: reason })
          .where('off_since', 'is', null),
      ),
    remove: (own, now) =>
      hasChanged(
        update(database, own).set({ removed_at: now, off_since: now, off_reason: 'operator' }),
      ),
  };
}

/** The columns of a webhook that is switched on. */
export const switchedOn = {
  off_since: null,
  off_reason: null,
  failing_since: null,
  paused_until: 0,
};

/** The columns of a webhook with only one secret. */
export const noOldSecret = { old_sealed_secret: null, old_secret_until: null };

/** @returns the value of the column: separated by spaces; null for all */
export function joinTypes(types: WebhookTypes): string | null {
  return types === 'all' ? null : types.join(' ');
}

function toRow({ clientId, webhookId, url, types, sealedSecret, createdAt }: NewWebhook) {
  return {
    client_id: clientId,
    webhook_id: webhookId,
    url,
    types: joinTypes(types),
    sealed_secret: sealedSecret,
    created_at: createdAt,
  };
}

const update = (database: Kysely<Database>, { clientId, webhookId }: OwnWebhook) =>
  database
    .updateTable('webhooks')
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .where('removed_at', 'is', null);

async function hasChanged(query: {
  executeTakeFirstOrThrow(): Promise<{ readonly numUpdatedRows: bigint }>;
}): Promise<boolean> {
  return (await query.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
