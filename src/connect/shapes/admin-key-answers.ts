import * as v from 'valibot';
import { scopes } from './unions.ts';

const adminKey = v.object({
  key_id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(scopes)),
  created_at: v.number(),
  /** Accurate to a minute; null when the key was never used. */
  last_used_at: v.nullable(v.number()),
  /** Null while the key works. */
  ended_at: v.nullable(v.number()),
});

/** The admin keys, newest first. Times are milliseconds since the epoch. */
export const adminKeysAnswer = v.object({
  keys: v.array(adminKey),
  has_admin_token: v.boolean(),
});

/** A new key. Only this answer contains its secret. */
export const createdKeyAnswer = v.object({ key_id: v.string(), secret: v.string() });

export const endedKeyAnswer = v.object({ ended: v.string() });

/** `POST …/sign-ins/end`: the number of ended dashboard sessions. */
export const endedSignInsAnswer = v.object({ ended: v.number() });

export type AdminKeys = v.InferOutput<typeof adminKeysAnswer>;
