import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import type { Flow } from './flows-table.ts';

import { openState } from './provider-failed.ts';

/** A user's visit to a provider's own site, as it is stored. */
interface Authorization {
  /** SHA-256 of OAuth's state. */
  readonly stateHash: string;
  /** The plug-in's private state. */
  readonly pluginState: unknown;
}

/** Binds a sealed authorization to its flow and application. It cannot be opened in another one. */
const authorizationContext = ({ token_hash, client_id, provider_id }: Flow) =>
  JSON.stringify(['authorization', token_hash, client_id, provider_id]);

/**
 * @param flow - a flow at the login of a provider
 * @param sent - OAuth's state, and the plug-in's state with which the return is checked
 * @returns sealed text for the database
 */
export function sealAuthorization(
  { providers }: Pick<Parts, 'providers'>,
  flow: Flow,
  { state, pluginState }: { readonly state: string; readonly pluginState: unknown },
): string {
  const authorization: Authorization = { stateHash: hashSecret(state), pluginState };
  return providers.seal.seal(authorization, authorizationContext(flow));
}

/**
 * @param from - a flow at the login of a provider; its user may be on the provider's site
 * @param to - the flow that continues it. Only the user of the first flow can have named it
 * @returns the authorization, sealed for the second flow; null when there is no authorization
 */
export function moveAuthorization(
  parts: Pick<Parts, 'log' | 'providers'>,
  from: Flow,
  to: Flow,
): string | null {
  if (from.sealed_challenge === null) return null;
  const opened = openState(parts, from, {
    sealed: from.sealed_challenge,
    context: authorizationContext(from),
  });
  const moved = authorizationContext({ ...to, provider_id: from.provider_id });
  return parts.providers.seal.seal(opened, moved);
}

/**
 * @param flow - a flow at the login of a provider
 * @param state - OAuth's state from the return; null when it was missing
 * @returns the plug-in's state; undefined when the flow does not expect this return
 * @throws Refusal `provider_unavailable` when the stored text was sealed for another flow, or its key was removed
 */
export function openAuthorization(
  parts: Pick<Parts, 'log' | 'providers'>,
  flow: Flow,
  state: string | null,
): { readonly pluginState: unknown } | undefined {
  if (flow.sealed_challenge === null || state === null) return undefined;
  const opened = openState(parts, flow, {
    sealed: flow.sealed_challenge,
    context: authorizationContext(flow),
  });
  const { stateHash, pluginState } = opened as Authorization;
  return areSameHashes(hashSecret(state), stateHash) ? { pluginState } : undefined;
}
