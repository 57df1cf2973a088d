import * as v from 'valibot';
import { environments } from './unions.ts';

/** `GET /account`. */
export const accountAnswer = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  environment: v.picklist(environments),
  connected_at: v.pipe(v.string(), v.isoTimestamp()),
});

/** `POST /auth/introspect`; `iat` is in seconds. */
export const introspectionAnswer = v.union([
  v.object({
    active: v.literal(true),
    client_id: v.string(),
    sub: v.string(),
    iss: v.string(),
    iat: v.number(),
  }),
  v.object({ active: v.literal(false) }),
]);
