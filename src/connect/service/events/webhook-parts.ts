import type { ResolveHost } from '../addresses/receiver-address.ts';
import type { Parts } from '../http/parts.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { FindRules } from './receiver-rules.ts';

/** The parts of the service that handlers of webhooks use. */
export interface WebhookParts extends Pick<Parts, 'clock' | 'store'> {
  readonly providers: Pick<ProviderRegistry, 'seal'>;
  readonly findRules: FindRules;
  readonly resolveHost: ResolveHost;
}
