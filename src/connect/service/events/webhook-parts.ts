import type { ResolveHost } from '../addresses/receiver-address.ts';
import type { Parts } from '../http/parts.ts';
import type { FindRules } from './receiver-rules.ts';

/** The parts of the service that handlers of webhooks use. */
export interface WebhookParts extends Pick<Parts, 'clock' | 'store'> {
  readonly providers: Pick<Parts['providers'], 'seal'>;
  readonly findRules: FindRules;
  readonly resolveHost: ResolveHost;
}
