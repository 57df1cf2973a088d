import type { Kysely, Selectable } from 'kysely';
import type { AuditAction } from '../../shapes/dashboard-words.ts';
import type { Clock } from '../basics/clock.ts';
import { type Actor, readActor } from '../http/actor.ts';
import type { Arrival } from '../http/endpoint.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId } from '../store/sortable-id.ts';
import type { Store } from '../store/store.ts';
import { inTransaction } from '../store/transactions.ts';

/**
 * An entry of the audit log. It never contains a secret. `client_id` is the client ID that developers know.
 * `client_id` and `application` are empty when the change concerns all applications.
 */
type AuditEntry = Actor &
  Pick<AuditRow, 'changed_at' | 'action' | 'client_id' | 'application' | 'detail'>;

type AuditRow = Selectable<Database['audit_log']>;

interface AuditQuery {
  /** The client ID whose entries to list; an empty string for all entries. */
  readonly clientId: string;
  /** The ID of the last entry of the previous page; an empty string starts with the newest entry. */
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

export function createAuditStore(
  database: Kysely<Database>,
  createParts: (transaction: Kysely<Database>) => ChangeableParts,
) {
  return {
    /**
     * Makes a change and logs it, in one transaction. Nothing is logged when `change` resolves to false.
     * `change` may run more than once after a deadlock, so it may use only its argument.
     */
    change<Result>(
      entry: AuditEntry,
      change: (parts: ChangeableParts) => Promise<Result>,
    ): Promise<Result> {
      return inTransaction(database, async (transaction) => {
        const result = await change(createParts(transaction));
        if (result !== false) await addAuditEntry(transaction, entry);
        return result;
      });
    },
    async list({ clientId, after, count }: AuditQuery): Promise<readonly AuditRow[]> {
      let entries = database.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(count);
      if (clientId !== '') entries = entries.where('client_id', '=', clientId);
      // This condition is always true on the first page: IDs are hexadecimal, so 'g' sorts after all of them.
      return await entries.where('id', '<', after || 'g').execute();
    },
  };
}

/** Logs a change. Call it in the transaction of the change. */
export async function addAuditEntry(
  transaction: Kysely<Database>,
  { key, ...entry }: AuditEntry,
): Promise<void> {
  const id = createSortableId(entry.changed_at);
  const row = { id, key_id: key?.key_id ?? null, key_name: key?.name ?? null, ...entry };
  await transaction.insertInto('audit_log').values(row).execute();
}

export interface Change<Result> {
  readonly action: AuditAction;
  readonly detail: string | null;
  /** Makes the change. It may run more than once; see `createAuditStore`. */
  apply(parts: ChangeableParts): Promise<Result>;
}

interface ChangedApplication {
  readonly publicClientId: string;
  readonly name: string;
}

/** The actor of changes that the service itself makes, without a person or program. */
export const serviceActor: Actor = { via: 'service', person: null };

/** Makes a change and logs it with its actor. Without `application`, the change concerns all applications. */
export function makeChange<Result>(
  { clock, store }: { readonly clock: Pick<Clock, 'now'>; readonly store: Pick<Store, 'auditLog'> },
  {
    actor,
    application,
  }: { readonly actor: Actor; readonly application?: ChangedApplication | undefined },
  { action, detail, apply }: Change<Result>,
): Promise<Result> {
  const about = {
    client_id: application?.publicClientId ?? '',
    application: application?.name ?? '',
  };
  return store.auditLog.change(
    { ...actor, ...about, changed_at: clock.now(), action, detail },
    apply,
  );
}

/** Makes a change, and logs it with the request's actor and application. */
export const changeAsOperator = <Result>(
  { parts, context, application }: Arrival & { readonly application?: ChangedApplication },
  change: Change<Result>,
): Promise<Result> => makeChange(parts, { actor: readActor(context), application }, change);
