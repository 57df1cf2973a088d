import * as v from 'valibot';
import { submissionsShape } from './flow-answers.ts';
import {
  addressFlags,
  environments,
  flowKinds,
  flowOutcomes,
  flowSteps,
  registrationSources,
} from './unions.ts';

/** An application in the list. */
export const applicationSummary = v.object({
  client_id: v.string(),
  name: v.string(),
  environment: v.picklist(environments),
  submissions: submissionsShape,
});

const address = v.object({
  address: v.string(),
  flag: v.nullable(v.picklist(addressFlags)),
});

const refusedOrigin = v.object({
  origin: v.string(),
  refused_at: v.number(),
  /** Whether it could be registered: https, or on this machine. */
  is_registrable: v.boolean(),
});

const flow = v.object({
  started_at: v.nullable(v.number()),
  kind: v.picklist(flowKinds),
  provider: v.nullable(v.string()),
  host: v.nullable(v.string()),
  step: v.picklist(flowSteps),
  outcome: v.picklist(flowOutcomes),
});

/** `/dashboard/api/session`, `sign-in` and `sign-out`; null: no one is signed in. */
export const sessionAnswer = v.object({ csrf_token: v.nullable(v.string()) });

/** `/dashboard/api/applications`. */
export const applicationsAnswer = v.object({ applications: v.array(applicationSummary) });

/** One application, whole. Times are milliseconds since the epoch. */
export const applicationAnswer = v.object({
  ...applicationSummary.entries,
  source: v.picklist(registrationSources),
  /** Its own; null: the service's. */
  submission_limit: v.nullable(v.number()),
  secrets: v.array(
    v.object({ created_at: v.nullable(v.number()), expires_at: v.nullable(v.number()) }),
  ),
  redirect_uris: v.array(address),
  origins: v.array(address),
  refused_origins: v.array(refusedOrigin),
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

/** An application in the list. */
export type ApplicationSummary = v.InferOutput<typeof applicationSummary>;
/** An application with everything the dashboard shows. */
export type Application = v.InferOutput<typeof applicationAnswer>;
/** A redirect URI or an origin, and why it should not be there in production. */
export type Address = v.InferOutput<typeof address>;
/** An origin that was not allowed to embed an application. */
export type RefusedOrigin = v.InferOutput<typeof refusedOrigin>;
/** A flow that an application's user started. */
export type Flow = v.InferOutput<typeof flow>;
