import { areSameHashes, hashSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';

/** A user who is at a provider's own site, or on the way back. */
interface Authorization {
  /** SHA-256 of OAuth's state. */
  readonly stateHash: string;
  /** The plug-in's own. */
  readonly pluginState: unknown;
}

/** The context that seals an authorization: it cannot be opened in another flow or application. */
const authorizationContext = ({ token_hash, client_id, provider_id }: Flow) =>
  JSON.stringify(['authorization', token_hash, client_id, provider_id]);

/**
 * @param services - the providers
 * @param flow - at the login of a provider
 * @param sent - OAuth's state, and what the plug-in needs to check the return
 * @returns text for the database
 */
export function sealAuthorization(
  { providers }: Services,
  flow: Flow,
  { state, pluginState }: { readonly state: string; readonly pluginState: unknown },
): string {
  const authorization: Authorization = { stateHash: hashSecret(state), pluginState };
  return providers.seal.seal(authorization, authorizationContext(flow));
}

/**
 * @param services - the providers
 * @param from - at the login of a provider; its user may have gone there
 * @param to - the flow that goes on instead, and which only the first one's user can have named
 * @returns the same for that flow; null when no return is waited for
 */
export function moveAuthorization({ providers }: Services, from: Flow, to: Flow): string | null {
  if (from.sealed_challenge === null) return null;
  const opened = providers.seal.open(from.sealed_challenge, authorizationContext(from));
  const moved = authorizationContext({ ...to, provider_id: from.provider_id });
  return providers.seal.seal(opened, moved);
}

/**
 * @param services - the providers
 * @param flow - at the login of a provider
 * @param state - OAuth's state, as it came back; null: it did not
 * @returns what the plug-in needs; undefined when the flow waits for no such return
 * @throws Error when what is stored was sealed for another flow, or by a key that is gone
 */
export function openAuthorization(
  { providers }: Services,
  flow: Flow,
  state: string | null,
): { readonly pluginState: unknown } | undefined {
  if (flow.sealed_challenge === null || state === null) return undefined;
  const opened = providers.seal.open(flow.sealed_challenge, authorizationContext(flow));
  const { stateHash, pluginState } = opened as Authorization;
  return areSameHashes(hashSecret(state), stateHash) ? { pluginState } : undefined;
}
