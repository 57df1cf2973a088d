import type { Generated, Insertable, Selectable } from 'kysely';
import type {
  Environment,
  FlowKind,
  ProviderState,
  RefusedKind,
  RegistrationSource,
  SessionStatus,
} from '../../shapes/unions.ts';
import type { AccountsTable } from './accounts-table.ts';
import type { ConsentsTable } from './consents-table.ts';
import type { EventPositionsTable, EventsTable } from './events-table.ts';
import type { FlowChangesTable } from './flow-changes.ts';
import type { FlowsTable } from './flows-table.ts';
import type {
  AdminKeysTable,
  AuditLogTable,
  DashboardNetworksTable,
  DashboardPasswordTable,
  DashboardSessionsTable,
} from './operator-tables.ts';
import type { DeliveriesTable, WebhooksTable } from './webhook-tables.ts';

interface ApplicationsTable {
  /** The key: the client ID, unless a deleted application with that client ID is still being purged. */
  client_id: string;
  /**
   * The client ID that its developers know; null: `client_id`. A deleted application has a value here that
   * is not a client ID.
   */
  public_client_id: Generated<string | null>;
  /** Null: not deleted. Otherwise no query finds the application, and its rows are being deleted. */
  deleted_at: Generated<number | null>;
  name: string;
  environment: Environment;
  /** Null: the service's default limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
  /** The part of the submissions that came from the public page. */
  anonymous_submissions: Generated<number>;
  /** An application from a file is updated by APPLICATIONS_FILE at every start. */
  source: Generated<RegistrationSource>;
  /** These three: see `ConsentTerms`. */
  purpose: Generated<string | null>;
  privacy_url: Generated<string | null>;
  consent_days: Generated<number | null>;
  /** The lifetime of a new access token; null: it has no end. */
  token_days: Generated<number | null>;
  /** The providers that it offers, as a JSON list; null: all. */
  provider_ids: Generated<string | null>;
}

/** A provider that an operator has switched. A provider without a row is as its plug-in says. */
interface ProviderSwitchesTable {
  provider_id: string;
  state: ProviderState;
  /** For people, beside an unavailable provider. */
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
  /** Null when it came from APPLICATIONS_FILE. */
  created_at: number | null;
  /** Null: valid until it is rotated. */
  expires_at: number | null;
}

interface ApplicationLogosTable {
  client_id: string;
  /** SHA-256 of the picture, and its type, such as `….png`. */
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
  /** The origin or redirect URI; '' for the other kinds. */
  value: string;
  /** A hash of the network that the request came from. One network may not push out the entries of others. */
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
  /** As in `flows`. */
  code_challenge: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers use the username. */
  username: string;
  /** The account's name, as consent showed it. */
  account_label: string | null;
  /** Moves to the account with the exchange, and is null afterwards. */
  sealed_grant: string | null;
  /** The shares that the person has allowed, separated by spaces. */
  shares: string;
  /** See `consent-order.ts`. */
  consent_number: Generated<number>;
  /** When the person has allowed it. */
  consented_at: number;
  /** When the consent ends; null: it has no end. */
  consent_ends_at: number | null;
  /** When its end is announced next, or comes; null: never. */
  consent_due_at: number | null;
  /** The session that it is the success of. */
  session_id: Generated<string | null>;
  expires_at: number;
  /** It keeps its grant until then, because its session may still replace it by a fresh code. */
  kept_until: number;
  consumed_at: number | null;
}

/** A session that an application's backend has made. */
interface ConnectSessionsTable {
  /** Names the session, and is no secret. Sorts by time. */
  session_id: string;
  /** SHA-256 of the secret that opens it. */
  session_hash: string;
  client_id: string;
  /** The account that it connects again; null: any. */
  known_account_id: string | null;
  /** The providers to choose from, as a JSON list; null: all. */
  provider_ids: string | null;
  /** These three: as the backend has set them, or null. */
  state: string | null;
  locale: string | null;
  redirect_uri: string | null;
  created_at: number;
  expires_at: number;
  /** Nothing is found of it afterwards. */
  kept_until: number;
  /** `open` also for a moment after it has expired. */
  status: Generated<SessionStatus>;
  finished_at: Generated<number | null>;
  /** These three: of its success. The code is replaced by each fresh one. */
  account_id: Generated<string | null>;
  provider_id: Generated<string | null>;
  code_hash: Generated<string | null>;
  /** SHA-256 of the `Idempotency-Key` that it was created with, and of the other fields of that request. */
  idempotency_hash: string | null;
  request_hash: string | null;
  /** The secret is derived from this and from what that request has sent. */
  session_salt: string | null;
}

interface TokensTable {
  token_hash: string;
  account_id: string;
  /** The exchanged code. A replay of the code revokes the token. */
  code_hash: string;
  issued_at: number;
  /** Null: it has no end. */
  expires_at: Generated<number | null>;
  revoked_at: number | null;
  /** The application's environment when the token was issued. */
  environment: Environment;
}

/** Attempts at an account from all networks. Attempts at the dashboard's password are counted here, too. */
interface LoginAttemptsTable {
  provider_id: string;
  username: string;
  attempts: number;
  window_end: number;
}

/** Attempts at an account from one network. */
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

/** A grant that must be revoked at its provider. */
interface RevocationsTable {
  id: string;
  /** The key of the application, which may have been deleted. */
  client_id: string;
  environment: Environment;
  provider_id: string;
  /** The person's stable ID at the provider. */
  subject: string;
  /** Encrypted. */
  sealed_grant: string;
  /** The time of the next try, or the end of the lease of the process that tries now. */
  due_at: Generated<number>;
  attempts: Generated<number>;
}

/** Every table but those of `migrations/`. Times are milliseconds since the epoch; hashes are SHA-256. */
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
  revocations: RevocationsTable;
  events: EventsTable;
  event_positions: EventPositionsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
}

/** One flow, from its document to its outcome. */
export type Flow = Selectable<FlowsTable>;
/** A new code. */
export type NewCode = Omit<Insertable<CodesTable>, 'session_id' | 'consent_number'>;
