import type {
  ConnectedAccountJson,
  ConsentJson,
  NewSessionJson,
  OfferedProviderJson,
  SessionResultJson,
  TokenResponseJson,
} from 'tax-connect/server';
import * as v from 'valibot';
import { consentRecord } from './consent-answers.ts';
import type { FieldsOf } from './fields-of.ts';
import * as words from './unions.ts';

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** `POST /auth/token`. */
export const tokenAnswer = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  access_token: v.string(),
  /** The lifetime of the token, in seconds. */
  expires_in: v.optional(v.number()),
  state: v.optional(v.string()),
} satisfies FieldsOf<TokenResponseJson>);

/** `POST /sandbox/authorization_codes`, and `POST /connect/sessions/{session_id}/code`. */
export const codeOnlyAnswer = v.object({ code: v.string() });

/** The application's own ID of the person, and its own tags of the connection; each null when it has set none. */
export const ownIds = {
  client_user_id: v.nullable(v.string()),
  tags: v.nullable(v.record(v.string(), v.string())),
};

/** `POST /connect/sessions`. */
export const createdSessionAnswer = v.object({
  session_id: v.string(),
  /** The session's secret, for the application's page. */
  session: v.string(),
  url: v.string(),
  expires_at: timestamp,
} satisfies FieldsOf<NewSessionJson>);

/** `GET /connect/sessions/{session_id}`. */
export const sessionAnswer = v.object({
  session_id: v.string(),
  status: v.picklist(words.sessionStatuses),
  /** Null until the session has connected an account. The same holds for `provider_id`. */
  account_id: v.nullable(v.string()),
  provider_id: v.nullable(v.string()),
  /** When the session ended; null while it is open. */
  finished_at: v.nullable(timestamp),
  exchanged: v.boolean(),
  ...ownIds,
} satisfies FieldsOf<SessionResultJson>);

/** `GET /events`. */
export const eventsAnswer = v.object({
  events: v.array(
    v.object({
      id: v.string(),
      type: v.picklist(words.eventTypes),
      created_at: timestamp,
      /** The fields of all types of events. An event has only the fields of its own type. */
      data: v.object({
        account_id: v.optional(v.string()),
        provider_id: v.optional(v.string()),
        session_id: v.optional(v.string()),
        by: v.optional(v.picklist(words.disconnectors)),
        status: v.optional(v.picklist(words.sessionStatuses)),
        expires_at: v.optional(timestamp),
        client_user_id: v.optional(v.string()),
        tags: v.optional(v.record(v.string(), v.string())),
      }),
    }),
  ),
  /** The value of the query parameter `after` for the next request; null when there is no event yet. */
  next: v.nullable(v.string()),
});

/** `GET /providers`. */
export const offeredProvidersAnswer = v.object({
  providers: v.array(
    v.object({
      provider_id: v.string(),
      name: v.string(),
      domain: v.string(),
      /** The address of the logo on this service; null when the provider has none. */
      logo_url: v.nullable(v.string()),
      status: v.picklist(['available', 'unavailable']),
      reason: v.nullable(v.string()),
      shares: v.array(v.string()),
      popular: v.boolean(),
      aliases: v.array(v.string()),
    } satisfies FieldsOf<OfferedProviderJson>),
  ),
});

/** `GET /livez`, `/readyz` and `/healthz`. */
export const healthAnswer = v.object({ status: v.literal('ok') });

/** `POST /disconnect`, for Finch's client. */
export const finchDisconnectAnswer = v.object({ status: v.literal('success') });

/** `GET /account`. */
export const accountAnswer = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  environment: v.picklist(words.environments),
  connected_at: timestamp,
  status: v.picklist(words.accountStatuses),
  status_since: timestamp,
  consent: v.object({
    granted_at: timestamp,
    /** When the consent ends; null when it never ends. */
    expires_at: v.nullable(timestamp),
    shares: v.array(v.picklist(words.shareKinds)),
  }),
  ...ownIds,
} satisfies FieldsOf<ConnectedAccountJson>);

/** `GET /account/consent`: the consent behind the access token, as it was given. */
export const consentAnswer = v.object({
  ...consentRecord,
  granted_at: timestamp,
  /** When the consent ends; null when it never ends. */
  expires_at: v.nullable(timestamp),
} satisfies FieldsOf<ConsentJson>);

/** `POST /auth/introspect`; `iat` and `exp` are in seconds. */
export const introspectionAnswer = v.union([
  v.object({
    active: v.literal(true),
    client_id: v.string(),
    sub: v.string(),
    iss: v.string(),
    iat: v.number(),
    exp: v.optional(v.number()),
  }),
  v.object({ active: v.literal(false) }),
]);
