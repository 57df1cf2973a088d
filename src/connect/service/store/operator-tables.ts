import type { Generated } from 'kysely';
import type { AuditAction, AuditVia, Role } from '../../shapes/unions.ts';

export interface DashboardPasswordTable {
  /** The table has one row. */
  id: 'only';
  salt: string;
  hash: string;
}

/** A sign-in to the dashboard. */
export interface DashboardSessionsTable {
  token_hash: string;
  /** The session ends then unless it is used again. */
  expires_at: number;
  /** The session ends then in any case. */
  ends_at: number;
  /** Null: an operator, who has the password. */
  role: Role | null;
  /** These two: the person at the OpenID provider; null: signed in by password. */
  subject: string | null;
  label: string | null;
  /** The provider's settings at the sign-in: a hash; null: signed in by password. */
  provider_hash: string | null;
}

/** A key of the admin API. */
export interface AdminKeysTable {
  /** Sorts by time. */
  key_id: string;
  name: string;
  key_hash: string;
  /** Separated by spaces. */
  scopes: string;
  created_at: number;
  last_used_at: Generated<number | null>;
  ended_at: Generated<number | null>;
}

/** A network with a sign-in to the dashboard. */
export interface DashboardNetworksTable {
  network_hash: string;
  known_until: number;
}

export interface AuditLogTable {
  /** Sorts by time. */
  id: string;
  changed_at: number;
  via: AuditVia;
  /** As the operators' OpenID provider or a trusted proxy names them. */
  person: string | null;
  /** These two: of the admin key. */
  key_id: string | null;
  key_name: string | null;
  action: AuditAction;
  client_id: string;
  /** The application's name before the change. */
  application: string;
  detail: string | null;
}
