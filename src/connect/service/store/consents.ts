import { type Kysely, sql } from 'kysely';
import type { Disconnector, Environment } from '../../shapes/unions.ts';
import type { ConsentTerms } from './registered-application.ts';
import type { Database, NewCode } from './schema.ts';
import { createSortableId, toFirstId } from './sortable-id.ts';

/** The prefix of every consent's ID. */
export const consentIdPrefix = 'consent_';

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
  /** Orders the consents of the account. */
  readonly number: number;
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

/** What the database knows of the end of a consent. Times are milliseconds since the epoch. */
export interface ConsentTraces {
  /** When the account's next consent was given; null: it is the last one. */
  readonly followedAt: number | null;
  /** These four are the account's own; null: it does not exist any more. */
  readonly connectedAt: number | null;
  /** The number of the consent that its tokens stand on. */
  readonly standingNumber: number | null;
  readonly disconnectedAt: number | null;
  readonly disconnectedBy: Disconnector | null;
}

/** A consent with its traces. */
export type TracedConsent = ConsentRecord & ConsentTraces;

/** Which consents of an application are meant. */
export interface ConsentSearch {
  /** `ids` are consent IDs or account IDs; `provider` has a provider ID. */
  readonly of:
    | { readonly kind: 'all' }
    | { readonly kind: 'consent' | 'account'; readonly ids: readonly string[] }
    | { readonly kind: 'provider'; readonly providerId: string };
  /** These two: given at or after, and before; milliseconds since the epoch. Null: at any time. */
  readonly from: number | null;
  readonly before: number | null;
}

/** One page of the consents of an application. */
interface ConsentQuery extends ConsentSearch {
  /** The last ID of the page before; '': from the newest. */
  readonly after: string;
  /** The maximum number of records. */
  readonly count: number;
}

/** Consents. Nothing changes them, and only the sweep deletes them. */
export type ConsentStore = ReturnType<typeof createConsentStore>;

export function createConsentStore(database: Kysely<Database>) {
  return {
    /** @returns the consents of an application, also of a deleted one, newest first */
    list: (publicClientId: string, query: ConsentQuery): Promise<readonly TracedConsent[]> =>
      list(database, publicClientId, query),
    /**
     * @param clientId - the key of the application's rows
     * @param person - a person's whole ID or account name at one of the providers
     * @returns the IDs of the accounts
     */
    async findAccounts(
      clientId: string,
      { name, providerIds }: { readonly name: string; readonly providerIds: readonly string[] },
    ): Promise<readonly string[]> {
      const accounts = database
        .selectFrom('accounts')
        .select('id')
        .where('client_id', '=', clientId);
      const byLabel = accounts.where('account_label', '=', name).limit(maxAccounts);
      const byId = accounts.where('username', '=', name).where('provider_id', 'in', providerIds);
      const found = await Promise.all([
        byLabel.execute(),
        providerIds.length === 0 ? [] : byId.execute(),
      ]);
      return [...new Set(found.flat().map(({ id }) => id))];
    },
    /** @returns the consent with that number of the account */
    find: (accountId: string, number: number): Promise<ConsentRecord | undefined> =>
      selectRecords(database)
        .where('account_id', '=', accountId)
        .where('number', '=', number)
        .executeTakeFirst(),
    /**
     * @param now - milliseconds since the epoch
     * @returns the earliest time up to now at which a consent ends or its end is announced, if that has not been done
     */
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

/** Several accounts have one name when a person has several, or two people share it. */
const maxAccounts = 100;

function selectRecords(database: Kysely<Database>) {
  return database
    .selectFrom('consents')
    .select(['consents.id', 'consents.client_id as clientId', 'application', 'environment'])
    .select(['consents.provider_id as providerId', 'provider', 'account_id as accountId'])
    .select(['consents.shares', 'purpose', 'privacy_url as privacyUrl', 'locale'])
    .select(['text_hash as textHash', 'granted_at as grantedAt', 'ends_at as endsAt', 'number'])
    .orderBy('consents.id', 'desc');
}

function list(
  database: Kysely<Database>,
  publicClientId: string,
  { of, from, before, after, count }: ConsentQuery,
): Promise<readonly TracedConsent[]> {
  // IDs are hexadecimal and sort by time. 'g' is greater than any.
  const end = before === null ? 'g' : toFirstId(before);
  const last = `${consentIdPrefix}${end}`;
  let page = selectRecords(database)
    .leftJoin('accounts', 'accounts.id', 'consents.account_id')
    .select(['accounts.connected_at as connectedAt', 'accounts.consent_number as standingNumber'])
    .select(['accounts.disconnected_at as disconnectedAt'])
    .select(['accounts.disconnected_by as disconnectedBy'])
    .select(
      sql<number | null>`(SELECT later.granted_at FROM consents AS later
        WHERE later.account_id = consents.account_id AND later.id > consents.id
        ORDER BY later.id LIMIT 1)`.as('followedAt'),
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

/** The code of a consent, its account, and the consent's number. */
interface NumberedConsent {
  readonly code: NewCode;
  readonly accountId: string;
  readonly number: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Consents of one account in a day. Each is kept for years, and its person makes as many as they like. */
const maxOfDay: Readonly<Record<Environment, number>> = { live: 200, test: 2000 };

/** The account has recorded as many consents as it may in a day. */
export class TooManyConsents extends Error {
  /** The time until it may record another one, in milliseconds. */
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
  { code, accountId, number }: NumberedConsent,
  consent: NewConsent,
): Promise<void> {
  const since = code.consented_at - dayMs;
  const first = await transaction
    .selectFrom('consents')
    .select('granted_at')
    .where('account_id', '=', accountId)
    .where('id', '>=', consentIdPrefix + toFirstId(since + 1))
    .orderBy('id', 'desc')
    .offset(maxOfDay[code.environment] - 1)
    .limit(1)
    .executeTakeFirst();
  if (first) throw new TooManyConsents(first.granted_at - since);
  await transaction
    .insertInto('consents')
    .values({
      id: `${consentIdPrefix}${createSortableId(code.consented_at)}`,
      client_id: consent.publicClientId,
      application: consent.application,
      environment: code.environment,
      provider_id: code.provider_id,
      provider: consent.provider,
      account_id: accountId,
      number,
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
