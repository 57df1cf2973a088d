import { tryOpen } from '../basics/grant-seal.ts';
import type { ProviderRegistry } from './registry.ts';

/**
 * The owner of a grant (what a provider gives for access to an account). The owner stays the same while the grant
 * moves from the flow to the code and the account.
 */
interface GrantOwner {
  readonly client_id: string;
  readonly provider_id: string;
  readonly subject: string;
}

const grantContext = ({ client_id, provider_id, subject }: GrantOwner) =>
  JSON.stringify(['grant', client_id, provider_id, subject]);

/** Encrypts a grant. Null when there is no grant. */
export function sealGrant(
  { seal }: Pick<ProviderRegistry, 'seal'>,
  owner: GrantOwner,
  grant: unknown,
): string | null {
  return grant === undefined ? null : seal.seal(grant, grantContext(owner));
}

/** Decrypts a grant. Undefined when GRANT_KEY does not contain its key, or when the text was changed. */
export function openGrant(
  { seal }: Pick<ProviderRegistry, 'seal'>,
  owner: GrantOwner,
  sealedGrant: string,
): { readonly value: unknown } | undefined {
  return tryOpen(seal, sealedGrant, grantContext(owner));
}
