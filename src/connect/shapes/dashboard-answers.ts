import * as v from 'valibot';
import { consentTerms } from './flow-answers.ts';
import { refusedRequests } from './refused-requests.ts';
import {
  accountStatuses,
  addressFlags,
  deliveryProblems,
  deliveryStatuses,
  environments,
  eventTypes,
  flowKinds,
  flowOutcomes,
  flowProblems,
  flowSteps,
  offReasons,
  registrationSources,
  roles,
  sessionStatuses,
} from './unions.ts';

/** An application in the list. */
export const applicationSummary = v.object({
  client_id: v.string(),
  name: v.string(),
  environment: v.picklist(environments),
  submissions: v.nullable(
    v.object({
      limit: v.number(),
      used: v.number(),
      /** The part that the Connect page may use, as its users see it. */
      page: v.object({ limit: v.number(), used: v.number() }),
    }),
  ),
});

const address = v.object({
  address: v.string(),
  flag: v.nullable(v.picklist(addressFlags)),
});

const flow = v.object({
  /** Eight characters. Chosen by a browser, so several flows may have it. */
  reference: v.string(),
  started_at: v.nullable(v.number()),
  kind: v.picklist(flowKinds),
  provider: v.nullable(v.string()),
  host: v.nullable(v.string()),
  step: v.picklist(flowSteps),
  outcome: v.picklist(flowOutcomes),
  /** The last problem, until a login succeeds; null: none. */
  problem: v.nullable(v.object({ code: v.picklist(flowProblems), at: v.number() })),
});

const foundFlow = v.object({ ...flow.entries, client_id: v.string(), application: v.string() });

/** The flows of every application that have one reference, the newest first. */
export const referenceAnswer = v.object({ reference: v.string(), flows: v.array(foundFlow) });

const connectedAccount = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  /** Its name; the ID where the provider is no longer offered. */
  provider: v.string(),
  connected_at: v.number(),
  last_exchange_at: v.number(),
  status: v.picklist(accountStatuses),
  status_since: v.number(),
});

/** `/dashboard/api/session`, `sign-in` and `sign-out`; null without a sign-in. */
export const sessionAnswer = v.object({
  csrf_token: v.nullable(v.string()),
  /** True: the browser still has the cookie of an expired session. */
  has_expired: v.boolean(),
  /** These two: null without a sign-in. */
  role: v.nullable(v.picklist(roles)),
  /** As the audit log names them; null: someone with the password. */
  person: v.nullable(v.string()),
  /** The ways to sign in. */
  has_password: v.boolean(),
  /** The host of the operators' OpenID provider; null: none. */
  provider: v.nullable(v.string()),
});

/** `/dashboard/api/provider-sign-in`: the address to go to. */
export const providerSignInAnswer = v.object({ url: v.string() });

/** `/dashboard/api/applications`. */
export const applicationsAnswer = v.object({ applications: v.array(applicationSummary) });

/** One application, whole. Times are milliseconds since the epoch. */
export const applicationAnswer = v.object({
  ...applicationSummary.entries,
  source: v.picklist(registrationSources),
  /** The path of its picture on the service, or null. */
  logo: v.nullable(v.string()),
  /** Its own; null: the service's. */
  submission_limit: v.nullable(v.number()),
  /** The lifetime of access tokens; null: they have no end. */
  token_days: v.nullable(v.number()),
  ...consentTerms.entries,
  /** The providers that it offers; null: all. */
  provider_ids: v.nullable(v.array(v.string())),
  secrets: v.array(
    v.object({ created_at: v.nullable(v.number()), expires_at: v.nullable(v.number()) }),
  ),
  redirect_uris: v.array(address),
  origins: v.array(address),
  ...refusedRequests.entries,
  flows: v.array(flow),
  service: v.object({
    base_url: v.string(),
    connect_url: v.string(),
    submission_limit: v.number(),
    script: v.nullable(v.object({ url: v.string(), integrity: v.string() })),
  }),
});

/** The registration; the only time that the first secret is seen. */
export const registeredAnswer = v.object({ client_id: v.string(), client_secret: v.string() });

/** A rotation; the only time that the new secret is seen. */
export const rotatedAnswer = v.object({
  application: applicationAnswer,
  client_secret: v.string(),
});

/** A deletion, with the client ID. */
export const deletedAnswer = v.object({ deleted: v.string() });

/** A page of the accounts that are connected, by ID. Times are milliseconds since the epoch. */
export const accountsAnswer = v.object({
  accounts: v.array(connectedAccount),
  /** The value of `after` for the next page; null: this is the last one. */
  next: v.nullable(v.string()),
});

/** A disconnection, with the account ID. */
export const disconnectedAnswer = v.object({ disconnected: v.string() });

const session = v.object({
  session_id: v.string(),
  status: v.picklist(sessionStatuses),
  /** These two: null until it has connected an account. */
  account_id: v.nullable(v.string()),
  provider_id: v.nullable(v.string()),
  /** Whether its code has been exchanged. */
  exchanged: v.boolean(),
  created_at: v.number(),
  expires_at: v.number(),
  /** Null while it is open. */
  finished_at: v.nullable(v.number()),
});

/** A page of the sessions of an application, the newest first. Times are milliseconds since the epoch. */
export const sessionsAnswer = v.object({
  sessions: v.array(session),
  /** The value of `after` for the next page; null: this is the last one. */
  next: v.nullable(v.string()),
});

/** A new session, by its link, which is seen only this once. */
export const linkAnswer = v.object({
  session_id: v.string(),
  url: v.string(),
  expires_at: v.number(),
});

/** A cancellation, with the session ID. */
export const canceledAnswer = v.object({ canceled: v.string() });

const webhook = v.object({
  webhook_id: v.string(),
  url: v.string(),
  types: v.union([v.literal('all'), v.array(v.picklist(eventTypes))]),
  enabled: v.boolean(),
  /** These two: null while it is on. */
  off_since: v.nullable(v.number()),
  off_reason: v.nullable(v.picklist(offReasons)),
  /** The first failed try after the last success, or null. */
  failing_since: v.nullable(v.number()),
  /** Until this time, the secret before the last rotation signs, too; null: only one secret signs. */
  old_secret_until: v.nullable(v.number()),
  created_at: v.number(),
});

/** The webhooks of an application, the oldest first. Times are milliseconds since the epoch. */
export const webhooksAnswer = v.object({ webhooks: v.array(webhook) });

/** A new webhook; the only time that its secret is seen. */
export const addedWebhookAnswer = v.object({ webhook_id: v.string(), secret: v.string() });

/** A rotation; the only time that the new secret is seen. */
export const rotatedWebhookAnswer = v.object({
  webhook_id: v.string(),
  secret: v.string(),
  old_secret_until: v.number(),
});

/** A webhook that was switched on or off. */
export const switchedWebhookAnswer = v.object({ webhook_id: v.string(), enabled: v.boolean() });

/** A removal, with the webhook's ID. */
export const removedWebhookAnswer = v.object({ removed: v.string() });

const delivery = v.object({
  delivery_id: v.string(),
  event_id: v.string(),
  /** The type of the event, or `webhook.test`. */
  type: v.string(),
  status: v.picklist(deliveryStatuses),
  created_at: v.number(),
  /** Null unless it waits. */
  next_try_at: v.nullable(v.number()),
  /** The event, as it is sent. */
  body: v.string(),
  /** From the first to the last. Nothing else of a response is kept. */
  tries: v.array(
    v.object({
      at: v.number(),
      ms: v.number(),
      /** HTTP status; null: there was no response. */
      status: v.nullable(v.number()),
      problem: v.nullable(v.picklist(deliveryProblems)),
    }),
  ),
});

/** A page of the deliveries of a webhook, the newest first. Times are milliseconds since the epoch. */
export const deliveriesAnswer = v.object({
  deliveries: v.array(delivery),
  /** The value of `after` for the next page; null: this is the last one. */
  next: v.nullable(v.string()),
});

/** A delivery that is going to be sent. */
export const deliveryAnswer = v.object({ delivery_id: v.string() });

/** An application in the list. */
export type ApplicationSummary = v.InferOutput<typeof applicationSummary>;
/** An application with everything the dashboard shows. */
export type Application = v.InferOutput<typeof applicationAnswer>;
/** An account that is connected to an application; nothing in it identifies a person. */
export type ConnectedAccount = v.InferOutput<typeof connectedAccount>;
/** A session that an application's backend has made; nothing in it identifies a person. */
export type ConnectSession = v.InferOutput<typeof session>;
/** An endpoint of an application that receives events. */
export type Webhook = v.InferOutput<typeof webhook>;
/** An event for one webhook. */
export type Delivery = v.InferOutput<typeof delivery>;
/** A redirect URI or an origin, and the reason against it in production. */
export type Address = v.InferOutput<typeof address>;
/** A flow that was found by its reference, with its application. */
export type FoundFlow = v.InferOutput<typeof foundFlow>;
/** A flow that an application's user started. */
export type Flow = v.InferOutput<typeof flow>;

/** A browser at the dashboard, signed in or not. */
export type Session = v.InferOutput<typeof sessionAnswer>;
