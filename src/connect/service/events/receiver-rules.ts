import type { Environment } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/hostname.ts';
import type { ReceiverRules, ResolveHost } from '../addresses/receiver-address.ts';
import type { AppConfig, Parts } from '../http/parts.ts';

/** Finds the rules for receivers of applications in this environment. */
export type FindRules = (environment: Environment) => ReceiverRules;

/**
 * A local service allows test applications to name receivers on the same machine, which is the developer's.
 * Elsewhere this machine belongs to the operator, so they are refused.
 */
export function createFindRules({
  exposure,
  publicUrl,
  webhookAllowHosts = [],
}: Pick<AppConfig, 'exposure' | 'publicUrl' | 'webhookAllowHosts'>): FindRules {
  const allowedHosts = new Set(webhookAllowHosts);
  const ownReceiver = exposure?.ownReceiver;
  const isLocal = !exposure && isLoopbackHostname(new URL(publicUrl).hostname);
  return (environment) => ({
    allowedHosts,
    allowsLoopback: environment === 'test' && (isLocal || ownReceiver !== undefined),
    ownReceiver,
  });
}

/** The parts of the service that handlers of webhooks use. */
export interface WebhookParts extends Pick<Parts, 'clock' | 'store'> {
  readonly providers: Pick<Parts['providers'], 'seal'>;
  readonly findRules: FindRules;
  readonly resolveHost: ResolveHost;
}
