import { type Kysely, sql } from 'kysely';
import type { EventType, OffReason } from '../../shapes/unions.ts';
import { addOwnedRow } from './live-application.ts';
import type { Database } from './schema.ts';

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
  /** As they are stored: separated by spaces; null: all. */
  readonly types: string | null;
  /** Until this time, the secret before the last rotation signs, too; null: only one secret signs. */
  readonly oldSecretUntil: number | null;
  /** These two: null while it is on. */
  readonly offSince: number | null;
  readonly offReason: OffReason | null;
  /** The first failed try after the last success, or null. */
  readonly failingSince: number | null;
}

/** A webhook of an application. */
interface OwnWebhook {
  readonly clientId: string;
  readonly webhookId: string;
}

/** The endpoints of applications that receive events. */
export interface WebhookStore {
  /** @returns false when the application has been deleted */
  add(webhook: NewWebhook): Promise<boolean>;
  /** Adds a webhook. One with this ID gets the types and the secret instead, and is switched on. */
  keep(webhook: NewWebhook): Promise<void>;
  /** @returns the webhooks of an application, the oldest first */
  list(clientId: string): Promise<readonly Webhook[]>;
  /** @returns undefined when the application has no such webhook */
  find(own: OwnWebhook): Promise<Webhook | undefined>;
  /**
   * The old secret stays valid until `oldUntil`; the one before ends.
   *
   * @returns false when the application has no such webhook
   */
  rotate(
    own: OwnWebhook,
    rotation: { readonly sealedSecret: string; readonly oldUntil: number },
  ): Promise<boolean>;
  /** @returns false when it was on already, or does not exist */
  switchOn(own: OwnWebhook): Promise<boolean>;
  /** @returns false when it was off already, or does not exist */
  switchOff(
    own: OwnWebhook,
    off: { readonly now: number; readonly reason: OffReason },
  ): Promise<boolean>;
  /**
   * No method finds it from now on. The next sweep deletes it with its deliveries, in small transactions.
   *
   * @returns false when the application has no such webhook
   */
  remove(own: OwnWebhook, now: number): Promise<boolean>;
}

/** @returns the store's methods for webhooks */
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
    async keep(webhook) {
      const { types, sealed_secret, ...row } = toRow(webhook);
      const kept = {
        ...{ types, sealed_secret, old_sealed_secret: null, old_secret_until: null },
        removed_at: null,
      };
      await database
        .insertInto('webhooks')
        .values({ ...row, types, sealed_secret })
        .onConflict((conflict) =>
          conflict.column('webhook_id').doUpdateSet({ ...kept, ...switchedOn }),
        )
        .execute();
    },
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

const switchedOn = { off_since: null, off_reason: null, failing_since: null, paused_until: 0 };

function toRow({ clientId, webhookId, url, types, sealedSecret, createdAt }: NewWebhook) {
  return {
    client_id: clientId,
    webhook_id: webhookId,
    url,
    types: types === 'all' ? null : types.join(' '),
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
