import type { Generated, Insertable, Selectable } from 'kysely';
import type {
  Environment,
  FlowKind,
  ProviderState,
  RefusedKind,
  RegistrationSource,
  SessionStatus,
} from '../../shapes/unions.ts';
import type { AccountsTable } from '../connections/accounts-table.ts';
import type { ConsentsTable } from '../consents/consents-table.ts';
import type { EventPositionsTable, EventsTable } from '../events/events-table.ts';
import type { FlowChangesTable } from './flow-changes.ts';
import type { FlowsTable } from '../flow/flows-table.ts';
import type { JobsTable } from './jobs.ts';
import type {
  AdminKeysTable,
  AuditLogTable,
  DashboardNetworksTable,
  DashboardPasswordTable,
  DashboardSessionsTable,
} from '../operators/operator-tables.ts';
import type { OwnIdColumns } from './own-ids.ts';
import type { WebhooksTable } from '../events/webhook-tables.ts';

interface ApplicationsTable {
  /** The key: the client ID, unless a deleted application with that client ID is still being purged. */
  client_id: string;
  /**
   * The client ID that developers know; null when it equals `client_id`. A deleted application has a value here
   * that cannot be a client ID.
   */
  public_client_id: Generated<string | null>;
  /** Null unless deleted. A deleted application is not found by queries, and its rows are being deleted. */
  deleted_at: Generated<number | null>;
  name: string;
  environment: Environment;
  /** Null for the service's default limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
  /** The part of the submissions that came from the public page. */
  anonymous_submissions: Generated<number>;
  /** An application from a file is updated by APPLICATIONS_FILE at every start. */
  source: Generated<RegistrationSource>;
  /** The next three are explained at `ConsentTerms`. */
  purpose: Generated<string | null>;
  privacy_url: Generated<string | null>;
  consent_days: Generated<number | null>;
  /** The lifetime of a new access token in days; null when it never ends. */
  token_days: Generated<number | null>;
  /** The providers that the application offers, as a JSON list; null for all. */
  provider_ids: Generated<string | null>;
}

/** A provider that an operator has switched. Without a row, the state that the plug-in declares applies. */
interface ProviderSwitchesTable {
  provider_id: string;
  state: ProviderState;
  /** The reason shown to people for an unavailable provider. */
  reason: string | null;
  switched_at: number;
}

/** A view with one row: every switch as a JSON list of {@link StoredSwitch}. */
interface SwitchedProvidersView {
  switches: string;
}

interface ApplicationSecretsTable {
  client_id: string;
  secret_hash: string;
  /** Null when the secret came from APPLICATIONS_FILE. */
  created_at: number | null;
  /** Null when valid until it is rotated. */
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
  /** A hash of the network of the request. It keeps one network from displacing the entries of others. */
  network_hash: string;
  refused_at: number;
}

interface CodesTable {
  code_hash: string;
  client_id: string;
  environment: Environment;
  kind: Exclude<FlowKind, 'link' | 'manage'>;
  redirect_uri: string | null;
  host_origin: string | null;
  nonce: string | null;
  state: string | null;
  /** The same as in `flows`. */
  code_challenge: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers use the username. */
  username: string;
  /** The account's name on the consent screen. */
  account_label: string | null;
  /** Moves to the account when the code is exchanged, and is null afterwards. */
  sealed_grant: string | null;
  /** The shares that the person allowed, separated by spaces. */
  shares: string;
  /** Explained in `consent-order.ts`. */
  consent_number: Generated<number>;
  /** When the person allowed access. */
  consented_at: number;
  /** When the consent ends; null when it never ends. */
  consent_ends_at: number | null;
  /** When the consent ends, or its end must be announced, whichever is earlier; null for never. */
  consent_due_at: number | null;
  /** The session that succeeded with this code. */
  session_id: Generated<string | null>;
  expires_at: number;
  /** The code keeps its grant until this time, because its session may replace it with a fresh code. */
  kept_until: number;
  consumed_at: number | null;
}

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

/** Its own IDs are those of the consent that it was given for. */
interface TokensTable extends OwnIdColumns {
  token_hash: string;
  account_id: string;
  /** The exchanged code. Replaying that code revokes the token. */
  code_hash: string;
  issued_at: number;
  /** Null when the token never ends. */
  expires_at: Generated<number | null>;
  revoked_at: number | null;
  /** The application's environment when the token was issued. */
  environment: Environment;
}

/** Login attempts at an account from all networks. Attempts at the dashboard's password are counted here, too. */
interface LoginAttemptsTable {
  provider_id: string;
  username: string;
  attempts: number;
  window_end: number;
}

/** Login attempts at an account from one network. */
interface NetworkAttemptsTable {
  provider_id: string;
  username: string;
  network_hash: string;
  attempts: number;
  /** The time of the last attempt. */
  last_at: number;
}

interface RateCountsTable {
  key_hash: string;
  used: number;
  window_end: number;
}

/** All tables except those of `migrations/`. Times are milliseconds since the epoch; hashes are SHA-256. */
export interface Database {
  applications: ApplicationsTable;
  application_secrets: ApplicationSecretsTable;
  application_logos: ApplicationLogosTable;
  redirect_uris: RedirectUrisTable;
  origins: OriginsTable;
  refused_requests: RefusedRequestsTable;
  flows: FlowsTable;
  flow_changes: FlowChangesTable;
  codes: CodesTable;
  accounts: AccountsTable;
  tokens: TokensTable;
  connect_sessions: ConnectSessionsTable;
  login_attempts: LoginAttemptsTable;
  network_attempts: NetworkAttemptsTable;
  rate_counts: RateCountsTable;
  dashboard_password: DashboardPasswordTable;
  dashboard_sessions: DashboardSessionsTable;
  dashboard_networks: DashboardNetworksTable;
  admin_keys: AdminKeysTable;
  provider_switches: ProviderSwitchesTable;
  switched_providers: SwitchedProvidersView;
  audit_log: AuditLogTable;
  consents: ConsentsTable;
  jobs: JobsTable;
  events: EventsTable;
  event_positions: EventPositionsTable;
  webhooks: WebhooksTable;
}

/** A flow, from opening its document to its outcome. */
export type Flow = Selectable<FlowsTable>;
/** A new code. */
export type NewCode = Omit<Insertable<CodesTable>, 'session_id' | 'consent_number'>;
