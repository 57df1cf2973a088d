import type { Generated, Insertable, Selectable } from 'kysely';

/** The step a flow is at. A new flow has not been bound to a host yet. */
export type FlowStep = 'new' | 'select' | 'login' | 'mfa' | 'consent' | 'issued' | 'denied';
/** How the code gets to the application. */
type FlowKind = 'embedded' | 'redirect';
/** `test` applications log in with test credentials only. */
export type Environment = 'test' | 'live';

interface ApplicationsTable {
  client_id: string;
  name: string;
  environment: Environment;
  /** Null: the service's own limit. */
  submission_limit: number | null;
  submissions_used: Generated<number>;
}

interface ApplicationSecretsTable {
  client_id: string;
  secret_hash: string;
}

interface RedirectUrisTable {
  client_id: string;
  redirect_uri: string;
}

interface OriginsTable {
  client_id: string;
  origin: string;
}

interface FlowsTable {
  token_hash: string;
  client_id: string;
  kind: FlowKind;
  /** The value that started a redirect flow. */
  redirect_uri: string | null;
  /** These three are bound once, when an embedded flow starts. */
  host_origin: string | null;
  nonce: string | null;
  state: string | null;
  step: FlowStep;
  /** Goes up with every step, so that a step read earlier cannot be mistaken for this one. */
  revision: number;
  provider_id: string | null;
  username: string | null;
  expires_at: number;
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
  username: string;
  expires_at: number;
  consumed_at: number | null;
}

interface AccountsTable {
  id: string;
  client_id: string;
  provider_id: string;
  username: string;
}

interface TokensTable {
  token_hash: string;
  account_id: string;
  /** The code it was exchanged for: a replay of the code revokes it. */
  code_hash: string;
  issued_at: number;
  revoked_at: number | null;
}

interface LoginAttemptsTable {
  provider_id: string;
  username: string;
  attempts: number;
  window_end: number;
}

/** Every table. Times are milliseconds since the epoch, secrets are SHA-256 hashes. */
export interface Database {
  applications: ApplicationsTable;
  application_secrets: ApplicationSecretsTable;
  redirect_uris: RedirectUrisTable;
  origins: OriginsTable;
  flows: FlowsTable;
  codes: CodesTable;
  accounts: AccountsTable;
  tokens: TokensTable;
  login_attempts: LoginAttemptsTable;
}

/** One flow, from the page's document to the outcome. */
export type Flow = Selectable<FlowsTable>;
/** A code to be stored. */
export type NewCode = Insertable<CodesTable>;
