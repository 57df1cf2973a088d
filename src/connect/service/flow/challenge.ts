import type { Answer } from '../../shapes/common-answers.ts';
import type { loginAnswer } from '../../shapes/flow-answers.ts';
import type { Challenge } from '../providers/run-plugin.ts';
import { createSecret } from '../secrets.ts';
import type { Services } from '../services.ts';
import type { Flow } from '../store/store.ts';

/** A challenge that waits for its answer. */
export interface OpenChallenge
  extends Pick<Challenge, 'kind' | 'prompt' | 'sentTo' | 'codeLength' | 'canResend'> {
  readonly options: readonly string[];
  /** Tells one challenge of a flow from the next. */
  readonly id: string;
  /** The plug-in's own. */
  readonly state: unknown;
}

/** The context that seals challenges and grants: they cannot be opened in another flow or application. */
const challengeContext = ({ token_hash, client_id, provider_id }: Flow) =>
  JSON.stringify(['challenge', token_hash, client_id, provider_id]);

/**
 * @param services - the providers
 * @param flow - whose challenge it is
 * @param challenge - as the plug-in made it
 * @param id - of the challenge that it goes on with (default: it is a new one)
 * @returns the challenge, and what is stored of it
 */
export function sealChallenge(
  { providers }: Services,
  flow: Flow,
  { id = createSecret(), ...challenge }: Omit<OpenChallenge, 'id'> & { readonly id?: string },
) {
  const { kind, prompt, sentTo, codeLength, options, canResend, state } = challenge;
  const open: OpenChallenge = { id, kind, prompt, sentTo, codeLength, options, canResend, state };
  return { open, sealed: providers.seal.seal(open, challengeContext(flow)) };
}

/**
 * @param services - the providers
 * @param flow - at a challenge
 * @returns the challenge
 * @throws Error when it was sealed for another flow, or by a key that is gone
 */
export function openChallenge({ providers }: Services, flow: Flow): OpenChallenge {
  if (flow.sealed_challenge === null) {
    // The flow came to its one-time code before challenges were kept.
    const plain = { id: '', kind: 'code', prompt: '', options: [], canResend: false } as const;
    return { ...plain, state: flow.username };
  }
  return providers.seal.open(flow.sealed_challenge, challengeContext(flow)) as OpenChallenge;
}

/** @returns the challenge as the page gets it */
export function describeChallenge(challenge: OpenChallenge): Answer<typeof loginAnswer> {
  const { id, kind, prompt, sentTo, codeLength, options, canResend } = challenge;
  const told = { sent_to: sentTo, code_length: codeLength, can_resend: canResend };
  return { step: 'mfa', challenge: { id, kind, prompt, options, ...told } };
}
