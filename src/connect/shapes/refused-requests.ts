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
  /** The time of the last wrong client secret, which anyone can send, or null. */
  secret_refused_at: v.nullable(v.number()),
  /** The time of the last refused code of the application's own backend, or null. */
  code_refused_at: v.nullable(v.number()),
});
