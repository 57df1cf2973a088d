import { type Kysely, sql, type Transaction, type Updateable } from 'kysely';
import type { Environment, RegistrationSource } from '../../shapes/unions.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Database } from '../store/schema.ts';
import { selectApplications } from './applications.ts';
import { publicClientId } from './live-application.ts';
import { type Logo, writeLogo } from './logos.ts';
import { createRegisteredAddresses, type RegisteredAddresses } from './registered-addresses.ts';
import type { Application, ConsentTerms } from './registered-application.ts';

const smallTables = [
  'application_secrets',
  'application_logos',
  'redirect_uris',
  'origins',
  'refused_requests',
] as const;

/** An application as the dashboard shows it. */
export interface RegisteredApplication extends Application {
  /** `file`: APPLICATIONS_FILE updates the application at every start. */
  readonly source: RegistrationSource;
}

/** The times of a client secret, without the secret. Milliseconds since the epoch. */
interface SecretEntry {
  /** Null when the secret came from APPLICATIONS_FILE. */
  readonly createdAt: number | null;
  /** Null when the secret is valid until it is rotated. */
  readonly expiresAt: number | null;
}

/** The input of {@link RegistrationStore.create}. */
interface NewApplication {
  readonly clientId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly secretHash: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** A new secret, and when the old ones end. */
interface SecretRotation {
  readonly secretHash: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** When the currently valid secrets expire, milliseconds since the epoch. */
  readonly oldExpireAt: number;
  /** The maximum number of simultaneously valid secrets. */
  readonly maxSecrets: number;
}

/** Conditions of {@link RegistrationStore.delete}. */
interface Deletion {
  /** The name that the application must still have. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Applications, as the dashboard manages them. */
export interface RegistrationStore {
  /** @returns every application, sorted by name */
  list(): Promise<readonly RegisteredApplication[]>;
  /** @returns the application that currently has this client ID, or undefined */
  find(publicClientId: string): Promise<RegisteredApplication | undefined>;
  /** Stores a new application with its first secret, in one transaction. */
  create(application: NewApplication): Promise<void>;
  /** @returns whether the application exists */
  rename(clientId: string, name: string): Promise<boolean>;
  /**
   * @param limit - the application's limit of submissions; null for the service's default
   * @returns whether the application exists
   */
  setSubmissionLimit(clientId: string, limit: number | null): Promise<boolean>;
  /**
   * @param days - the lifetime of new access tokens; null when they never end
   * @returns whether the application exists
   */
  setTokenDays(clientId: string, days: number | null): Promise<boolean>;
  /**
   * @param terms - the terms to change; others stay
   * @returns whether the application exists
   */
  setTerms(clientId: string, terms: Partial<ConsentTerms>): Promise<boolean>;
  /**
   * @param providerIds - the providers that the application offers, as a JSON list; null for all
   * @returns whether the application exists
   */
  setProviders(clientId: string, providerIds: string | null): Promise<boolean>;
  /** @param logo - the application's new logo; null removes it */
  setLogo(clientId: string, logo: Logo | null): Promise<void>;
  /**
   * Deletes the application with its accounts, tokens and other rows. From now on no method finds it;
   * {@link Store.purgeDeleted} deletes its rows.
   *
   * @returns whether the application existed under that name
   */
  delete(clientId: string, deletion: Deletion): Promise<boolean>;
  /** @returns the secrets that are valid at `now`, newest first */
  listSecrets(clientId: string, now: number): Promise<readonly SecretEntry[]>;
  /** @returns false when the application is unknown or has too many secrets */
  rotateSecret(clientId: string, rotation: SecretRotation): Promise<boolean>;
  /**
   * Ends every secret that a rotation has replaced, at once.
   *
   * @returns whether there was a replaced secret
   */
  endOldSecrets(clientId: string): Promise<boolean>;
  /**
   * Locks the application until the transaction ends, so that its other changes wait. Rows must be counted after
   * this call for a limit to hold.
   *
   * @returns whether the application exists
   */
  lock(clientId: string): Promise<boolean>;
  readonly redirectUris: RegisteredAddresses;
  readonly origins: RegisteredAddresses;
}

declare module '../store/store.ts' {
  interface Store {
    /** Applications, as the dashboard manages them. */
    readonly registrations: RegistrationStore;
  }
}

export function createRegistrationStore(database: Kysely<Database>): RegistrationStore {
  const applications = () => selectApplications(database).select('source');
  return {
    list: () => applications().orderBy('name').orderBy('client_id').execute(),
    find: (id) => applications().where(publicClientId, '=', id).executeTakeFirst(),
    create: (application) => create(database, application),
    rename: (clientId, name) => update(database, clientId, { name }),
    setSubmissionLimit: (clientId, submission_limit) =>
      update(database, clientId, { submission_limit }),
    setTokenDays: (clientId, token_days) => update(database, clientId, { token_days }),
    setTerms: (clientId, { purpose, privacyUrl: privacy_url, consentDays: consent_days }) =>
      update(database, clientId, { purpose, privacy_url, consent_days }),
    setProviders: (clientId, provider_ids) => update(database, clientId, { provider_ids }),
    setLogo: (clientId, logo) => writeLogo(database, clientId, logo),
    delete: (clientId, deletion) =>
      inTransaction(database, (transaction) => markDeleted(transaction, clientId, deletion)),
    listSecrets: (clientId, now) => selectSecrets(database, clientId, now),
    rotateSecret: (clientId, rotation) =>
      inTransaction(database, (transaction) => rotate(transaction, clientId, rotation)),
    async endOldSecrets(clientId) {
      const secrets = database.deleteFrom('application_secrets').where('client_id', '=', clientId);
      const old = secrets.where('expires_at', 'is not', null);
      return (await old.executeTakeFirst()).numDeletedRows > 0n;
    },
    lock: (clientId) => lockApplication(database, clientId),
    redirectUris: createRegisteredAddresses(database, {
      table: 'redirect_uris',
      column: 'redirect_uri',
    }),
    origins: createRegisteredAddresses(database, { table: 'origins', column: 'origin' }),
  };
}

async function update(
  database: Kysely<Database>,
  clientId: string,
  change: Updateable<Database['applications']>,
): Promise<boolean> {
  const applications = database.updateTable('applications').set(change);
  const named = applications.where('client_id', '=', clientId).where('deleted_at', 'is', null);
  return (await named.executeTakeFirst()).numUpdatedRows > 0n;
}

/**
 * Marks an application as deleted, and deletes the few rows that describe it or grant access. The marked row gives
 * up its client ID by adding a space, which no client ID contains, so that the client ID can be registered again.
 */
async function markDeleted(
  transaction: Transaction<Database>,
  clientId: string,
  { name, now }: Deletion,
): Promise<boolean> {
  const marked = await transaction
    .updateTable('applications')
    .set({ deleted_at: now, public_client_id: sql`client_id || ' deleted'` })
    .where('client_id', '=', clientId)
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .returning('client_id')
    .execute();
  if (marked.length === 0) return false;
  for (const table of smallTables) {
    await transaction.deleteFrom(table).where('client_id', '=', clientId).execute();
  }
  return true;
}

async function create(database: Kysely<Database>, application: NewApplication): Promise<void> {
  const { clientId: client_id, name, environment, secretHash: secret_hash, now } = application;
  await inTransaction(database, async (transaction) => {
    const values = { client_id, name, environment, source: 'dashboard' as const };
    await transaction.insertInto('applications').values(values).execute();
    const secret = { client_id, secret_hash, created_at: now };
    await transaction.insertInto('application_secrets').values(secret).execute();
  });
}

function selectSecrets(database: Kysely<Database>, clientId: string, now: number) {
  return database
    .selectFrom('application_secrets')
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('client_id', '=', clientId)
    .where((secret) =>
      secret.or([secret('expires_at', 'is', null), secret('expires_at', '>', now)]),
    )
    .orderBy(sql`coalesce(created_at, 0)`, 'desc')
    .execute();
}

async function rotate(
  transaction: Transaction<Database>,
  client_id: string,
  { secretHash: secret_hash, now, oldExpireAt, maxSecrets }: SecretRotation,
): Promise<boolean> {
  // Without the lock, two simultaneous rotations would leave two secrets that never expire.
  if (!(await lockApplication(transaction, client_id))) return false;
  await transaction
    .deleteFrom('application_secrets')
    .where('client_id', '=', client_id)
    .where('expires_at', '<=', now)
    .execute();
  if ((await selectSecrets(transaction, client_id, now)).length >= maxSecrets) return false;
  await transaction
    .updateTable('application_secrets')
    .set({ expires_at: oldExpireAt })
    .where('client_id', '=', client_id)
    .where('expires_at', 'is', null)
    .execute();
  const secret = { client_id, secret_hash, created_at: now };
  await transaction.insertInto('application_secrets').values(secret).execute();
  return true;
}

/** An update locks the row in both databases. SQLite does not support `FOR UPDATE`. */
async function lockApplication(database: Kysely<Database>, clientId: string): Promise<boolean> {
  const locked = await database
    .updateTable('applications')
    .set({ name: sql`name` })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .returning('client_id')
    .execute();
  return locked.length > 0;
}
