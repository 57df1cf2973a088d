import type { ChallengeOption } from 'tax-connect/providers';
import type { Answer } from '../../shapes/common-answers.ts';
import type { loginAnswer } from '../../shapes/flow-answers.ts';
import { createSecret } from '../basics/secrets.ts';
import type { Parts } from '../http/parts.ts';
import type { Challenge } from '../providers/run-plugin.ts';
import type { Flow } from './flows-table.ts';

import { openState } from './provider-failed.ts';

/** A challenge that has not been answered yet. */
export interface OpenChallenge
  extends Pick<
    Challenge,
    'kind' | 'title' | 'prompt' | 'sentTo' | 'codeLength' | 'characters' | 'canResend'
  > {
  readonly options: readonly ChallengeOption[];
  /** Distinguishes the challenges of a flow. */
  readonly id: string;
  /** The plug-in's private state. */
  readonly state: unknown;
}

/** Binds sealed challenges and grants to their flow and application. They cannot be opened in another one. */
const challengeContext = ({ token_hash, client_id, provider_id }: Flow) =>
  JSON.stringify(['challenge', token_hash, client_id, provider_id]);

/**
 * @param challenge - as the plug-in returned it
 * @param id - the ID of the challenge that it continues (default: a new ID)
 * @returns the challenge, and its sealed text for the database
 */
export function sealChallenge(
  { providers }: Pick<Parts, 'providers'>,
  flow: Flow,
  { id = createSecret(), ...challenge }: Omit<OpenChallenge, 'id'> & { readonly id?: string },
) {
  const { kind, title, prompt, sentTo, codeLength, characters, options, canResend, state } =
    challenge;
  const shown = { id, kind, title, prompt, sentTo, codeLength, characters };
  const open: OpenChallenge = { ...shown, options, canResend, state };
  return { open, sealed: providers.seal.seal(open, challengeContext(flow)) };
}

/** @throws Refusal `provider_unavailable` when it was sealed for another flow, or its key was removed */
export function openChallenge(parts: Pick<Parts, 'log' | 'providers'>, flow: Flow): OpenChallenge {
  return openState(parts, flow, {
    sealed: flow.sealed_challenge ?? '',
    context: challengeContext(flow),
  }) as OpenChallenge;
}

/** @returns the challenge for the page */
export function describeChallenge(challenge: OpenChallenge): Answer<typeof loginAnswer> {
  const { id, kind, title, prompt, sentTo, codeLength, characters, options, canResend } = challenge;
  const told = { sent_to: sentTo, code_length: codeLength, characters, can_resend: canResend };
  return { step: 'mfa', challenge: { id, kind, title, prompt, options: [...options], ...told } };
}
