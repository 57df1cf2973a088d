import { type Generated, sql } from 'kysely';
import type { AuditAction } from '../../shapes/dashboard-words.ts';
import type { AuditVia, Role } from '../../shapes/unions.ts';
import type { UnneededRows } from '../store/batches.ts';
import { toFirstId } from '../store/sortable-id.ts';

/** The time that the audit log and ended keys are kept: a year. */
const keepAuditMs = 365 * 24 * 60 * 60 * 1000;

interface DashboardPasswordTable {
  /** The table has one row. */
  id: 'only';
  salt: string;
  hash: string;
}

/** A session of the dashboard. From `role` to `label`, the fields are null after a sign-in with the password. */
export interface DashboardSessionsTable {
  token_hash: string;
  /** When the session ends, unless it is used again. */
  expires_at: number;
  /** When the session ends in any case. */
  ends_at: number;
  role: Role | null;
  /** The person's ID at the OpenID provider. */
  subject: string | null;
  label: string | null;
  /** The salt of the password, or a hash of the OpenID provider's settings, when the person signed in. */
  relies_on: string | null;
}

export interface AdminKeysTable {
  key_id: string;
  name: string;
  key_hash: string;
  /** The key's scopes, separated by spaces. */
  scopes: string;
  created_at: number;
  last_used_at: Generated<number | null>;
  ended_at: Generated<number | null>;
}

interface DashboardNetworksTable {
  network_hash: string;
  known_until: number;
}

interface AuditLogTable {
  id: string;
  changed_at: number;
  via: AuditVia;
  /** The person's name, from the operators' OpenID provider or a trusted proxy. */
  person: string | null;
  /** The ID of the admin key that made the change; null when none did. */
  key_id: string | null;
  key_name: string | null;
  action: AuditAction;
  client_id: string;
  /** The application's name before the change. */
  application: string;
  detail: string | null;
}

declare module '../store/schema.ts' {
  interface Database {
    dashboard_password: DashboardPasswordTable;
    dashboard_sessions: DashboardSessionsTable;
    dashboard_networks: DashboardNetworksTable;
    admin_keys: AdminKeysTable;
    audit_log: AuditLogTable;
  }
}

export const listOldOperatorRows = (now: number): readonly UnneededRows[] => [
  { table: 'dashboard_networks', key: ['network_hash'], condition: sql`known_until <= ${now}` },
  { table: 'dashboard_sessions', key: ['token_hash'], condition: sql`expires_at <= ${now}` },
  { table: 'admin_keys', key: ['key_id'], condition: sql`ended_at < ${now - keepAuditMs}` },
  { table: 'audit_log', key: ['id'], condition: sql`id < ${toFirstId(now - keepAuditMs)}` },
];
