import type { Settings } from './options.ts';
import type { SessionContext } from './session-context.ts';

/** Options that differ only where another session was meant; callbacks differ at each call. */
const compared = ['clientId', 'connectUrl', 'display', 'provider', 'state', 'locale'] as const;

/** What the page has been warned of: once is enough. */
const warned = new Set<string>();

/**
 * Warns in the console of options that have no effect. In a separate chunk, which users of live
 * applications never load: nothing that it needs may be imported.
 *
 * @param context - of the session
 */
export function warnDeveloper({ settings, others, optionRules }: SessionContext): void {
  for (const name of Object.keys({ ...settings, ...settings.appearance })) {
    if (!(name in optionRules) || name === 'redirectUri') warn(`unknown option ${name}.`);
  }
  for (const other of others) warnOfOther(settings, other);
}

function warnOfOther(settings: Settings, other: Settings): void {
  const ignored = compared.filter((name) => `${settings[name]}` !== `${other[name]}`);
  if (ignored.length > 0) warn(`a session is open, which ignores another ${ignored.join(', ')}.`);
}

/** The only line of the SDK in the console. It has names of options, never their values. */
function warn(text: string): void {
  if (warned.has(text)) return;
  warned.add(text);
  console.warn(`TaxConnect: ${text}`);
}
