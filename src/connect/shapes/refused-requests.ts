import * as v from 'valibot';

const refused = {
  refused_at: v.number(),
  /** Whether the address can be registered, because it is https or on this machine. */
  is_registrable: v.boolean(),
};

/** Requests of the last day that were refused before they belonged to any flow, latest first. */
export const refusedRequests = v.object({
  refused_origins: v.array(v.object({ origin: v.string(), ...refused })),
  refused_redirect_uris: v.array(v.object({ redirect_uri: v.string(), ...refused })),
  /** When a client secret was last wrong, which anyone can cause; null when there was none. */
  secret_refused_at: v.nullable(v.number()),
  /** When a code from the application's own backend was last refused; null when there was none. */
  code_refused_at: v.nullable(v.number()),
});
