import { type Generated, type Insertable, type Kysely, sql } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import type { UnneededRows } from '../store/batches.ts';
import type { Database } from '../store/schema.ts';
import { createSortableId, toFirstId } from '../store/sortable-id.ts';

/** The record of a consent. A database trigger refuses every change, and a deletion before `kept_until`. */
interface ConsentsTable {
  /** IDs sort by the time of the consent. */
  id: string;
  /** The client ID that developers knew when the consent was given. The next three columns are from that time, too. */
  client_id: string;
  application: string;
  environment: Environment;
  provider: string;
  provider_id: string;
  account_id: string;
  /** The number of the consent, see `connection-tables.ts`. */
  number: Generated<number>;
  /** The shares (kinds of data), separated by spaces. */
  shares: string;
  purpose: string | null;
  /** The language of the purpose; null when the application had one purpose for all languages. */
  purpose_locale: Generated<string | null>;
  privacy_url: string | null;
  /** The language of the text that was shown, and its SHA-256; null when the page did not report them. */
  locale: string | null;
  text_hash: string | null;
  granted_at: number;
  ends_at: number | null;
  kept_until: number;
}

declare module '../store/schema.ts' {
  interface Database {
    consents: ConsentsTable;
  }
}

export const consentIdPrefix = 'consent_';

/** The columns of a consent's record that are not copied from its code. */
export type NewConsent = Pick<
  Insertable<ConsentsTable>,
  | ('client_id' | 'application' | 'provider' | 'purpose' | 'purpose_locale')
  | ('privacy_url' | 'locale' | 'text_hash' | 'kept_until')
>;

/** The record of a consent, and the state of its account, from which the end of the consent follows. */
export type TracedConsent = Awaited<ReturnType<typeof list>>[number];

export interface ConsentSearch {
  /** The consents to find. `ids` are consent IDs or account IDs, depending on `kind`. */
  readonly of:
    | { readonly kind: 'all' }
    | { readonly kind: 'consent' | 'account'; readonly ids: readonly string[] }
    | { readonly kind: 'provider'; readonly providerId: string };
  /** Limits for the time of the consent, in milliseconds since the epoch. `from` is included, `before` is not. */
  readonly from: number | null;
  readonly before: number | null;
}

interface ConsentQuery extends ConsentSearch {
  /** The last ID of the previous page; an empty string starts with the newest. */
  readonly after: string;
  readonly count: number;
}

export function createConsentStore(database: Kysely<Database>) {
  return {
    /** Lists the records of an application, newest first, even when the application has been deleted. */
    list: (publicClientId: string, query: ConsentQuery) => list(database, publicClientId, query),
    /** Finds the accounts of an application by a person's account name or ID at the provider. */
    async findAccounts(
      clientId: string,
      { name, providerIds }: { readonly name: string; readonly providerIds: readonly string[] },
    ): Promise<readonly string[]> {
      const accounts = database
        .selectFrom('accounts')
        .select('id')
        .where('client_id', '=', clientId);
      // A provider and a keyboard may write the same letter by different characters.
      const names = [name, name.normalize('NFC'), name.normalize('NFD')];
      const byLabel = accounts.where('account_label', 'in', names).limit(maxAccounts);
      const byId = accounts.where('username', 'in', names).where('provider_id', 'in', providerIds);
      const found = await Promise.all([
        byLabel.execute(),
        providerIds.length === 0 ? [] : byId.execute(),
      ]);
      return [...new Set(found.flat().map(({ id }) => id))];
    },
    find: (accountId: string, number: number) =>
      selectRecords(database)
        .where('account_id', '=', accountId)
        .where('number', '=', number)
        .executeTakeFirst(),
    /** Returns the earliest time up to `now` at which a consent ends or must be announced, if not handled yet. */
    async findDue(now: number): Promise<number | undefined> {
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

/** The maximum number of accounts with one name. A person may have several, and several people may share the name. */
const maxAccounts = 100;

function selectRecords(database: Kysely<Database>) {
  return database
    .selectFrom('consents')
    .select(['consents.id as consent_id', 'consents.client_id', 'application', 'environment'])
    .select(['consents.provider_id', 'provider', 'account_id', 'consents.shares', 'purpose'])
    .select(['purpose_locale', 'privacy_url', 'locale', 'text_hash', 'granted_at'])
    .select(['ends_at as expires_at', 'number'])
    .orderBy('consents.id', 'desc');
}

function list(
  database: Kysely<Database>,
  publicClientId: string,
  { of, from, before, after, count }: ConsentQuery,
) {
  // IDs are hexadecimal and sort by time, so 'g' sorts after all of them.
  const end = before === null ? 'g' : toFirstId(before);
  const last = `${consentIdPrefix}${end}`;
  let page = selectRecords(database)
    .leftJoin('accounts', 'accounts.id', 'consents.account_id')
    // The columns of `accounts` are null when the account no longer exists.
    .select(['accounts.client_id as account_owner', 'accounts.connected_at'])
    .select('accounts.consent_number as standing_number')
    .select(['accounts.disconnected_at', 'accounts.disconnected_by'])
    .select(
      sql<number | null>`(SELECT later.granted_at FROM consents AS later
        WHERE later.account_id = consents.account_id AND later.id > consents.id
        ORDER BY later.id LIMIT 1)`.as('followed_at'),
    )
    .where('consents.client_id', '=', publicClientId)
    .where('consents.id', '<', after === '' || after > last ? last : after)
    .limit(count);
  if (from !== null) page = page.where('consents.id', '>=', consentIdPrefix + toFirstId(from));
  if (of.kind === 'provider') page = page.where('consents.provider_id', '=', of.providerId);
  if (of.kind === 'account') page = page.where('account_id', 'in', of.ids);
  if (of.kind === 'consent') page = page.where('consents.id', 'in', of.ids);
  return page.execute();
}

const dayMs = 24 * 60 * 60 * 1000;

/** The maximum number of an account's consents in a day, because their records are kept for years. */
const maxOfDay: Readonly<Record<Environment, number>> = { live: 200, test: 2000 };

export class TooManyConsents extends Error {
  /** The time that the account must wait for its next consent, in milliseconds. */
  readonly waitMs: number;

  constructor(waitMs: number) {
    super('The account has recorded too many consents in a day.');
    this.waitMs = waitMs;
  }
}

/**
 * Records a consent. Call it in the transaction that stores its code and has locked its account.
 *
 * @throws TooManyConsents
 */
export async function addConsent(
  transaction: Kysely<Database>,
  code: Omit<Insertable<Database['codes']>, 'consent_number'>,
  consent: NewConsent & { readonly account_id: string; readonly number: number },
): Promise<void> {
  const since = code.consented_at - dayMs;
  const first = await transaction
    .selectFrom('consents')
    .select('granted_at')
    .where('account_id', '=', consent.account_id)
    .where('id', '>=', consentIdPrefix + toFirstId(since + 1))
    .orderBy('id', 'desc')
    .offset(maxOfDay[code.environment] - 1)
    .limit(1)
    .executeTakeFirst();
  if (first) throw new TooManyConsents(first.granted_at - since);
  await transaction
    .insertInto('consents')
    .values({
      ...consent,
      id: `${consentIdPrefix}${createSortableId(code.consented_at)}`,
      environment: code.environment,
      provider_id: code.provider_id,
      shares: code.shares,
      granted_at: code.consented_at,
      ends_at: code.consent_ends_at ?? null,
    })
    .execute();
}

/** The time that a record outlives `kept_until`, in milliseconds, because the clock of the database may differ. */
const graceMs = 60 * 60 * 1000;

/**
 * Lists the records that can be deleted. The records of a connected account are kept whatever their age. The records of
 * a disconnected account are kept as if the consent had ended with the connection.
 */
export function listOldConsents(now: number): UnneededRows {
  // The trigger that protects the records reads the clock of the database, which tests cannot move.
  const time = Math.min(now, Date.now()) - graceMs;
  const condition = sql`kept_until < ${time} AND NOT EXISTS (
    SELECT id FROM accounts WHERE accounts.id = consents.account_id AND connected_at > 0
      AND coalesce(disconnected_at, ${time}) + kept_until - coalesce(ends_at, granted_at) >= ${time})`;
  return { table: 'consents', key: ['id'], condition };
}
