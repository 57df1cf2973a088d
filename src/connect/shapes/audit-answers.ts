import * as v from 'valibot';
import { cursor } from './common-answers.ts';
import { auditActions } from './dashboard-words.ts';
import { auditVias } from './unions.ts';

const change = v.object({
  id: v.string(),
  changed_at: v.number(),
  /** The name of the person or of the admin key. Without a name: `dashboard`, `admin token` or `service`. */
  who: v.string(),
  via: v.picklist(auditVias),
  /** The admin key that made the change; null when it was made in another way. */
  key: v.nullable(v.object({ key_id: v.string(), name: v.string() })),
  action: v.picklist(auditActions),
  /** The application that was changed; null for a change that concerns all applications. */
  client_id: v.nullable(v.string()),
  /** The application's name before the change; null when `client_id` is null. */
  application: v.nullable(v.string()),
  detail: v.nullable(v.string()),
});

/** A page of the audit log, newest first. Times are milliseconds since the epoch. */
export const auditLogAnswer = v.object({
  entries: v.array(change),
  ...cursor,
});

/** An entry of the audit log: a change by an operator or by the service itself. */
export type Change = v.InferOutput<typeof change>;
