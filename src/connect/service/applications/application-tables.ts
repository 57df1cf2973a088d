import { type Generated, type Kysely, sql } from 'kysely';
import type { Environment, RefusedKind, RegistrationSource } from '../../shapes/unions.ts';
import type { Database } from '../store/schema.ts';

interface ApplicationsTable {
  /** The client ID, unless a deleted application with that client ID is still being purged. */
  client_id: string;
  /**
   * The client ID that developers know; null when it equals `client_id`. For a deleted application, it is no possible
   * client ID.
   */
  public_client_id: Generated<string | null>;
  /** Null unless deleted. Queries do not find a deleted application, and its rows are being purged. */
  deleted_at: Generated<number | null>;
  name: string;
  environment: Environment;
  /** Null for the service's default limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
  /** Submissions that came from the public page. */
  anonymous_submissions: Generated<number>;
  /** APPLICATIONS_FILE updates its applications at every start. */
  source: Generated<RegistrationSource>;
  /** See `ConsentTerms`. */
  purpose: Generated<string | null>;
  privacy_url: Generated<string | null>;
  consent_days: Generated<number | null>;
  /** See `Brand`. */
  accent_color: Generated<string | null>;
  support_url: Generated<string | null>;
  /** The lifetime of a new access token in days; null when it never ends. */
  token_days: Generated<number | null>;
  /** The providers that the application offers, as a JSON list; null for all. */
  provider_ids: Generated<string | null>;
}

interface ApplicationSecretsTable {
  client_id: string;
  secret_hash: string;
  /** Null when the secret came from APPLICATIONS_FILE. */
  created_at: number | null;
  /** Null until the secret is rotated. */
  expires_at: number | null;
}

interface ApplicationLogosTable {
  client_id: string;
  /** The SHA-256 and type of the picture, such as `….png`. */
  name: string;
  /** Base64. */
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
  /** The origin or redirect URI; empty for the other kinds. */
  value: string;
  /** A hash of the request's network. It keeps one network from displacing the entries of others. */
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

/** The condition that the application of a row has not been deleted. */
export function belongsToLive(column: 'flows.client_id' | 'accounts.client_id') {
  return sql<boolean>`EXISTS (
    SELECT owner.client_id FROM applications AS owner
    WHERE owner.client_id = ${sql.ref(column)} AND owner.deleted_at IS NULL)`;
}

/** The condition that a flow's application has not been deleted, or that the flow needs none. */
export function isLiveFlow() {
  return sql<boolean>`(flows.kind = 'manage' OR ${belongsToLive('flows.client_id')})`;
}

export function selectApplications(database: Kysely<Database>) {
  return database
    .selectFrom('applications')
    .select(['applications.client_id as clientId', publicClientId.as('publicClientId')])
    .select([
      'name',
      'environment',
      'submission_limit',
      'submissions_used',
      'anonymous_submissions',
    ])
    .select(['purpose', 'privacy_url', 'consent_days', 'accent_color', 'support_url', 'token_days'])
    .select([
      'provider_ids',
      sql<string>`(SELECT switches FROM switched_providers)`.as('providerSwitches'),
    ])
    .where('deleted_at', 'is', null);
}

type OwnedRow = { readonly client_id: string } & Readonly<Record<string, string | number | null>>;

/**
 * Adds a row, unless its application has been deleted. The foreign key alone does not prevent that, because a deleted
 * application's row stays until all of its other rows are purged.
 */
export async function addOwnedRow(
  database: Kysely<Database>,
  table: 'flows' | 'webhooks',
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
