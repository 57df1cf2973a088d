import type { ProviderPlugin } from 'tax-connect/providers';
import type { Environment } from '../../shapes/unions.ts';
import type { Logger } from '../logger.ts';
import { runPlugin } from '../providers/run-plugin.ts';
import type { Services } from '../services.ts';

/** The account of a grant. It stays the same from the flow through the code to the account. */
interface GrantOwner {
  readonly clientId: string;
  readonly providerId: string;
  readonly subject: string;
}

/** A stored grant, and its account. */
export interface SealedGrant extends GrantOwner {
  readonly sealedGrant: string;
}

const grantContext = ({ clientId, providerId, subject }: GrantOwner) =>
  JSON.stringify(['grant', clientId, providerId, subject]);

/**
 * @param services - the providers
 * @param owner - the account of the grant
 * @param grant - as the plug-in returned it
 * @returns sealed text for the database; null without a grant
 */
export function sealGrant(
  { providers }: Services,
  owner: GrantOwner,
  grant: unknown,
): string | null {
  return grant === undefined ? null : providers.seal.seal(grant, grantContext(owner));
}

/**
 * Asks a provider to revoke its grant. A failure is only logged, because the account is disconnected from
 * the application in any case.
 *
 * @param services - the providers
 * @param grant - the stored grant and its account
 * @param call - the application and the user's locale
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
