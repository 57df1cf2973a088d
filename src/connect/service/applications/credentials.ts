import type { Environment } from '../../shapes/unions.ts';
import type { OpenedDatabase } from '../store/opened-database.ts';
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

/** Finds an application with its secrets. Written by hand for each database, because every exchange calls it. */
export type FindCredentials = (publicClientId: string) => Promise<Credentials>;

/** An application joined with one of its secrets. */
interface CredentialsRow {
  readonly client_id: string;
  readonly public_client_id: string;
  readonly name: string;
  readonly environment: Environment;
  readonly submission_limit: number | null;
  readonly submissions_used: number;
  readonly anonymous_submissions: number;
  readonly purpose: string | null;
  readonly privacy_url: string | null;
  readonly consent_days: number | null;
  readonly accent_color: string | null;
  readonly support_url: string | null;
  readonly token_days: number | null;
  readonly provider_ids: string | null;
  readonly switches: string;
  readonly secret_hash: string;
  readonly expires_at: number | null;
}

/**
 * One query reads both, so that a secret and its application always match. The caller appends a comparison with a
 * client ID.
 */
const selectCredentials = `SELECT application.client_id,
    coalesce(public_client_id, application.client_id) AS public_client_id, name, environment,
    submission_limit, submissions_used, anonymous_submissions, purpose, privacy_url, consent_days,
    accent_color, support_url, token_days, provider_ids, (SELECT switches FROM switched_providers) AS switches, secret_hash, expires_at
  FROM applications AS application JOIN application_secrets AS secret
    ON secret.client_id = application.client_id
  WHERE deleted_at IS NULL AND coalesce(public_client_id, application.client_id)`;

/** Nearly every request of a backend needs it, so the statement is prepared. */
export function createFindCredentials({ prepareLookup }: OpenedDatabase): FindCredentials {
  const find = prepareLookup<CredentialsRow>({
    name: 'credentials',
    select: selectCredentials,
    key: 'public_client_id',
  });
  return async (publicClientId) => readCredentials(await find(publicClientId));
}

function readCredentials(rows: readonly CredentialsRow[]): Credentials {
  const [first] = rows;
  return {
    application: first && {
      clientId: first.client_id,
      publicClientId: first.public_client_id,
      name: first.name,
      environment: first.environment,
      submissionLimit: first.submission_limit,
      submissionsUsed: first.submissions_used,
      anonymousSubmissions: first.anonymous_submissions,
      purpose: first.purpose,
      privacyUrl: first.privacy_url,
      consentDays: first.consent_days,
      accentColor: first.accent_color,
      supportUrl: first.support_url,
      tokenDays: first.token_days,
      providerIds: first.provider_ids,
      providerSwitches: first.switches,
    },
    secrets: rows.map((row) => ({ hash: row.secret_hash, expiresAt: row.expires_at })),
  };
}
