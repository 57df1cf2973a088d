import type { Clock } from '../../clock.ts';
import { areSameHashes, hashSecret } from '../../secrets.ts';

/** What a provider says to a username and a password. */
export type LoginOutcome = 'accepted' | 'needs one-time code' | 'refused' | 'locked' | 'failed';

/** How long `user_slow` takes, in milliseconds. */
const slowLoginMs = 5000;

const outcomes: ReadonlyMap<string, LoginOutcome> = new Map([
  ['user_good', 'accepted'],
  ['user_slow', 'accepted'],
  ['user_mfa', 'needs one-time code'],
  ['user_locked', 'locked'],
  ['user_error', 'failed'],
  ['user_bad', 'refused'],
]);
const passwordHash = hashSecret('pass_good');
const oneTimeCodeHash = hashSecret('123456');

/**
 * Plays the provider: every simulated one knows the same logins.
 *
 * @param credentials - what the user typed
 * @param clock - waits for `user_slow`
 * @returns what the provider says; an unknown user and a wrong password look the same
 */
export async function logInToProvider(
  credentials: { readonly username: string; readonly password: string },
  clock: Clock,
): Promise<LoginOutcome> {
  const outcome = outcomes.get(credentials.username) ?? 'refused';
  const isPasswordRight = areSameHashes(hashSecret(credentials.password), passwordHash);
  if (credentials.username === 'user_slow') await clock.sleep(slowLoginMs);
  return isPasswordRight ? outcome : 'refused';
}

/**
 * @param oneTimeCode - what the user typed
 * @returns whether the provider takes it
 */
export function isRightOneTimeCode(oneTimeCode: string): boolean {
  return areSameHashes(hashSecret(oneTimeCode.replaceAll(/\s/g, '')), oneTimeCodeHash);
}
