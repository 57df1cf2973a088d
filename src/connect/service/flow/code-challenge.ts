import { Refusal } from '../http/refusal.ts';

/** The two parameters of PKCE that start a flow. */
interface ChallengeParameters {
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/**
 * @param parameters - an empty one counts as omitted
 * @param redirectUri - null in the embedded flow, whose code is bound to the host instead
 * @returns the challenge, or null when none was sent
 * @throws Refusal 400 `invalid_request`; a malformed challenge must not be ignored
 * @see https://www.rfc-editor.org/rfc/rfc7636#section-4.3
 */
export function readCodeChallenge(
  { code_challenge = '', code_challenge_method = '' }: ChallengeParameters,
  redirectUri: string | null,
): string | null {
  if (code_challenge === '' && code_challenge_method === '') return null;
  if (redirectUri === null) throw createWrong('code_challenge is for the redirect flow only.');
  if (code_challenge === '') {
    throw createWrong('code_challenge_method needs a code_challenge. Send both, or neither.');
  }
  if (code_challenge_method !== 'S256') {
    throw createWrong(
      'code_challenge needs code_challenge_method=S256. Other methods, such as plain, are not supported.',
    );
  }
  if (/^[\w-]{43}$/.test(code_challenge)) return code_challenge;
  throw createWrong(
    'code_challenge must be the SHA-256 of the code_verifier in base64url, 43 characters without padding.',
  );
}

function createWrong(description: string): Refusal {
  return new Refusal([400, 'invalid_request'], description);
}
