import type { ProviderPlugin } from 'tax-connect/providers';
import type { Environment } from '../../shapes/unions.ts';
import type { Logger } from '../logger.ts';
import { runPlugin } from '../providers/run-plugin.ts';
import type { Services } from '../services.ts';

/** Whose grant it is. It stays the same from the flow through the code to the account. */
interface GrantOwner {
  readonly clientId: string;
  readonly providerId: string;
  readonly subject: string;
}

/** A grant as it is stored, and whose it is. */
export interface SealedGrant extends GrantOwner {
  readonly sealedGrant: string;
}

const grantContext = ({ clientId, providerId, subject }: GrantOwner) =>
  JSON.stringify(['grant', clientId, providerId, subject]);

/**
 * @param services - the providers
 * @param owner - whose grant it is
 * @param grant - as the plug-in gave it
 * @returns text for the database; null when there is no grant
 */
export function sealGrant(
  { providers }: Services,
  owner: GrantOwner,
  grant: unknown,
): string | null {
  return grant === undefined ? null : providers.seal.seal(grant, grantContext(owner));
}

/**
 * Asks a provider to revoke its grant. A failure is only logged: for us the account is disconnected
 * either way.
 *
 * @param services - the providers
 * @param grant - as it was stored, and whose it is
 * @param call - for whom
 */
export async function revokeGrant(
  { providers }: Services,
  { sealedGrant, ...owner }: SealedGrant,
  call: { readonly environment: Environment; readonly clientId: string; readonly log: Logger },
): Promise<void> {
  const plugin = providers.findPlugin(call.environment, owner.providerId);
  const revoke = plugin?.revoke?.bind(plugin);
  if (!plugin || !revoke) return;
  await runPlugin(plugin as ProviderPlugin, { ...call, locale: 'en' }, async (context) =>
    revoke(providers.seal.open(sealedGrant, grantContext(owner)), context),
  );
}
