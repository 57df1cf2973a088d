import type { ConnectErrorCode } from '../../protocol/errors.ts';
import { findNearName } from '../../protocol/near-name.ts';
import type { Settings } from '../open/options.ts';
import type { SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { warn, warned } from './warn.ts';

export { explainSilence } from './ask-service.ts';

/**
 * If one of these options differs in a second call of `open`, the developer probably meant another session. Callbacks
 * are not compared, because they differ at each call.
 */
const compared = [
  'clientId',
  'connectUrl',
  'display',
  'provider',
  'state',
  'session',
  'locale',
] as const;

/** The window's property in which the first copy of the SDK stores its `warned`. */
const copies: unique symbol = Symbol.for('tax-connect.copies');

/**
 * Warns in the console of options without effect, and of problems that keep Connect from working. Users of live
 * applications never load this chunk, so it must not import modules of other chunks.
 */
export function warnDeveloper(context: DeveloperContext, state: SessionState): void {
  const { settings, others } = context;
  warnOfUnknownOptions(context);
  for (const other of others) warnOfOther(settings, other);
  warnOfCopies();
  if (state.isFramed && settings.display !== 'popup') warnOfFramedHost();
  warnOfUnknownProvider(settings, state);
  warnOfFailure(context, state);
}

const inAppearance = ['theme', 'accentColor', 'fontFamily', 'borderRadius'];
/** Options that have a rule, but that `open` does not have. */
const others = ['redirectUri', 'element', ...inAppearance];

function warnOfUnknownOptions({ settings, optionRules }: DeveloperContext): void {
  // `locale` has no rule.
  const own = [...Object.keys(optionRules), 'locale'].filter((name) => !others.includes(name));
  // The SDK adds `address` itself.
  const { address: _, appearance, ...given } = settings;
  warnOfUnknown(Object.keys({ ...given, appearance }), own, 'Options');
  warnOfUnknown(Object.keys({ ...appearance }), inAppearance, 'Options of appearance');
}

function warnOfUnknown(given: readonly string[], names: readonly string[], plural: string): void {
  for (const name of given) {
    if (names.includes(name)) continue;
    warn(`unknown option "${name}". ${suggest(name, names, `${plural} are ${names.join(', ')}.`)}`);
  }
}

function warnOfFramedHost(): void {
  warn(
    'this page is itself in a frame. If the frame has a sandbox, add allow-popups allow-popups-to-escape-sandbox.',
  );
}

function warnOfUnknownProvider({ provider }: Settings, state: SessionState): void {
  const { providers } = state;
  const ids = providers?.map(({ id }) => id);
  if (!provider || !ids || ids.includes(provider)) return;
  const some = `There are ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : '.'}`;
  warn(`the service has no provider "${provider}". ${suggest(provider, ids, some)}`);
}

function suggest(word: string, names: readonly string[], others: string): string {
  const meant = findNearName(word, names);
  return meant ? `Did you mean "${meant}"?` : others;
}

function warnOfOther(settings: Settings, other: Settings): void {
  const ignored = compared.filter((name) => `${settings[name]}` !== `${other[name]}`);
  if (ignored.length > 0) warn(`a session is open, which ignores another ${ignored.join(', ')}.`);
}

/** Each copy of the SDK knows only its own session, so two copies would show two modals. */
function warnOfCopies(): void {
  const shared = globalThis as { [copies]?: object };
  shared[copies] ??= warned;
  if (shared[copies] !== warned) {
    warn('this page has two copies of the SDK. Load it once.');
  }
}

function warnOfFailure(context: DeveloperContext, state: SessionState): void {
  const { phase, popup } = state;
  const { session } = context.settings;
  const error = phase.name === 'failed' ? phase.error : 'error' in popup ? popup.error : null;
  // `warnOfFramedHost` has already explained why the frame is blocked.
  if (!error || (state.isFramed && error.code === 'frame_blocked')) return;
  // The service does not say why a session cannot be used.
  const isOfSession = error.code === 'session_expired' && !error.retryable && session !== undefined;
  const advice = isOfSession ? describeSession(session) : describeNextSteps(context)[error.code];
  if (advice === undefined) return;
  warn([error.message, advice, `See ${error.docsUrl}`].filter(Boolean).join(' '));
}

const sessionSecret = /^[\da-f]{64}$/;

function describeSession(session: string): string {
  if (!sessionSecret.test(session)) {
    return 'Pass `session` as createSession has returned it: 64 hexadecimal digits.';
  }
  return 'Its session has connected an account, was canceled, or is too old. Create another.';
}

/** Lists what to do after each error. Errors that no developer can prevent have no text. */
function describeNextSteps({ settings }: DeveloperContext): {
  readonly [code in ConnectErrorCode]?: string;
} {
  const { origin } = settings.address;
  const dashboard = `Check your application at ${origin}/dashboard.`;
  return {
    load_timeout: `Check connectUrl, such as ${origin}/connect, and its service.`,
    connection_lost: 'Check that no other page replaces it.',
    frame_blocked: `Add ${origin} to its frame-src.`,
    popup_blocked: 'Call open in the handler of a click, before any await.',
    opener_severed: 'Send Cross-Origin-Opener-Policy: same-origin-allow-popups.',
    protocol_error: 'Check connectUrl.',
    unsupported_version: 'Update tax-connect.',
    unknown_client: `The clientId is "${settings.clientId}". ${dashboard}`,
    origin_not_allowed: dashboard,
    submission_limit_reached: dashboard,
    // The service's message names the option that contradicts its session.
    invalid_options: '',
    // The service's message names both addresses when connectUrl is not its PUBLIC_URL.
    server_error: '',
    // The SDK's own text is used, because the message of a thrown error may contain secrets.
    callback_failed: '',
  };
}
