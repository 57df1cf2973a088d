import { effect } from '@preact/signals-core';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Readable } from '../ui/modal-model.ts';
import type { Settings } from './options.ts';
import type { SessionContext } from './session-context.ts';

/** Options that differ only where another session was meant; callbacks differ at each call. */
const compared = ['clientId', 'connectUrl', 'display', 'provider', 'state', 'locale'] as const;

/** What the page has been warned of: once is enough. */
const warned = new Set<string>();

/** Tells developers in the console what they may have missed. */
export interface DeveloperWarnings {
  /** There has been another `open`. */
  checkOthers(): void;
  close(): void;
}

/**
 * Warns of options that have no effect: on localhost at once, elsewhere as soon as the page says that
 * the application is a test application. Users of live applications are not told.
 *
 * @param context - of the session
 * @param application - of the session, once its page has named it
 * @returns the warnings, whose `close` must be called
 */
export function startDeveloperWarnings(
  { settings, others, optionRules }: SessionContext,
  application: Readable<ConnectApplication | null>,
): DeveloperWarnings {
  let isDeveloper = location.hostname.endsWith('localhost');
  const checkOthers = () => {
    if (isDeveloper) for (const other of others) warnOfOther(settings, other);
  };
  const check = () => {
    for (const name of Object.keys({ ...settings, ...settings.appearance })) {
      if (!(name in optionRules) || name === 'redirectUri') warn(`unknown option ${name}.`);
    }
    checkOthers();
  };
  if (isDeveloper) check();
  const close = effect(() => {
    if (isDeveloper || application.value?.environment !== 'test') return;
    isDeveloper = true;
    check();
  });
  return { checkOthers, close };
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
