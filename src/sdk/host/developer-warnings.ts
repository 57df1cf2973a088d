import type { ConnectErrorCode } from '../protocol/errors.ts';
import type { Settings } from './options.ts';
import type { SessionState } from './phase.ts';
import type { SessionContext } from './session-context.ts';

/** Options whose difference shows that another session was intended. Callbacks differ at each call. */
const compared = ['clientId', 'connectUrl', 'display', 'provider', 'state', 'locale'] as const;

/** `locale` has no rule here, and the SDK adds `address`. */
const withoutRule = ['locale', 'address'];

/** The warnings that this page has shown. Each appears once. */
const warned = new Set<string>();

/** The window's property that counts the copies of the SDK. All copies share it. */
const copies: unique symbol = Symbol.for('tax-connect.copies');

/**
 * Warns in the console of options without effect, and of problems that keep Connect from working. It is a
 * separate chunk, which users of live applications never load, so it must not import modules of other
 * chunks.
 *
 * @param context - the session's context
 * @param state - the session's state
 */
export function warnDeveloper(context: SessionContext, state: SessionState): void {
  const { settings, others, optionRules } = context;
  for (const name of Object.keys({ ...settings, ...settings.appearance })) {
    const isKnown = name in optionRules || withoutRule.includes(name);
    if (!isKnown || name === 'redirectUri') warn(`unknown option ${name}.`);
  }
  for (const other of others) warnOfOther(settings, other);
  warnOfCopies(context);
  warnOfFailure(context, state);
}

function warnOfOther(settings: Settings, other: Settings): void {
  const ignored = compared.filter((name) => `${settings[name]}` !== `${other[name]}`);
  if (ignored.length > 0) warn(`a session is open, which ignores another ${ignored.join(', ')}.`);
}

/** Each copy knows only its own session, so two copies would show two modals. */
function warnOfCopies(context: SessionContext): void {
  const shared = globalThis as { [copies]?: Set<object> };
  shared[copies] ??= new Set();
  if (shared[copies].add(warned).size > 1) {
    warn(`this page has two copies of the SDK. ${linkTo(context)}`);
  }
}

function warnOfFailure(context: SessionContext, { phase, window, frame }: SessionState): void {
  const { origin } = context.surface.address;
  const error = phase.name === 'failed' ? phase.error : 'error' in window ? window.error : null;
  const code = frame === 'blocked' ? 'frame_blocked' : error?.code;
  const texts: { readonly [code in ConnectErrorCode]?: string | undefined } = {
    frame_blocked: `the policy of this page blocks Connect: add ${origin} to its frame-src.`,
    origin_not_allowed: `${location.origin} is not an origin of this application: add it in the dashboard.`,
    popup_blocked: 'the popup was blocked: call open in the handler of a click, before any await.',
    // Uses the SDK's own text, because the message of a thrown error may contain secrets.
    callback_failed: error?.message,
  };
  const text = code && texts[code];
  if (text) warn(`${text} ${linkTo(context, code)}`);
}

/** @returns the sentence with the link to the documentation of errors, or of one error */
function linkTo({ ConnectError }: SessionContext, code?: ConnectErrorCode): string {
  const { docsUrl } = new ConnectError(code ?? 'invalid_options', '');
  return `See ${code ? docsUrl : docsUrl.replace(/#.*/, '')}`;
}

/** The only line that the SDK writes to the console. It contains names of options, never their values. */
function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
