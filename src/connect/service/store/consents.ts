import { type Kysely, sql } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import type { ConsentTerms } from './registered-application.ts';
import type { Database, NewCode } from './schema.ts';
import { createSortableId } from './sortable-id.ts';

const idPrefix = 'consent_';

/** What a consent has shown, apart from what its code has. */
export interface NewConsent extends Omit<ConsentTerms, 'consentDays'> {
  /** The client ID that the application's developers know. */
  readonly publicClientId: string;
  /** These two: the names of now. */
  readonly application: string;
  readonly provider: string;
  /** The language of the text, and its SHA-256; null: the page has not said it. */
  readonly locale: string | null;
  readonly textHash: string | null;
  /** Milliseconds since the epoch. */
  readonly keptUntil: number;
}

/** A consent, as it was given. Times are milliseconds since the epoch. */
interface ConsentRecord {
  readonly id: string;
  readonly clientId: string;
  readonly application: string;
  readonly environment: Environment;
  readonly providerId: string;
  readonly provider: string;
  readonly accountId: string;
  /** Separated by spaces. */
  readonly shares: string;
  readonly purpose: string | null;
  readonly privacyUrl: string | null;
  readonly locale: string | null;
  readonly textHash: string | null;
  readonly grantedAt: number;
  /** Null: without an end. */
  readonly endsAt: number | null;
}

/** One page of the consents of an application. */
interface ConsentQuery {
  /** An account ID or a provider ID; '': all consents. */
  readonly search: string;
  /** The last ID of the page before; '': from the newest. */
  readonly after: string;
  /** The maximum number of records. */
  readonly count: number;
}

/** Consents. Nothing changes them, and only the sweep deletes them. */
export interface ConsentStore {
  /** @returns the consents of an application, also of a deleted one, newest first */
  list(publicClientId: string, query: ConsentQuery): Promise<readonly ConsentRecord[]>;
  /**
   * @param grantedAt - milliseconds since the epoch
   * @returns the consent that was given then for the account
   */
  find(accountId: string, grantedAt: number): Promise<ConsentRecord | undefined>;
  /**
   * @param now - milliseconds since the epoch
   * @returns the earliest time up to now at which a consent ends or its end is announced, if that has not been done
   */
  findDue(now: number): Promise<number | undefined>;
}

/** @returns the store's methods for consents */
export function createConsentStore(database: Kysely<Database>): ConsentStore {
  const select = () =>
    database
      .selectFrom('consents')
      .select(['id', 'client_id as clientId', 'application', 'environment'])
      .select(['provider_id as providerId', 'provider', 'account_id as accountId', 'shares'])
      .select(['purpose', 'privacy_url as privacyUrl', 'locale', 'text_hash as textHash'])
      .select(['granted_at as grantedAt', 'ends_at as endsAt'])
      .orderBy('id', 'desc');
  return {
    list(publicClientId, { search, after, count }) {
      const all = select().where('client_id', '=', publicClientId).limit(count);
      // IDs are hexadecimal, so 'g' is greater than any: without a previous page, this lists every record.
      const page = all.where('id', '<', after || `${idPrefix}g`);
      if (search === '') return page.execute();
      const column = search.startsWith('account_') ? 'account_id' : 'provider_id';
      return page.where(column, '=', search).execute();
    },
    find: (accountId, grantedAt) =>
      select()
        .where('account_id', '=', accountId)
        .where('granted_at', '=', grantedAt)
        .executeTakeFirst(),
    async findDue(now) {
      const due = await database
        .selectFrom('accounts')
        .select('consent_due_at')
        .where('consent_due_at', '<=', now)
        .orderBy('consent_due_at')
        .limit(1)
        .executeTakeFirst();
      return due?.consent_due_at ?? undefined;
    },
  };
}

/** Records a consent. Call it in the transaction that stores its code. */
export async function addConsent(
  transaction: Kysely<Database>,
  { code, accountId }: { readonly code: NewCode; readonly accountId: string },
  consent: NewConsent,
): Promise<void> {
  await transaction
    .insertInto('consents')
    .values({
      id: `${idPrefix}${createSortableId(code.consented_at)}`,
      client_id: consent.publicClientId,
      application: consent.application,
      environment: code.environment,
      provider_id: code.provider_id,
      provider: consent.provider,
      account_id: accountId,
      shares: code.shares,
      purpose: consent.purpose,
      privacy_url: consent.privacyUrl,
      locale: consent.locale,
      text_hash: consent.textHash,
      granted_at: code.consented_at,
      ends_at: code.consent_ends_at ?? null,
      kept_until: consent.keptUntil,
    })
    .execute();
}

/** The clocks of this process and of the database may differ. */
const graceMs = 60 * 60 * 1000;

/**
 * The records of a connected account stay, whatever their age. Those of a disconnected one stay as long as
 * if it had ended with the connection.
 *
 * @param now - milliseconds since the epoch
 * @returns the condition for records that nothing needs any more
 */
export function describeOldConsents(now: number) {
  // The trigger reads the clock of the database, which no test moves.
  const time = Math.min(now, Date.now()) - graceMs;
  return sql`kept_until < ${time} AND NOT EXISTS (
    SELECT id FROM accounts WHERE accounts.id = consents.account_id AND connected_at > 0
      AND coalesce(disconnected_at, ${time}) + kept_until - coalesce(ends_at, granted_at) >= ${time})`;
}
