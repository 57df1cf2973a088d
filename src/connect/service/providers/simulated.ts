import type { CredentialProvider, LoginOutcome, Share } from 'tax-connect/providers';
import type { Clock } from '../basics/clock.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import { simulatedInfos } from './simulated-infos.ts';
import { drawMark } from './simulated-marks.ts';
import {
  createSimulatedRecords,
  type PlannedRecords,
  type SimulatedGrant,
} from './simulated-records.ts';

/** The duration of a login as `user_slow`, in milliseconds. */
const slowLoginMs = 5000;

type OutcomeStatus = LoginOutcome['status'];

const outcomes: ReadonlyMap<string, OutcomeStatus> = new Map([
  ['user_good', 'accepted'],
  ['user_slow', 'accepted'],
  ['user_mfa', 'challenge'],
  ['user_locked', 'locked'],
  ['user_error', 'failed'],
  ['user_relogin', 'accepted'],
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

const simulatedShares: readonly Share[] = ['identity', 'returns', 'transcripts', 'forms'];
/** How long the grant of `user_relogin` lasts, in milliseconds. */
const shortGrantMs = 60_000;

/** The users that can be connected without signing in, for tests of a backend. */
export const sandboxUsers = [
  ...['user_good', 'user_mfa', 'user_slow', 'user_error', 'user_relogin'],
] as const;

/**
 * Creates the simulated providers, which are plug-ins, too. All accept the same logins, and have records. They have
 * no secrets, so they need no GRANT_KEY.
 *
 * @param clock - delays `user_slow`, and lets the grant of `user_relogin` expire
 * @param planned - the records of a test
 * @returns the providers, the sandbox first
 */
export function createSimulatedProviders(
  clock: Clock,
  planned?: PlannedRecords,
): readonly CredentialProvider[] {
  const records = createSimulatedRecords(clock, planned);
  const describeOutcome = (status: OutcomeStatus, username: string): LoginOutcome => {
    if (status === 'accepted') return acceptSimulated(username, clock);
    // Without a prompt, the page uses its own text in the user's language.
    if (status === 'challenge') return { status, ...oneTimeCode, state: username };
    return { status };
  };
  return simulatedInfos.map((info) => ({
    info: { ...info, logo: drawMark(info.id), shares: simulatedShares },
    records,
    // Only `user_relogin` has a grant that expires.
    refresh: async () => ({ status: 'login_required' }),
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

/**
 * @param username - a user of the simulated providers
 * @param clock - for the grant of `user_relogin`
 * @returns the outcome of an accepted login
 */
export function acceptSimulated(username: string, clock: Pick<Clock, 'now'>) {
  const accepted = { status: 'accepted', subject: username, label: username } as const;
  if (username !== 'user_relogin') return accepted;
  const grant: SimulatedGrant = { expiresAt: clock.now() + shortGrantMs };
  return { ...accepted, grant };
}
