import { flowChangeLog as postgresLog } from '../postgres/flow-changes.ts';
import { flowChangeLog as sqliteLog } from '../sqlite/flow-changes.ts';
import { addColumns, inBoth, inEach, type Migration } from './migration.ts';

/** Keys and roles of operators, and the log of changes that streams read. */
export const operatorsAndStreams: readonly Migration[] = [
  {
    version: 28,
    name: 'changes of flows',
    phase: 'expand',
    ...inEach({ postgres: postgresLog, sqlite: sqliteLog }),
  },
  {
    version: 29,
    name: 'roles of the dashboard',
    phase: 'expand',
    ...addColumns(
      'dashboard_sessions',
      "role text CHECK (role IN ('reader', 'operator'))",
      'subject text',
      'label text',
    ),
  },
  {
    version: 30,
    name: 'keys of the admin API',
    phase: 'expand',
    ...inBoth(`CREATE TABLE admin_keys (
      key_id text PRIMARY KEY,
      name text NOT NULL,
      key_hash text NOT NULL UNIQUE,
      scopes text NOT NULL,
      created_at bigint NOT NULL,
      last_used_at bigint,
      ended_at bigint
    )`),
  },
  {
    version: 31,
    name: 'keys in the audit log',
    phase: 'expand',
    ...addColumns('audit_log', 'key_id text', 'key_name text'),
  },
];
