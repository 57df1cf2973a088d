import * as v from 'valibot';
import { environments, providerStates, shareKinds } from './unions.ts';

const provider = v.object({
  provider_id: v.string(),
  name: v.string(),
  domain: v.string(),
  /** A path on the service, or a URL; null without a logo. */
  logo: v.nullable(v.string()),
  /** The kinds of data that people consent to. */
  shares: v.array(v.picklist(shareKinds)),
  /** The environments whose applications list the provider. */
  environments: v.array(v.picklist(environments)),
  state: v.picklist(providerStates),
  /** The reason shown for an unavailable provider; null for the page's own text. */
  reason: v.nullable(v.string()),
  /** When an operator set the state; null while the plug-in's own state applies. */
  switched_at: v.nullable(v.number()),
});

/** Every provider. Times are milliseconds since the epoch. */
export const providersAnswer = v.object({ providers: v.array(provider) });

/** The provider whose state an operator has set. */
export const switchedProviderAnswer = v.pick(provider, ['provider_id', 'state', 'reason']);

/** A provider, with the state that its plug-in or an operator has set. */
export type KnownProvider = v.InferOutput<typeof provider>;
