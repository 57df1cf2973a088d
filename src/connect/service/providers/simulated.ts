import type { CredentialProvider, LoginOutcome } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { simulatedInfos } from './simulated-infos.ts';

/** The duration of a login as `user_slow`, in milliseconds. */
const slowLoginMs = 5000;

const outcomes: ReadonlyMap<string, 'accepted' | 'challenge' | 'refused' | 'locked' | 'failed'> =
  new Map([
    ['user_good', 'accepted'],
    ['user_slow', 'accepted'],
    ['user_mfa', 'challenge'],
    ['user_locked', 'locked'],
    ['user_error', 'failed'],
    ['user_bad', 'refused'],
  ]);
const passwordHash = hashSecret('pass_good');
const oneTimeCodeHash = hashSecret('123456');
const oneTimeCode = {
  kind: 'code',
  prompt: '',
  sentTo: '••• 42',
  codeLength: 6,
  canResend: true,
} as const;

/**
 * The simulated providers, themselves plug-ins. All accept the same logins.
 *
 * @param clock - delays `user_slow`
 * @returns the providers, the sandbox first
 */
export function createSimulatedProviders(clock: Clock): readonly CredentialProvider[] {
  return simulatedInfos.map((info) => ({
    info,
    async begin({ username = '', password = '' }) {
      // An unknown user and a wrong password get the same outcome.
      const outcome = outcomes.get(username) ?? 'refused';
      const isPasswordRight = areSameHashes(hashSecret(password), passwordHash);
      if (username === 'user_slow') await clock.sleep(slowLoginMs);
      return describeOutcome(isPasswordRight ? outcome : 'refused', username);
    },
    async answer({ answer, state }) {
      const isRight = areSameHashes(hashSecret(answer.replaceAll(/\s/g, '')), oneTimeCodeHash);
      return describeOutcome(isRight ? 'accepted' : 'refused', String(state));
    },
    // The code is always the same.
    resend: async () => undefined,
  }));
}

/** These values are not secret: the simulated providers need no GRANT_KEY. */
function describeOutcome(
  status: 'accepted' | 'challenge' | 'refused' | 'locked' | 'failed',
  username: string,
): LoginOutcome {
  if (status === 'accepted') return { status, subject: username, label: username };
  // Without a prompt, the page uses its own text in the user's language.
  if (status === 'challenge') return { status, ...oneTimeCode, state: username };
  return { status };
}
