import type { Parts } from '../http/parts.ts';
import type { ProviderRegistry } from '../providers/registry.ts';
import type { EventHub } from './event-hub.ts';
import type { GrantWriter } from './grant-writer.ts';
import type { ProviderHealth } from './provider-health.ts';

/** The parts that handlers and checks of a flow or its results need. */
export interface FlowParts extends Parts {
  readonly providers: ProviderRegistry;
  readonly eventHub: EventHub;
  readonly health: ProviderHealth;
  readonly grantWriter: GrantWriter;
}
