import * as v from 'valibot';
import { scopes } from './unions.ts';

const adminKey = v.object({
  key_id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(scopes)),
  created_at: v.number(),
  /** At most a minute old; null: never. */
  last_used_at: v.nullable(v.number()),
  /** Null: it works. */
  ended_at: v.nullable(v.number()),
});

/** The admin keys, the newest first. Times are milliseconds since the epoch. */
export const adminKeysAnswer = v.object({
  keys: v.array(adminKey),
  /** Whether `ADMIN_TOKEN` works, too. */
  has_admin_token: v.boolean(),
});

/** A new key. Only this answer has its secret. */
export const createdKeyAnswer = v.object({ key_id: v.string(), secret: v.string() });

export const endedKeyAnswer = v.object({ ended: v.string() });

/** `POST …/sign-ins/end`: how many sessions of the dashboard have ended. */
export const endedSignInsAnswer = v.object({ ended: v.number() });

/** The admin keys, without their secrets. */
export type AdminKeys = v.InferOutput<typeof adminKeysAnswer>;
