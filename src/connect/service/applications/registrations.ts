import { type Kysely, sql, type Transaction } from 'kysely';
import type { Environment } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import { addUnlessDeleted, inTransaction } from '../store/transactions.ts';
import { selectApplications } from './application-tables.ts';
import type { Brand, ConsentTerms } from './consent-terms.ts';
import { createLogoStore, type Logo, writeLogo } from './logos.ts';
import type { Application } from './registered-application.ts';

const smallTables = [
  'application_secrets',
  'application_logos',
  'redirect_uris',
  'origins',
  'refused_requests',
] as const;

export type SettableColumns = Partial<
  Pick<
    Application,
    'name' | 'submission_limit' | 'token_days' | 'provider_ids' | keyof (ConsentTerms & Brand)
  >
>;

interface NewApplication {
  readonly clientId: string;
  readonly name: string;
  readonly environment: Environment;
  readonly secretHash: string;
  readonly now: number;
}

interface SecretRotation {
  readonly secretHash: string;
  readonly now: number;
  /** When the secrets that are valid now will expire, in milliseconds since the epoch. */
  readonly oldExpireAt: number;
  /** The maximum number of secrets that are valid at the same time. */
  readonly maxSecrets: number;
}

interface Deletion {
  /** The application is deleted only if it still has this name. */
  readonly name: string;
  readonly now: number;
}

/** Creates the store of registered applications. Methods that change an application return false when it is missing. */
export function createRegistrationStore(database: Kysely<Database>) {
  return {
    list: (): Promise<readonly Application[]> =>
      selectApplications(database).orderBy('name').orderBy('client_id').execute(),
    create: (application: NewApplication): Promise<void> => create(database, application),
    /** Sets columns. Also returns false when they have these values already. */
    set: (clientId: string, columns: SettableColumns): Promise<boolean> =>
      update(database, clientId, columns),
    /** Replaces the logo; null removes it. Also returns false when it is the same already. */
    setLogo: (clientId: string, logo: Logo | null): Promise<boolean> =>
      inTransaction(database, (transaction) => setLogo(transaction, clientId, logo)),
    delete: (clientId: string, deletion: Deletion): Promise<boolean> =>
      inTransaction(database, (transaction) => markDeleted(transaction, clientId, deletion)),
    /** Lists the valid secrets, newest first, without their hashes. */
    listSecrets: (clientId: string, now: number) => selectSecrets(database, clientId, now),
    /** Adds a secret. Returns false when the application does not exist, or has too many secrets. */
    rotateSecret: (clientId: string, rotation: SecretRotation): Promise<boolean> =>
      inTransaction(database, (transaction) => rotate(transaction, clientId, rotation)),
    endOldSecrets: (clientId: string): Promise<boolean> => endOldSecrets(database, clientId),
    lock: (clientId: string): Promise<boolean> => lockApplication(database, clientId),
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
  columns: SettableColumns,
): Promise<boolean> {
  const differences = Object.entries(columns).map(
    ([name, value]) => sql<boolean>`${sql.ref(name)} IS DISTINCT FROM ${value}`,
  );
  if (differences.length === 0) return false;
  const applications = database.updateTable('applications').set(columns);
  const named = applications.where('client_id', '=', clientId).where('deleted_at', 'is', null);
  const changed = await named.where(({ or }) => or(differences)).executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

async function setLogo(
  transaction: Transaction<Database>,
  clientId: string,
  logo: Logo | null,
): Promise<boolean> {
  if (!(await lockApplication(transaction, clientId))) return false;
  const current = await createLogoStore(transaction).findName(clientId);
  if (current === (logo?.name ?? null)) return false;
  await writeLogo(transaction, clientId, logo);
  return true;
}

/**
 * Marks an application as deleted, and deletes the few rows that describe it or grant access. From then on no method
 * finds it, and {@link Store.purgeDeleted} deletes its other rows. The client ID of the marked row gets a suffix with
 * a space, which no client ID contains, so that the client ID can be registered again. Returns false when the
 * application has another name by now.
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
    const values = {
      client_id,
      registered_at: now,
      name,
      environment,
      source: 'dashboard' as const,
    };
    await transaction.insertInto('applications').values(values).execute();
    const secret = { client_id, secret_hash, created_at: now };
    await transaction.insertInto('application_secrets').values(secret).execute();
  });
}

function selectSecrets(database: Kysely<Database>, clientId: string, now: number) {
  return database
    .selectFrom('application_secrets')
    .select(['created_at', 'expires_at'])
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

/** Ends the secrets that rotations have replaced. Returns false when there are none. */
async function endOldSecrets(database: Kysely<Database>, clientId: string): Promise<boolean> {
  const secrets = database.deleteFrom('application_secrets').where('client_id', '=', clientId);
  const old = secrets.where('expires_at', 'is not', null);
  return (await old.executeTakeFirst()).numDeletedRows > 0n;
}

/**
 * Locks the application until the transaction ends, so that other changes of it wait. A limit on a number of rows
 * holds only if the rows are counted after this call. An update locks the row in both databases, because SQLite does
 * not support `FOR UPDATE`. Returns false when the application does not exist.
 */
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

type AddressTable =
  | { readonly table: 'redirect_uris'; readonly column: 'redirect_uri' }
  | { readonly table: 'origins'; readonly column: 'origin' };

function createRegisteredAddresses(database: Kysely<Database>, place: AddressTable) {
  const table = sql.table(place.table);
  const column = sql.ref(place.column);
  return {
    async list(clientId: string): Promise<readonly string[]> {
      const { rows } = await sql<{ address: string }>`
        SELECT ${column} AS address FROM ${table} WHERE client_id = ${clientId}
        ORDER BY ${column}`.execute(database);
      return rows.map((row) => row.address);
    },
    /** Adds an address. An existing one stays unchanged. Returns false when the application has been deleted. */
    add: (clientId: string, address: string): Promise<boolean> =>
      addUnlessDeleted(async () => {
        // `DO NOTHING` would return no row for an existing address, as if the application had been deleted.
        const { rows } = await sql`INSERT INTO ${table} (client_id, ${column})
          SELECT client_id, ${address} FROM applications
          WHERE client_id = ${clientId} AND deleted_at IS NULL
          ON CONFLICT (client_id, ${column}) DO UPDATE SET ${column} = excluded.${column}
          RETURNING client_id`.execute(database);
        return rows.length > 0;
      }),
    async remove(clientId: string, address: string): Promise<boolean> {
      const { rows } = await sql`DELETE FROM ${table}
        WHERE client_id = ${clientId} AND ${column} = ${address}
        RETURNING client_id`.execute(database);
      return rows.length > 0;
    },
  };
}
