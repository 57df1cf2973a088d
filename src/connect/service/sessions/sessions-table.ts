import type { Generated } from 'kysely';
import type { SessionStatus } from '../../shapes/unions.ts';
import type { OwnIdColumns } from '../applications/own-ids.ts';

/** A session created by an application's backend. */
interface ConnectSessionsTable extends OwnIdColumns {
  /** The public ID of the session, not a secret. Sorts by time. */
  session_id: string;
  /** SHA-256 of the session's secret. */
  session_hash: string;
  client_id: string;
  /** The account that the session connects again; null for any account. */
  known_account_id: string | null;
  /** The providers to choose from, as a JSON list; null for all. */
  provider_ids: string | null;
  /** The next three are set by the backend, or null. */
  state: string | null;
  locale: string | null;
  redirect_uri: string | null;
  created_at: number;
  expires_at: number;
  /** After this time, no query finds the session. */
  kept_until: number;
  /** Remains `open` for a moment after the session has expired. */
  status: Generated<SessionStatus>;
  finished_at: Generated<number | null>;
  /** The next three describe the success. A fresh code replaces the code. */
  account_id: Generated<string | null>;
  provider_id: Generated<string | null>;
  code_hash: Generated<string | null>;
  /** SHA-256 of the `Idempotency-Key` of the creating request, and of its other fields. */
  idempotency_hash: string | null;
  request_hash: string | null;
  /** The salt from which, with the creating request, the secret is derived. */
  session_salt: string | null;
}

declare module '../store/schema.ts' {
  interface Database {
    connect_sessions: ConnectSessionsTable;
  }
}
