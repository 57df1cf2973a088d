import type { Environment } from '../../shapes/unions.ts';
import { isLoopbackHostname } from '../addresses/loopback-hostname.ts';
import type { ReceiverRules } from '../addresses/receiver-address.ts';
import type { AppConfig } from '../http/parts.ts';

/** Finds the rules for the receivers of an application in this environment. */
export type FindRules = (environment: Environment) => ReceiverRules;

/**
 * On a local service, the receiver of a test application is usually on the developer's machine. On any other
 * service, this machine is the operator's.
 */
export function createFindRules({
  publicUrl,
  webhookAllowHosts = [],
}: Pick<AppConfig, 'publicUrl' | 'webhookAllowHosts'>): FindRules {
  const allowedHosts = new Set(webhookAllowHosts);
  const isLocal = isLoopbackHostname(new URL(publicUrl).hostname);
  return (environment) => ({
    allowedHosts,
    allowsLoopback: isLocal && environment === 'test',
  });
}
