import type { OpenedDatabase } from '../store/opened-database.ts';
import type { Database } from '../store/schema.ts';
import { selectApplications } from './application-tables.ts';
import type { Application } from './registered-application.ts';

export interface Credentials {
  /** Undefined when the client ID is unknown. */
  readonly application: Application | undefined;
  readonly secrets: readonly {
    /** SHA-256 of the secret. */
    readonly hash: string;
    /** In milliseconds since the epoch; null until a rotation replaces the secret. */
    readonly expiresAt: number | null;
  }[];
}

export type FindCredentials = (publicClientId: string) => Promise<Credentials>;

/**
 * Creates the function that finds an application and its secrets by client ID. The statement is prepared, because
 * nearly every request of a backend needs it. One query reads both, so that they always match. The lookup appends the
 * comparison with a client ID.
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
