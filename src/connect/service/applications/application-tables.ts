import { type Generated, type Kysely, sql } from 'kysely';
import type { Environment, RefusedKind, RegistrationSource } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';
import { type Brand, type ConsentTerms, termNames } from './consent-terms.ts';

type Columns<Fields> = { -readonly [Name in keyof Fields]: Generated<Fields[Name]> };

interface ApplicationsTable extends Columns<ConsentTerms & Brand> {
  /** The key of the rows: the client ID, unless a deleted application with the same client ID is still being purged. */
  client_id: string;
  /** The client ID that developers know; null when it equals `client_id`. After a deletion, no client ID equals it. */
  public_client_id: Generated<string | null>;
  /** Older records of consents belong to a deleted application with the same client ID. */
  registered_at: Generated<number>;
  /** When the application was deleted. Queries do not find it any more, and its rows are being purged. */
  deleted_at: Generated<number | null>;
  name: string;
  environment: Environment;
  /** Null for the service's default limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
  /** The number of submissions among `submissions_used` that came from the public page. */
  anonymous_submissions: Generated<number>;
  /** Where the application was registered. The service updates applications of APPLICATIONS_FILE at every start. */
  source: Generated<RegistrationSource>;
  /** The lifetime of a new access token in days; null when tokens never end. */
  token_days: Generated<number | null>;
  /** The IDs of the providers that the application offers, as a JSON list; null when it offers all. */
  provider_ids: Generated<string | null>;
}

interface ApplicationSecretsTable {
  client_id: string;
  secret_hash: string;
  /** Null when the secret came from APPLICATIONS_FILE. */
  created_at: number | null;
  /** When the secret expires; null until a rotation replaces it. */
  expires_at: number | null;
}

interface ApplicationLogosTable {
  client_id: string;
  /** The SHA-256 and the type of the picture, such as `….png`. */
  name: string;
  /** The picture in Base64. */
  image: string;
}

interface RedirectUrisTable {
  client_id: string;
  redirect_uri: string;
}

interface OriginsTable {
  client_id: string;
  origin: string;
}

interface RefusedRequestsTable {
  client_id: string;
  kind: RefusedKind;
  /** The refused origin or redirect URI; empty for other kinds of requests. */
  value: string;
  /** A hash of the sender's network, so that one network cannot displace the entries of others. */
  network_hash: string;
  refused_at: number;
}

declare module '../store/schema.ts' {
  interface Database {
    applications: ApplicationsTable;
    application_secrets: ApplicationSecretsTable;
    application_logos: ApplicationLogosTable;
    redirect_uris: RedirectUrisTable;
    origins: OriginsTable;
    refused_requests: RefusedRequestsTable;
  }
}

export const publicClientId = sql<string>`coalesce(applications.public_client_id, applications.client_id)`;

/** Writes the SQL condition that the application of a row has not been deleted. */
export function belongsToLive(column: 'flows.client_id' | 'accounts.client_id') {
  return sql<boolean>`EXISTS (
    SELECT owner.client_id FROM applications AS owner
    WHERE owner.client_id = ${sql.ref(column)} AND owner.deleted_at IS NULL)`;
}

/** Writes the SQL condition that the flow's application, if it has one, has not been deleted. */
export function isLiveFlow() {
  return sql<boolean>`(flows.kind = 'manage' OR ${belongsToLive('flows.client_id')})`;
}

export function selectApplications(database: Kysely<Database>) {
  return database
    .selectFrom('applications')
    .select(['applications.client_id as clientId', publicClientId.as('publicClientId')])
    .select(['name', 'environment', 'source', 'registered_at'])
    .select(['submission_limit', 'submissions_used', 'anonymous_submissions'])
    .select([...termNames, 'accent_color', 'support_url', 'token_days'])
    .select([
      'provider_ids',
      sql<string>`(SELECT switches FROM switched_providers)`.as('providerSwitches'),
    ])
    .where('deleted_at', 'is', null);
}

type OwnedRow = { readonly client_id: string } & Readonly<Record<string, string | number | null>>;

/**
 * Adds a row, unless its application has been deleted. The foreign key alone does not prevent that, because the row
 * of a deleted application stays until its other rows are purged.
 */
export async function addOwnedRow(
  database: Kysely<Database>,
  table: 'connect_sessions' | 'flows' | 'webhooks',
  row: OwnedRow,
): Promise<boolean> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  const { rows } = await sql`INSERT INTO ${sql.table(table)} (${columns})
    SELECT ${values} FROM applications
    WHERE applications.client_id = ${row.client_id} AND deleted_at IS NULL
    RETURNING client_id`.execute(database);
  return rows.length > 0;
}
