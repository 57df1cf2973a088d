import type { OpenedDatabase } from '../store/opened-database.ts';
import type { Database } from '../store/schema.ts';
import { selectApplications } from './application-tables.ts';
import type { Application } from './registered-application.ts';

/** An application and the secrets that authenticate it. */
export interface Credentials {
  /** Undefined when the client ID is unknown. */
  readonly application: Application | undefined;
  readonly secrets: readonly {
    /** SHA-256. */
    readonly hash: string;
    /** Milliseconds since the epoch; null when valid until it is rotated. */
    readonly expiresAt: number | null;
  }[];
}

/** Finds an application with its secrets. */
export type FindCredentials = (publicClientId: string) => Promise<Credentials>;

/**
 * Nearly every request of a backend needs it, so the statement is prepared. One query reads the application and its
 * secrets, so that they always match. The lookup appends the comparison with a client ID.
 */
export function createFindCredentials({
  database,
  prepareLookup,
}: OpenedDatabase): FindCredentials {
  const { sql: select } = selectApplications(database)
    .innerJoin('application_secrets as secret', 'secret.client_id', 'applications.client_id')
    .select(['secret_hash', 'expires_at'])
    .compile();
  type Row = Application & Pick<Database['application_secrets'], 'secret_hash' | 'expires_at'>;
  const find = prepareLookup<Row>({
    name: 'credentials',
    select: `${select} AND coalesce(public_client_id, applications.client_id)`,
    key: 'publicClientId',
  });
  return async (publicClientId) => {
    const rows = await find(publicClientId);
    const [application] = rows.map(({ secret_hash, expires_at, ...read }) => read);
    const secrets = rows.map((row) => ({ hash: row.secret_hash, expiresAt: row.expires_at }));
    return { application, secrets };
  };
}
