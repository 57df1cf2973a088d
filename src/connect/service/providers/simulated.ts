import type { CredentialProvider, LoginOutcome, ProviderInfo, Share } from 'tax-connect/providers';
import { drawMark } from '../../../kit/draw-mark.ts';
import type { ServiceTexts } from '../../../texts/surfaces.ts';
import { testLogin, type testUsers } from '../../shapes/test-login.ts';
import type { Clock } from '../basics/clock.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import {
  createSimulatedRecords,
  type PlannedRecords,
  type SimulatedGrant,
} from './simulated-records.ts';

const slowLoginMs = 5000;

type OutcomeStatus = LoginOutcome['status'];

const outcomes: ReadonlyMap<string, OutcomeStatus> = new Map(
  Object.entries({
    user_good: 'accepted',
    user_slow: 'accepted',
    user_mfa: 'challenge',
    user_locked: 'locked',
    user_error: 'failed',
    user_relogin: 'accepted',
    user_bad: 'refused',
  } satisfies Record<(typeof testUsers)[number], OutcomeStatus>),
);
const passwordHash = hashSecret(testLogin.password);
const oneTimeCodeHash = hashSecret('123456');
const oneTimeCode = {
  kind: 'code',
  prompt: '',
  sentTo: '••• 42',
  codeLength: 6,
  canResend: true,
} as const;

const simulatedShares: readonly Share[] = ['identity', 'returns', 'transcripts', 'forms'];
const shortGrantMs = 60_000;

/** Simulated people whom a backend's tests can connect without a sign-in. */
export const sandboxUsers = [
  ...['user_good', 'user_mfa', 'user_slow', 'user_error', 'user_relogin'],
] as const;

/**
 * Creates the simulated providers, which are plug-ins, too. All of them accept the same logins and have records. They
 * hold no secrets, so they need no GRANT_KEY. The clock delays `user_slow`, and lets the grant of `user_relogin`
 * expire.
 */
export function createSimulatedProviders(
  clock: Clock,
  planned?: PlannedRecords,
): readonly CredentialProvider[] {
  const records = createSimulatedRecords(clock, planned);
  const describeOutcome = (status: OutcomeStatus, username: string): LoginOutcome => {
    if (status === 'accepted') return acceptSimulated(username, clock);
    // The outcome has no prompt, so that the page shows its own text in the person's language.
    if (status === 'challenge') return { status, ...oneTimeCode, state: username };
    return { status };
  };
  return simulatedInfos.map((info) => ({
    info: { ...info, logo: drawMark(info.id), shares: simulatedShares },
    records,
    // Only the grant of `user_relogin` expires and needs a refresh, which always fails.
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
    // A new code is not necessary, because the code is always the same.
    resend: async () => undefined,
  }));
}

export function acceptSimulated(username: string, clock: Pick<Clock, 'now'>) {
  const accepted = { status: 'accepted', subject: username, label: username } as const;
  if (username !== 'user_relogin') return accepted;
  const grant: SimulatedGrant = { expiresAt: clock.now() + shortGrantMs };
  return { ...accepted, grant };
}

/** The simulated provider that test applications keep beside an operator's plug-ins. */
export const sandboxProviderId = 'sandbox';

/** A simulated provider. With `surface`, it acts as a provider whose pages cannot be framed. */
export interface SimulatedInfo extends ProviderInfo {
  readonly surface?: 'popup';
  /** The key of a translated text, which says why the provider is unavailable. */
  readonly reasonCode?: keyof ServiceTexts['reasons'];
}

type Row = readonly [
  id: string,
  name: string,
  domain: string,
  aliases: readonly string[],
  more?: Pick<SimulatedInfo, 'popular' | 'surface' | 'status' | 'reasonCode'>,
];

const popular = { popular: true };

/** The simulated providers. All of their names are invented. */
const rows: readonly Row[] = [
  [sandboxProviderId, 'Sandbox', 'sandbox-tax.example', ['test', 'demo'], popular],
  ['ledgerleaf', 'LedgerLeaf Tax', 'ledgerleaf.example', ['ledger leaf', 'leaf'], popular],
  ['brightfile', 'BrightFile', 'brightfile.example', ['bright file', 'bf online'], popular],
  [
    'harbor-tax',
    'Harbor Tax Services',
    'harbortax.example',
    ['harbour', 'hts'],
    { popular: true, surface: 'popup' },
  ],
  ['refund-pilot', 'RefundPilot', 'refundpilot.example', ['refund pilot'], popular],
  ['oakline', 'Oakline & Partners', 'oakline.example', ['oak line', 'oakline and partners']],
  ['filewell', 'FileWell', 'filewell.example', ['file well']],
  ['summit-returns', 'Summit Returns', 'summitreturns.example', ['summit']],
  ['quillworth', 'Quillworth Tax', 'quillworth.example', ['quill'], { surface: 'popup' }],
  ['penny-and-pine', 'Penny & Pine', 'pennypine.example', ['penny and pine']],
  ['clearcolumn', 'ClearColumn', 'clearcolumn.example', ['clear column']],
  [
    'northgate',
    'Northgate Accounting',
    'northgate-accounting.example',
    ['north gate'],
    { status: 'unavailable', reasonCode: 'maintenance' },
  ],
  ['tallybird', 'TallyBird', 'tallybird.example', ['tally bird']],
  ['cafe-fiscal', 'Café Fiscal', 'cafefiscal.example', ['cafe fiscal']],
];

const simulatedInfos: readonly SimulatedInfo[] = rows.map(([id, name, domain, aliases, more]) => ({
  id,
  name,
  domain,
  aliases,
  ...more,
}));
