import * as v from 'valibot';

const environment = v.picklist(['test', 'live']);

const summaryFields = {
  client_id: v.string(),
  name: v.string(),
  environment,
  submissions: v.nullable(v.object({ limit: v.number(), used: v.number() })),
};

const address = v.object({
  address: v.string(),
  flag: v.nullable(v.picklist(['local', 'placeholder'])),
});

const refusedOrigin = v.object({
  origin: v.string(),
  refused_at: v.number(),
  /** Whether it could be registered: https, or on this machine. */
  is_registrable: v.boolean(),
});

const flow = v.object({
  started_at: v.nullable(v.number()),
  kind: v.picklist(['embedded', 'redirect']),
  provider: v.nullable(v.string()),
  host: v.nullable(v.string()),
  step: v.picklist(['new', 'select', 'login', 'mfa', 'consent', 'allowed', 'issued', 'denied']),
  outcome: v.picklist([
    ...['code_exchanged', 'code_issued', 'code_expired'],
    ...['denied', 'in_progress', 'abandoned'],
  ] as const),
});

/** `/dashboard/api/session`, `sign-in` and `sign-out`; null: nobody is signed in. */
export const sessionAnswer = v.object({ csrf_token: v.nullable(v.string()) });

/** `/dashboard/api/applications`. */
export const applicationsAnswer = v.object({ applications: v.array(v.object(summaryFields)) });

/** One application, whole. Times are milliseconds since the epoch. */
export const applicationAnswer = v.object({
  ...summaryFields,
  source: v.picklist(['file', 'dashboard']),
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

/** `test`: sandbox logins, a limited number of submissions. */
export type Environment = v.InferOutput<typeof environment>;
/** An application in the list. */
export type ApplicationSummary = v.InferOutput<typeof applicationsAnswer>['applications'][number];
/** An application with everything the dashboard shows. */
export type Application = v.InferOutput<typeof applicationAnswer>;
/** A redirect URI or an origin, and why it should not be there in production. */
export type Address = v.InferOutput<typeof address>;
/** An origin that was not allowed to embed an application. */
export type RefusedOrigin = v.InferOutput<typeof refusedOrigin>;
/** A flow that an application's user started. */
export type Flow = v.InferOutput<typeof flow>;

const errorAnswer = v.object({ error: v.string(), error_description: v.string() });

/** Why a request was turned down. */
export interface Problem {
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** A sentence for the person who asked. */
  readonly description: string;
}

/**
 * @param status - HTTP status of an answer that is not 2xx
 * @param body - its parsed JSON, or undefined
 * @returns the problem, also for answers that are not the service's own
 */
export function parseProblem(status: number, body: unknown): Problem {
  const parsed = v.safeParse(errorAnswer, body);
  if (parsed.success) return { status, description: parsed.output.error_description };
  return { status, description: `The service answered ${status}. Try again.` };
}
