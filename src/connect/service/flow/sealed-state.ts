import type { Answer } from '../../shapes/common-answers.ts';
import type { loginAnswer } from '../../shapes/flow-answers.ts';
import { tryOpen } from '../basics/grant-seal.ts';
import { areSameHashes, createSecret, hashSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import { Refusal } from '../http/refusal.ts';
import type { Challenge } from '../providers/run-plugin.ts';
import type { Flow } from './flows-table.ts';

/** The stored state of a sign-in on the provider's own site. */
interface Authorization {
  /** SHA-256 of OAuth's `state`, which the return address must contain. */
  readonly stateHash: string;
  /** The plug-in's private state. */
  readonly pluginState: unknown;
}

type Kind = 'authorization' | 'challenge';

/** The text to which an encrypted value is bound: no other flow, application or provider can decrypt it. */
const contextOf = (kind: Kind, { token_hash, client_id, provider_id }: Flow) =>
  JSON.stringify([kind, token_hash, client_id, provider_id]);

/** Encrypts the state of a sign-in on the provider's site: OAuth's `state`, and the plug-in's own state. */
export function sealAuthorization(
  { providers }: Parts,
  flow: Flow,
  { state, pluginState }: { readonly state: string; readonly pluginState: unknown },
): string {
  const authorization: Authorization = { stateHash: hashSecret(state), pluginState };
  return providers.seal.seal(authorization, contextOf('authorization', flow));
}

/**
 * Encrypts the state of a sign-in on the provider's site again, for another flow. Null when the first flow has no such
 * state.
 *
 * @param from - a flow at the login of a provider; its user may be on the provider's site
 * @param to - the flow that continues the sign-in; only the user of `from` can have named it
 */
export function moveAuthorization(parts: Parts, from: Flow, to: Flow): string | null {
  if (from.sealed_challenge === null) return null;
  const opened = openState(parts, 'authorization', from);
  const moved = contextOf('authorization', { ...to, provider_id: from.provider_id });
  return parts.providers.seal.seal(opened, moved);
}

/**
 * Returns the plug-in's state; undefined when the flow does not expect this return from the provider's site.
 *
 * @param state - OAuth's `state` from the return address; null when it was missing
 */
export function openAuthorization(
  parts: Parts,
  flow: Flow,
  state: string | null,
): { readonly pluginState: unknown } | undefined {
  if (flow.sealed_challenge === null || state === null) return undefined;
  const { stateHash, pluginState } = openState(parts, 'authorization', flow) as Authorization;
  return areSameHashes(hashSecret(state), stateHash) ? { pluginState } : undefined;
}

/** A challenge that has not been answered yet. */
export type OpenChallenge = Omit<Challenge, 'status'> & {
  /** Distinguishes the challenges of a flow. */
  readonly id: string;
};

/**
 * Encrypts a challenge. `open` is the challenge itself, and `sealed` its encrypted text for the database.
 *
 * @param id - the ID of the earlier challenge that this one continues (default: a new ID)
 */
export function sealChallenge(
  { providers }: Parts,
  flow: Flow,
  { status, id = createSecret(), ...challenge }: Challenge & { readonly id?: string },
) {
  const open: OpenChallenge = { id, ...challenge };
  return { open, sealed: providers.seal.seal(open, contextOf('challenge', flow)) };
}

export function openChallenge(parts: Parts, flow: Flow): OpenChallenge {
  return openState(parts, 'challenge', flow) as OpenChallenge;
}

export function describeChallenge(challenge: OpenChallenge): Answer<typeof loginAnswer> {
  const { id, kind, title, prompt, sentTo, codeLength, characters, options, canResend } = challenge;
  const told = {
    sent_to: sentTo,
    expires_in: challenge.expiresInSeconds,
    code_length: codeLength,
    characters,
    can_resend: canResend,
  };
  return { step: 'mfa', challenge: { id, kind, title, prompt, options: [...options], ...told } };
}

export function createProviderFailed(): Refusal {
  return new Refusal([502, 'provider_unavailable'], 'The provider answered with an error.', {
    retryable: true,
  });
}

/** Decrypts the flow's stored state. Throws 502 when it was sealed for another flow, or its key was removed. */
function openState({ providers, log }: Parts, kind: Kind, flow: Flow): unknown {
  const opened = tryOpen(providers.seal, flow.sealed_challenge ?? '', contextOf(kind, flow));
  if (opened) return opened.value;
  const detail = 'the stored state was changed, or sealed with a key that GRANT_KEY lacks';
  log.error({ provider_id: flow.provider_id, detail }, 'provider failed');
  throw createProviderFailed();
}
