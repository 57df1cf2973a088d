import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { AuditAction, AuditVia } from '../../shapes/unions.ts';
import { type AccountStore, createAccountStore } from './accounts.ts';
import { inTransaction } from './in-transaction.ts';
import { createRegistrationStore, type RegistrationStore } from './registrations.ts';
import type { Database } from './schema.ts';

/** How long entries are kept, in milliseconds: a year. */
export const keepAuditMs = 365 * 24 * 60 * 60 * 1000;

/** Who changes something. */
export interface Actor {
  readonly via: AuditVia;
  /** As a trusted proxy names them; null: no one does. */
  readonly person: string | null;
}

/** What an operator has changed. It never has a secret in it. */
interface AuditEntry extends Actor {
  /** Sorts by time. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
  readonly action: AuditAction;
  /** The client ID that the application's developers know. */
  readonly clientId: string;
  /** The application's name before the change. */
  readonly application: string;
  /** What exactly was changed, such as an address without its query. */
  readonly detail: string | null;
}

/** One page of the log. */
interface AuditQuery {
  /** Of one application; '': of all. */
  readonly clientId: string;
  /** The last ID of the page before; '': from the newest. */
  readonly after: string;
  /** How many at most. */
  readonly count: number;
}

/** What a change works on. */
export interface ChangeableParts {
  readonly registrations: RegistrationStore;
  readonly accounts: AccountStore;
}

/** The log of what operators change. */
export interface AuditStore {
  /**
   * Changes something and writes it down: both or neither.
   *
   * @param entry - who changes what
   * @param change - resolves to false or undefined when there was nothing to change; then nothing is
   *   written down. It may run more than once, and works on nothing but its argument
   * @returns its result
   */
  change<Result>(
    entry: Omit<AuditEntry, 'id'>,
    change: (parts: ChangeableParts) => Promise<Result>,
  ): Promise<Result>;
  /** @returns entries, the newest first */
  list(query: AuditQuery): Promise<readonly AuditEntry[]>;
}

/**
 * @param database - the database
 * @returns the part of the store about the log
 */
export function createAuditStore(database: Kysely<Database>): AuditStore {
  return {
    change: ({ changedAt: changed_at, clientId: client_id, ...entry }, change) =>
      inTransaction(database, async (transaction) => {
        const result = await change({
          registrations: createRegistrationStore(transaction),
          accounts: createAccountStore(transaction),
        });
        if (result === false || result === undefined) return result;
        const id = createId(changed_at);
        const row = { id, changed_at, client_id, ...entry };
        await transaction.insertInto('audit_log').values(row).execute();
        return result;
      }),
    list({ clientId, after, count }) {
      let entries = database
        .selectFrom('audit_log')
        .select(['id', 'changed_at as changedAt', 'via', 'person', 'action'])
        .select(['client_id as clientId', 'application', 'detail'])
        .orderBy('id', 'desc')
        .limit(count);
      if (clientId !== '') entries = entries.where('client_id', '=', clientId);
      // Greater than any ID, where there is no page before.
      return entries.where('id', '<', after || 'g').execute();
    },
  };
}

let last = { time: 0, count: 0 };

/** Time, then the order within a millisecond of this process, then what sets processes apart. */
function createId(time: number): string {
  last = { time, count: time === last.time ? last.count + 1 : 0 };
  const order = last.count.toString(16).padStart(4, '0');
  return `${toFirstId(time)}${order}${randomBytes(4).toString('hex')}`;
}

/**
 * @param time - milliseconds since the epoch
 * @returns the ID before every one of that time
 */
export function toFirstId(time: number): string {
  return time.toString(16).padStart(12, '0');
}
