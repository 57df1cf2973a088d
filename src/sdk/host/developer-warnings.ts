import type { ConnectErrorCode } from '../protocol/errors.ts';
import type { Settings } from './options.ts';
import type { SessionState } from './phase.ts';
import type { SessionContext } from './session-context.ts';

/** Options whose difference shows that another session was meant. Callbacks differ at each call. */
const compared = ['clientId', 'connectUrl', 'display', 'provider', 'state', 'locale'] as const;

/** `locale` has no rule here, and the SDK adds `address`. */
const withoutRule = ['locale', 'address'];

/** What the page has been warned of. Each warning appears once. */
const warned = new Set<string>();

/** Where each copy of the SDK leaves its mark: a property of the window, which they share. */
const copies: unique symbol = Symbol.for('tax-connect.copies');

/**
 * Warns in the console of options that have no effect and of what keeps Connect from working. It is
 * a separate chunk, which users of live applications never load, so it may import nothing that the
 * other chunks have.
 *
 * @param context - of the session
 * @param state - of the session
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

/** Each copy knows its own session only, so two of them show two modals. */
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
    // In the SDK's own words, because the message of a thrown error may contain secrets.
    callback_failed: error?.message,
  };
  const text = code && texts[code];
  if (text) warn(`${text} ${linkTo(context, code)}`);
}

/** @returns the sentence that leads to the page of errors, or to the heading of one of them */
function linkTo({ ConnectError }: SessionContext, code?: ConnectErrorCode): string {
  const { docsUrl } = new ConnectError(code ?? 'invalid_options', '');
  return `See ${code ? docsUrl : docsUrl.replace(/#.*/, '')}`;
}

/** The only line that the SDK writes to the console. It names options, never their values. */
function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
