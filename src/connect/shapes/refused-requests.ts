import * as v from 'valibot';

const refused = {
  refused_at: v.number(),
  /** True: it can be registered, because it is https or on this machine. */
  is_registrable: v.boolean(),
};

/** Requests of the last day that were refused before they could be part of a flow, the last ones first. */
export const refusedRequests = v.object({
  refused_origins: v.array(v.object({ origin: v.string(), ...refused })),
  refused_redirect_uris: v.array(v.object({ redirect_uri: v.string(), ...refused })),
  /** The last wrong client secret, which anyone can send; null: none. */
  secret_refused_at: v.nullable(v.number()),
  /** The last code of the application's own backend that was refused; null: none. */
  code_refused_at: v.nullable(v.number()),
});
