import * as v from 'valibot';
import { eventsAnswer, ownIds, sessionAnswer as ownSessionAnswer } from './backend-answers.ts';
import { cursor } from './common-answers.ts';
import { deliveryProblems, flowProblems } from './dashboard-words.ts';
import { consentTerms } from './flow-answers.ts';
import * as words from './unions.ts';

export const applicationSummary = v.object({
  client_id: v.string(),
  name: v.string(),
  environment: v.picklist(words.environments),
  submissions: v.nullable(
    v.object({
      limit: v.number(),
      used: v.number(),
      /** The part of the limit for sign-ins on the Connect page, which shows it to its users. */
      page: v.object({ limit: v.number(), used: v.number() }),
    }),
  ),
});

/** A redirect URI or an origin, and why it should not be used in production. */
const address = v.object({
  address: v.string(),
  flag: v.nullable(v.picklist(words.addressFlags)),
});

const refused = {
  refused_at: v.number(),
  /** True when the address can be registered, because it is https or on this machine. */
  is_registrable: v.boolean(),
};

const flow = v.object({
  /** The eight characters that a user quotes to support. The browser chooses them, so flows may have the same ones. */
  reference: v.string(),
  started_at: v.nullable(v.number()),
  kind: v.picklist(words.flowKinds),
  provider: v.nullable(v.string()),
  host: v.nullable(v.string()),
  step: v.picklist(words.flowSteps),
  outcome: v.picklist(words.flowOutcomes),
  /** The last problem before the login succeeded; null when there was none. */
  problem: v.nullable(v.object({ code: v.picklist(flowProblems), at: v.number() })),
  /** When the person last got there; null before, and after they went back to the selection. */
  step_times: v.object(
    v.entriesFromList([...words.flowStages, 'connected'], v.nullable(v.number())),
  ),
  /** Null when the application's backend has created no session. */
  session_id: v.nullable(v.string()),
  /** The backend's own ID of the person; null when the flow has no session, or the session has no such ID. */
  client_user_id: v.nullable(v.string()),
});

/** A page of an application's flows, newest first. Times are milliseconds since the epoch. */
export const flowsAnswer = v.object({
  flows: v.array(flow),
  /** The counts of flows that meet the other conditions, by outcome. Null on later pages and above 1,000 flows. */
  counts: v.nullable(
    v.array(v.object({ outcome: v.picklist(words.flowOutcomes), count: v.number() })),
  ),
  /** The counts of the same flows that have opened, and have got at least so far. */
  reached: v.nullable(
    v.object({
      opened: v.number(),
      provider_chosen: v.number(),
      signed_in: v.number(),
      allowed: v.number(),
    }),
  ),
  ...cursor,
});

const foundFlow = v.object({ ...flow.entries, client_id: v.string(), application: v.string() });

/** The flows with a reference, from all applications, newest first. */
export const referenceAnswer = v.object({ reference: v.string(), flows: v.array(foundFlow) });

const connectedAccount = v.object({
  account_id: v.string(),
  provider_id: v.string(),
  /** The provider's name, or its ID if it is no longer offered. */
  provider: v.string(),
  connected_at: v.number(),
  last_exchange_at: v.number(),
  status: v.picklist(words.accountStatuses),
  status_since: v.number(),
  ...ownIds,
});

/** `/dashboard/api/session`, `sign-in` and `sign-out`: whether and how the browser is signed in at the dashboard. */
export const sessionAnswer = v.object({
  /** Null when the browser is signed out of the dashboard. */
  csrf_token: v.nullable(v.string()),
  /** True when the browser still has the cookie of an expired session. */
  has_expired: v.boolean(),
  /** Null when the browser is signed out of the dashboard. */
  role: v.nullable(v.picklist(words.roles)),
  /** The person's name in the audit log; null when the browser is signed out, or signed in with the password. */
  person: v.nullable(v.string()),
  /** True when people can sign in with a password. */
  has_password: v.boolean(),
  /** The host of the OpenID provider with which operators sign in, or null. */
  provider: v.nullable(v.string()),
});

/** `/dashboard/api/provider-sign-in`: the address of the OpenID provider, where the browser goes. */
export const providerSignInAnswer = v.object({ url: v.string() });

/** `/dashboard/api/applications`: all applications. */
export const applicationsAnswer = v.object({ applications: v.array(applicationSummary) });

/** All data of an application, for its page at the dashboard. Times are milliseconds since the epoch. */
export const applicationAnswer = v.object({
  ...applicationSummary.entries,
  source: v.picklist(words.registrationSources),
  /** A path on the service, or null. */
  logo: v.nullable(v.string()),
  /** The limit of test sign-ins that is set for the application; null when the service's limit applies. */
  submission_limit: v.nullable(v.number()),
  /** The lifetime of access tokens in days; null when they never end. */
  token_days: v.nullable(v.number()),
  ...consentTerms.entries,
  /** The accent of the application's Connect page, as `#rrggbb`; null when none is registered. */
  accent_color: v.nullable(v.string()),
  /** The address where people find the application's support, or null. */
  support_url: v.nullable(v.string()),
  /** The IDs of the providers that the application offers; null when it offers all. */
  provider_ids: v.nullable(v.array(v.string())),
  secrets: v.array(
    v.object({ created_at: v.nullable(v.number()), expires_at: v.nullable(v.number()) }),
  ),
  redirect_uris: v.array(address),
  origins: v.array(address),
  /** The requests of the last day that were refused before they belonged to any flow, latest first. */
  refused_origins: v.array(v.object({ origin: v.string(), ...refused })),
  refused_redirect_uris: v.array(v.object({ redirect_uri: v.string(), ...refused })),
  /** When a client secret was last wrong, which anyone can cause; null when there was none. */
  secret_refused_at: v.nullable(v.number()),
  /** When a code from the application's own backend was last refused; null when there was none. */
  code_refused_at: v.nullable(v.number()),
  flows: v.array(flow),
  service: v.object({
    base_url: v.string(),
    connect_url: v.string(),
    submission_limit: v.number(),
    script: v.nullable(v.object({ url: v.string(), integrity: v.string() })),
  }),
});

/** A new application. Only this answer contains the application's first secret. */
export const registeredAnswer = v.object({ client_id: v.string(), client_secret: v.string() });

/** The new secret, which only this answer contains. */
export const rotatedAnswer = v.object({
  application: applicationAnswer,
  client_secret: v.string(),
});

export const deletedAnswer = v.object({ deleted: v.string() });

/** A page of the connected accounts, by ID. Times are milliseconds since the epoch. */
export const accountsAnswer = v.object({
  accounts: v.array(connectedAccount),
  ...cursor,
});

export const disconnectedAnswer = v.object({ disconnected: v.string() });

/** A session, as `GET /connect/sessions/{session_id}` returns it. Only the times are in another format. */
const session = v.object({
  ...ownSessionAnswer.entries,
  created_at: v.number(),
  expires_at: v.number(),
  finished_at: v.nullable(v.number()),
});

/** A page of an application's sessions, newest first. Times are milliseconds since the epoch. */
export const sessionsAnswer = v.object({
  sessions: v.array(session),
  ...cursor,
});

/** A new session. Only this answer contains its link. */
export const linkAnswer = v.object({
  session_id: v.string(),
  url: v.string(),
  expires_at: v.number(),
});

export const canceledAnswer = v.object({ canceled: v.string() });

const deliveryTry = v.object({
  at: v.number(),
  ms: v.number(),
  /** The HTTP status; null when there was no response. */
  status: v.nullable(v.number()),
  problem: v.nullable(v.picklist(deliveryProblems)),
  /** At most 1,000 characters, in a failed delivery's last try; otherwise, and for WEBHOOK_ALLOW_HOSTS, null. */
  response: v.nullable(v.string()),
});

const delivery = v.object({
  delivery_id: v.string(),
  event_id: v.string(),
  /** The type of the event, or `webhook.test`. */
  type: v.string(),
  status: v.picklist(words.deliveryStatuses),
  created_at: v.number(),
  /** When the next try is due; null unless the delivery waits for one. */
  next_try_at: v.nullable(v.number()),
  /** The event as JSON text, as the webhook gets it. */
  body: v.string(),
  /** All tries, oldest first. */
  tries: v.array(deliveryTry),
});

const webhook = v.object({
  webhook_id: v.string(),
  url: v.string(),
  types: v.union([v.literal('all'), v.array(v.picklist(words.eventTypes))]),
  enabled: v.boolean(),
  /** When the webhook was switched off; null while it is on. The same holds for `off_reason`. */
  off_since: v.nullable(v.number()),
  off_reason: v.nullable(v.picklist(words.offReasons)),
  /** When the first try after the last success failed; null while tries succeed. */
  failing_since: v.nullable(v.number()),
  /** Until this time, the previous secret signs, too; null when only one secret signs. */
  old_secret_until: v.nullable(v.number()),
  created_at: v.number(),
  /** The newest delivery of the last 30 days, or null. */
  last_delivery: v.nullable(delivery),
  /** The newest 20 deliveries of the last 30 days, newest first, each with the number of its tries so far. */
  recent: v.array(v.object({ status: v.picklist(words.deliveryStatuses), tries: v.number() })),
  /** The deliveries that wait for a retry, among the 100 oldest that wait; null without one, or while it is off. */
  retries: v.nullable(
    v.object({
      count: v.number(),
      /** True when more than these 100 may wait. */
      has_more: v.boolean(),
      next_try_at: v.number(),
      /** The latest try of them. */
      last_try: deliveryTry,
    }),
  ),
});

/** The webhooks of an application, oldest first. Times are milliseconds since the epoch. */
export const webhooksAnswer = v.object({ webhooks: v.array(webhook) });

/** A new webhook. Only this answer contains its secret. */
export const addedWebhookAnswer = v.object({ webhook_id: v.string(), secret: v.string() });

/** The new secret, which only this answer contains. */
export const rotatedWebhookAnswer = v.object({
  webhook_id: v.string(),
  secret: v.string(),
  old_secret_until: v.number(),
});

/** A webhook that was switched on or off. */
export const switchedWebhookAnswer = v.object({ webhook_id: v.string(), enabled: v.boolean() });

export const removedWebhookAnswer = v.object({ removed: v.string() });

/** A page of a webhook's deliveries, newest first. Times are milliseconds since the epoch. */
export const deliveriesAnswer = v.object({ deliveries: v.array(delivery), ...cursor });

/** An event as `GET /events` lists it, with its deliveries. `created_at` is milliseconds since the epoch. */
const recentEvent = v.object({
  ...eventsAnswer.entries.events.item.entries,
  created_at: v.number(),
  deliveries: v.array(
    v.object({
      webhook_id: v.string(),
      ...v.pick(delivery, ['delivery_id', 'status', 'next_try_at', 'tries']).entries,
    }),
  ),
});

/** A page of an application's events, newest first. */
export const recentEventsAnswer = v.object({ events: v.array(recentEvent), ...cursor });

export const deliveryAnswer = v.object({ delivery_id: v.string() });

export type ApplicationSummary = v.InferOutput<typeof applicationSummary>;
export type Application = v.InferOutput<typeof applicationAnswer>;
/** An account that is connected to an application. Nothing in it identifies a person. */
export type ConnectedAccount = v.InferOutput<typeof connectedAccount>;
/** A session that an application's backend has created. Nothing in it identifies a person. */
export type ConnectSession = v.InferOutput<typeof session>;
export type Webhook = v.InferOutput<typeof webhook>;
export type RecentEvent = v.InferOutput<typeof recentEvent>;
export type Delivery = v.InferOutput<typeof delivery>;
export type FoundFlow = v.InferOutput<typeof foundFlow>;
export type Flow = v.InferOutput<typeof flow>;

export type Session = v.InferOutput<typeof sessionAnswer>;
