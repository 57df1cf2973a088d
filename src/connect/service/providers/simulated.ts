import type { CredentialProvider, LoginOutcome, ProviderInfo, Share } from 'tax-connect/providers';
import type { ServiceTexts } from '../../../texts/surfaces.ts';
import type { Clock } from '../basics/clock.ts';
import { areSameHashes, hashSecret } from '../basics/secrets.ts';
import {
  createSimulatedRecords,
  type PlannedRecords,
  type SimulatedGrant,
} from './simulated-records.ts';

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

/** A logo on a square of 40 by 40: the colour of the square, and the SVG paths of a white shape and of white lines. */
type Drawing = readonly [ground: string, shape: string, lines: string];

/** Invented logos, by provider ID. */
const drawings: Readonly<Record<string, Drawing>> = {
  sandbox: ['#475569', 'M9 16h22l-3 16H12z', 'M13 15a7 7 0 0 1 14 0'],
  ledgerleaf: ['#15803d', 'M11 29C8 16 17 9 32 8c1 15-8 24-21 21z', 'M8 33l4-5'],
  brightfile: [
    '#c2410c',
    'M13 20a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
    'M20 6v3m0 22v3M6 20h3m22 0h3M10 10l2 2m16 16 2 2m0-20-2 2M12 28l-2 2',
  ],
  'harbor-tax': [
    '#1e3a8a',
    '',
    'M20 14v18M20 14a4 4 0 1 1 .1 0M13 18h14M8 24c1 6 6 8 12 8s11-2 12-8',
  ],
  'refund-pilot': ['#6d28d9', 'M7 20 33 8l-6 24-8-8z', 'M19 24v8l4-4'],
  oakline: ['#78350f', 'M20 6a10 10 0 0 1 8 16 8 8 0 0 1-16 0 10 10 0 0 1 8-16', 'M20 26v8'],
  filewell: ['#0e7490', 'M11 7h12l7 7v10c-4-3-6 3-10 0s-6 3-9 0z', 'M11 31c4-3 6 3 10 0s6 3 9 0'],
  'summit-returns': ['#334155', 'M5 31 16 11l7 11 4-5 8 14z', ''],
  quillworth: ['#9d174d', 'M20 6l8 15-4 8h-8l-4-8z', 'M15 33h10'],
  'penny-and-pine': ['#065f46', 'M20 6l10 14h-5l6 8H9l6-8h-5z', 'M20 28v6'],
  clearcolumn: ['#0369a1', 'M9 22h5v10H9zm9-8h5v18h-5zm9-6h5v24h-5z', ''],
  northgate: ['#3f3f46', 'M8 32V19a12 12 0 0 1 24 0v13h-6V20a6 6 0 0 0-12 0v12z', 'M20 32v-7'],
  tallybird: ['#be123c', '', 'M10 10v20m7-20v20m7-20v20m7-20v20M6 25l28-10'],
  'cafe-fiscal': [
    '#854d0e',
    'M9 17h19v7a8 8 0 0 1-8 8h-3a8 8 0 0 1-8-8z',
    'M28 19c6-1 6 7 0 6M15 8v4m7-4v4',
  ],
};

/** Draws the logo of a simulated provider as a `data:` URL. */
function drawMark(id: string): string {
  const drawing = drawings[id];
  if (!drawing) throw new Error(`The simulated provider ${id} has no mark.`);
  const [ground, shape, lines] = drawing;
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">' +
    `<path fill="${ground}" d="M0 0h40v40H0z"/><path fill="#fff" d="${shape}"/>` +
    `<path fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round" d="${lines}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
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
