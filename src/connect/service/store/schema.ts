import type { Generated, Insertable, Selectable } from 'kysely';
import type {
  AuditAction,
  AuditVia,
  Environment,
  FlowKind,
  FlowStep,
  HandoffState,
  RegistrationSource,
  Theme,
} from '../../shapes/unions.ts';

interface ApplicationsTable {
  /** Its key: the client ID, unless a deleted application with that one is still being purged. */
  client_id: string;
  /** The client ID that its developers know; null: `client_id`. Of a deleted one: no client ID. */
  public_client_id: Generated<string | null>;
  /** Null: it is live. Else nothing finds it any more, and its rows are being deleted. */
  deleted_at: Generated<number | null>;
  name: string;
  environment: Environment;
  /** Null: the service's own limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
  /** Of those, how many came through the public page. */
  anonymous_submissions: Generated<number>;
  /** Its source; APPLICATIONS_FILE updates its own at every start. */
  source: Generated<RegistrationSource>;
}

interface ApplicationSecretsTable {
  client_id: string;
  secret_hash: string;
  /** Null when it came from APPLICATIONS_FILE. */
  created_at: number | null;
  /** Null: valid until it is rotated. */
  expires_at: number | null;
}

interface RedirectUrisTable {
  client_id: string;
  redirect_uri: string;
}

interface OriginsTable {
  client_id: string;
  origin: string;
}

interface RefusedOriginsTable {
  client_id: string;
  origin: string;
  /** Of the network that the request came from: one may not push out what others have left. */
  network_hash: string;
  refused_at: number;
}

interface FlowsTable {
  token_hash: string;
  client_id: string;
  kind: FlowKind;
  /** The value that started a redirect flow. */
  redirect_uri: string | null;
  /** These two are bound once, when an embedded flow starts. */
  host_origin: string | null;
  nonce: string | null;
  /** Of an embedded flow's host, bound with the two; or of a redirect flow's address. */
  state: string | null;
  step: FlowStep;
  /** Goes up with every step, so that a step read earlier cannot be mistaken for this one. */
  revision: number;
  provider_id: string | null;
  /** Whose login was tried, as typed: attempts are counted by it. Null: none yet. */
  username: string | null;
  /** The person's stable ID at the provider. */
  subject: string | null;
  /** What the user is shown of the account. */
  account_label: string | null;
  /** What the provider asks for, with its own state; encrypted. */
  sealed_challenge: string | null;
  /** What the provider gave us for the account; encrypted. */
  sealed_grant: string | null;
  /** The page's name for its last request to the provider: the same one again gets the same answer. */
  attempt: string | null;
  expires_at: number;
  /** Null until it is bound, or when it was bound before this was kept. */
  started_at: number | null;
  /** The code it ended in. */
  code_hash: string | null;
  /** What the code is derived from, together with the flow token. */
  code_salt: string | null;
  /** Origin of the page that the document was asked for from, if its browser said so. */
  referrer_origin: string | null;
  /** SHA-256 of what the page of a window has to show to join this flow. */
  handoff_hash: string | null;
  /** Null while the flow is in one document. */
  handoff_state: HandoffState | null;
  handoff_expires_at: number | null;
  /** What the page of the window is to start with. */
  handoff_provider_id: string | null;
  /** How that page is to look and speak, as the host told the other one; null: as its browser says. */
  handoff_locale: string | null;
  handoff_theme: Theme | null;
  /** The host's reference of the session, not a secret. */
  handoff_session_id: string | null;
  /** When the document was last known to listen for events. */
  seen_at: number | null;
  /** The flow of the other document, once they have joined. */
  joined_hash: string | null;
}

interface CodesTable {
  code_hash: string;
  client_id: string;
  environment: Environment;
  kind: FlowKind;
  redirect_uri: string | null;
  host_origin: string | null;
  nonce: string | null;
  state: string | null;
  provider_id: string;
  /** The subject: the person's stable ID at the provider. Simulated providers know them by username. */
  username: string;
  /** Moves to the account with the exchange. */
  sealed_grant: string | null;
  expires_at: number;
  consumed_at: number | null;
}

interface AccountsTable {
  id: string;
  client_id: string;
  provider_id: string;
  /** The subject, as in `codes`. */
  username: string;
  /** Null: since its first token. */
  connected_at: number | null;
  /** Null: the time of its last token. */
  last_exchange_at: number | null;
  /** Null: it is connected. Else its tokens are invalid, until a new exchange connects it again. */
  disconnected_at: number | null;
  /** What the provider gave us for it; encrypted. */
  sealed_grant: string | null;
}

interface TokensTable {
  token_hash: string;
  account_id: string;
  /** The code it was exchanged for: a replay of the code revokes it. */
  code_hash: string;
  issued_at: number;
  revoked_at: number | null;
  /** Of the application when it was issued. Null: it was issued before this was kept. */
  environment: Environment | null;
}

/** Attempts at an account from all networks; attempts at the dashboard, too. */
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
  /** When the last of them was counted. */
  last_at: number;
}

interface RateCountsTable {
  key_hash: string;
  used: number;
  window_end: number;
}

interface DashboardPasswordTable {
  /** There is one row. */
  id: 'only';
  salt: string;
  hash: string;
}

/** A sign-in to the dashboard. */
export interface DashboardSessionsTable {
  token_hash: string;
  /** When it ends unless it is used again. */
  expires_at: number;
  /** When it ends however much it is used. */
  ends_at: number;
}

/** A network with a sign-in to the dashboard. */
interface DashboardNetworksTable {
  network_hash: string;
  known_until: number;
}

interface AuditLogTable {
  /** Sorts by time. */
  id: string;
  changed_at: number;
  via: AuditVia;
  /** As a trusted proxy names them. */
  person: string | null;
  action: AuditAction;
  client_id: string;
  /** Its name before the change. */
  application: string;
  detail: string | null;
}

/** Every table. Times are milliseconds since the epoch, secrets are SHA-256 hashes. */
export interface Database {
  applications: ApplicationsTable;
  application_secrets: ApplicationSecretsTable;
  redirect_uris: RedirectUrisTable;
  origins: OriginsTable;
  refused_origins: RefusedOriginsTable;
  flows: FlowsTable;
  codes: CodesTable;
  accounts: AccountsTable;
  tokens: TokensTable;
  login_attempts: LoginAttemptsTable;
  network_attempts: NetworkAttemptsTable;
  rate_counts: RateCountsTable;
  dashboard_password: DashboardPasswordTable;
  dashboard_sessions: DashboardSessionsTable;
  dashboard_networks: DashboardNetworksTable;
  audit_log: AuditLogTable;
}

/** One flow, from the page's document to the outcome. */
export type Flow = Selectable<FlowsTable>;
/** A code to be stored. */
export type NewCode = Insertable<CodesTable>;
