import type { ConnectedAccountJson, TokenResponseJson } from 'tax-connect/server';
import * as v from 'valibot';
import type { FieldsOf } from './fields-of.ts';
import { accountStatuses, environments, shareKinds } from './unions.ts';

/** `POST /auth/token`. */
export const tokenAnswer = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  access_token: v.string(),
  state: v.optional(v.string()),
} satisfies FieldsOf<TokenResponseJson>);

/** `POST /sandbox/authorization_codes`. */
export const sandboxCodeAnswer = v.object({ code: v.string() });

/** `GET /livez`, `/readyz` and `/healthz`. */
export const healthAnswer = v.object({ status: v.literal('ok') });

/** `POST /disconnect`, for Finch's client. */
export const finchDisconnectAnswer = v.object({ status: v.literal('success') });

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** `GET /account`. */
export const accountAnswer = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  environment: v.picklist(environments),
  connected_at: timestamp,
  status: v.picklist(accountStatuses),
  status_since: timestamp,
  consent: v.object({
    granted_at: timestamp,
    /** Null: without an end. */
    expires_at: v.nullable(timestamp),
    shares: v.array(v.picklist(shareKinds)),
  }),
} satisfies FieldsOf<ConnectedAccountJson>);

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
