import type { ConnectError, ConnectErrorCode } from '../../protocol/errors.ts';
import { findNearName } from '../../protocol/near-name.ts';
import type { Settings } from '../open/options.ts';
import type { SessionState } from '../session/phase.ts';
import type { DeveloperContext } from '../session/session-context.ts';
import { warn, warned } from './warn.ts';

export { explainSilence } from './ask-service.ts';

/** The global property in which the first copy of the SDK stores its `warned` set, so that a second copy finds it. */
const copies: unique symbol = Symbol.for('tax-connect.copies');

/** This chunk must not share a module with another: the build would add a file that users of live applications load. */
export function warnDeveloper(
  context: DeveloperContext,
  state: SessionState,
  error: ConnectError | null,
): void {
  const { settings, others } = context;
  warnOfUnknownOptions(context);
  for (const other of others) warnOfOther(context, other);
  warnOfCopies();
  if (state.isFramed && settings.display !== 'popup') warn(framedHost);
  warnOfUnknownProvider(settings, state);
  warnOfFailure(context, state, error);
}

function listInAppearance({ rules }: DeveloperContext): readonly string[] {
  return Object.keys(rules.appearance?.[2] ?? {});
}

/** Lists the options of `open`. There is no rule for `locale`, because every value is accepted. */
function listOptions(context: DeveloperContext): readonly (keyof Settings)[] {
  const others = ['redirectUri', 'element', ...listInAppearance(context)];
  const names = [...Object.keys(context.rules), 'locale'] as (keyof Settings)[];
  return names.filter((name) => !others.includes(name));
}

function warnOfUnknownOptions(context: DeveloperContext): void {
  // `parseOptions` has added `address`.
  const { address: _, appearance, ...given } = context.settings;
  warnOfUnknown(Object.keys({ ...given, appearance }), listOptions(context), 'Options');
  const inAppearance = listInAppearance(context);
  warnOfUnknown(Object.keys({ ...appearance }), inAppearance, 'Options of appearance');
}

function warnOfUnknown(given: readonly string[], names: readonly string[], plural: string): void {
  for (const name of given) {
    if (names.includes(name)) continue;
    warn(`unknown option "${name}". ${suggest(name, names, `${plural} are ${names.join(', ')}.`)}`);
  }
}

const framedHost =
  'this page is itself in a frame. Its sandbox, if any, needs allow-popups allow-popups-to-escape-sandbox.';

function warnOfUnknownProvider({ provider }: Settings, { providers }: SessionState): void {
  const ids = providers?.map(({ id }) => id);
  if (!provider || !ids || ids.includes(provider)) return;
  const some = `There are ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : '.'}`;
  warn(`the service has no provider "${provider}". ${suggest(provider, ids, some)}`);
}

function suggest(word: string, names: readonly string[], others: string): string {
  const meant = findNearName(word, names);
  return meant ? `Did you mean "${meant}"?` : others;
}

/** Callbacks differ at each call of `open`, and so do objects. */
const uncompared = ['onSuccess', 'onExit', 'onEvent', 'appearance', 'signal'];

function warnOfOther(context: DeveloperContext, other: Settings): void {
  const { settings } = context;
  const ignored = listOptions(context).filter(
    (name) => !uncompared.includes(name) && `${settings[name]}` !== `${other[name]}`,
  );
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

function warnOfFailure(
  context: DeveloperContext,
  { isFramed }: SessionState,
  error: ConnectError | null,
): void {
  const { session } = context.settings;
  // `framedHost` has already explained why the frame is blocked if the host is itself in a frame.
  if (!error || (isFramed && error.code === 'frame_blocked')) return;
  // The service does not say why it refuses the backend's session, so the advice lists the likely reasons.
  const isOfSession = error.code === 'session_expired' && !error.retryable && session !== undefined;
  const advice = isOfSession ? describeSession(session) : describeNextSteps(context)[error.code];
  if (advice === undefined) return;
  warn([error.message, advice, `See ${error.docsUrl}`].filter(Boolean).join(' '));
}

const sessionSecret = /^[\da-f]{64}$/;

function describeSession(session: string): string {
  if (!sessionSecret.test(session)) {
    return 'Pass `session` as createSession returned it: 64 hex digits.';
  }
  return 'Its session has connected an account, was canceled, or is too old. Create another.';
}

/** Lists the advice for errors that a developer can prevent. Empty: the error's message is sufficient. */
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
    // The service's message already names the option that contradicts the backend's session.
    invalid_options: '',
    // If connectUrl is not the service's own PUBLIC_URL, the service's message already names both addresses.
    server_error: '',
    // Only the SDK's own message is shown, because the message of the error that the host threw may contain secrets.
    callback_failed: '',
  };
}
