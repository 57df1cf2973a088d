import type { Kysely } from 'kysely';
import type { AuditAction } from '../../shapes/unions.ts';
import { type Actor, readActor } from '../http/actor.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Parts } from '../http/parts.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId } from '../store/sortable-id.ts';
import type { Store } from '../store/store.ts';
import { inTransaction } from '../store/transactions.ts';

/** A change by an operator, without any secret. */
interface AuditEntry extends Actor {
  readonly id: string;
  readonly changedAt: number;
  readonly action: AuditAction;
  /** The public client ID; empty when the change concerns all applications. */
  readonly clientId: string;
  /** The name before the change; empty like `clientId`. */
  readonly application: string;
  /** The changed value, such as an address without its query. */
  readonly detail: string | null;
}

interface AuditQuery {
  /** A client ID, or an empty string for all applications. */
  readonly clientId: string;
  /** The last ID of the previous page; an empty string starts with the newest entry. */
  readonly after: string;
  readonly count: number;
}

export type ChangeableParts = Pick<
  Store,
  | 'registrations'
  | 'accounts'
  | 'connectSessions'
  | 'webhooks'
  | 'deliveryEntries'
  | 'providerSwitches'
  | 'adminKeys'
  | 'operator'
>;

declare module '../store/store.ts' {
  interface Store {
    readonly auditLog: ReturnType<typeof createAuditStore>;
  }
}

export function createAuditStore(
  database: Kysely<Database>,
  createParts: (transaction: Kysely<Database>) => ChangeableParts,
) {
  return {
    /**
     * Makes a change and logs it in one transaction. Nothing is logged when `change` resolves to false or undefined.
     * The change may run more than once, so it may use only its argument.
     */
    change<Result>(
      entry: Omit<AuditEntry, 'id'>,
      change: (parts: ChangeableParts) => Promise<Result>,
    ): Promise<Result> {
      const { changedAt: changed_at, clientId: client_id, key, ...rest } = entry;
      return inTransaction(database, async (transaction) => {
        const result = await change(createParts(transaction));
        if (result === false || result === undefined) return result;
        const id = createSortableId(changed_at);
        const named = { key_id: key?.keyId ?? null, key_name: key?.name ?? null };
        const row = { id, changed_at, client_id, ...named, ...rest };
        await transaction.insertInto('audit_log').values(row).execute();
        return result;
      });
    },
    async list({ clientId, after, count }: AuditQuery): Promise<readonly AuditEntry[]> {
      let entries = database
        .selectFrom('audit_log')
        .select(['id', 'changed_at as changedAt', 'via', 'person', 'action'])
        .select(['client_id as clientId', 'application', 'detail', 'key_id', 'key_name'])
        .orderBy('id', 'desc')
        .limit(count);
      if (clientId !== '') entries = entries.where('client_id', '=', clientId);
      // IDs are hexadecimal, so 'g' sorts after all of them. Without a previous page, this lists every entry.
      const rows = await entries.where('id', '<', after || 'g').execute();
      return rows.map(({ key_id: keyId, key_name: name, ...entry }) => ({
        ...entry,
        key: keyId === null ? undefined : { keyId, name: name ?? '' },
      }));
    },
  };
}

export interface Change<Result> {
  readonly action: AuditAction;
  readonly detail: string | null;
  /** See `createAuditStore`. */
  apply(parts: ChangeableParts): Promise<Result>;
}

interface ChangeRequest extends Arrival {
  readonly application: { readonly publicClientId: string; readonly name: string };
}

/** Changes an application and logs the actor, in one transaction. */
export function changeApplication<Result>(
  { clock, store }: Pick<Parts, 'clock' | 'store'>,
  { context, application }: ChangeRequest,
  { action, detail, apply }: Change<Result>,
): Promise<Result> {
  const entry = {
    ...readActor(context),
    changedAt: clock.now(),
    action,
    clientId: application.publicClientId,
    application: application.name,
    detail,
  };
  return store.auditLog.change(entry, apply);
}
