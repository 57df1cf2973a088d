import * as v from 'valibot';
import { environments, providerStates } from './unions.ts';

const provider = v.object({
  provider_id: v.string(),
  name: v.string(),
  domain: v.string(),
  /** Those whose applications list it. */
  environments: v.array(v.picklist(environments)),
  state: v.picklist(providerStates),
  /** The text beside an unavailable one; null: a text of the page. */
  reason: v.nullable(v.string()),
  /** Null: it is as its plug-in says. */
  switched_at: v.nullable(v.number()),
});

/** Every provider. Times are milliseconds since the epoch. */
export const providersAnswer = v.object({ providers: v.array(provider) });

/** A provider that was switched. */
export const switchedProviderAnswer = v.object({
  provider_id: v.string(),
  state: v.picklist(providerStates),
  reason: v.nullable(v.string()),
});

/** A provider, as its plug-in or an operator says. */
export type KnownProvider = v.InferOutput<typeof provider>;
