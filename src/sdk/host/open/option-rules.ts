import { appearanceRules } from '../../protocol/appearance.ts';
import { isLoopback } from '../../protocol/loopback.ts';
import { isText, oneOf, type Rule, text } from '../../protocol/rule.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const callback: Rule = [(value) => typeof value === 'function', 'a function'];
export const address = 'https, or http on localhost, without credentials';

/** The rule of each option, by name. `locale` and `placeholder` have no rule: every value is accepted. */
export const optionRules: Readonly<Record<string, Rule | null>> = {
  // The object has no prototype, because an unknown option may be named `constructor`.
  __proto__: null,
  clientId: [(value) => isText(value) && !isSecret(value), 'your client ID'],
  provider: text,
  onSuccess: callback,
  onExit: callback,
  onEvent: callback,
  // `instanceof` would refuse a signal of another window, so a signal is recognised by a property.
  signal: [(value) => isObject(value) && 'aborted' in value, 'an AbortSignal'],
  element: [isObject, 'an object'],
  display: oneOf('auto', 'frame', 'popup'),
  appearance: [isObject, 'an object', appearanceRules],
  ...appearanceRules,
  connectUrl: [(value) => isAddress(value, /[@#?]/), `${address}, query or fragment`],
  redirectUri: [(value) => isAddress(value, /[@#]/), `${address} or fragment`],
  session: [
    (value) => isText(value) && !/^cs_/.test(value),
    '1 to 2,000 characters, not session_id',
  ],
  state: text,
};

function isSecret(value: string): boolean {
  return /^(test|live)_secret_/.test(value);
}

export function isAddress(value: unknown, banned: RegExp): value is string | URL {
  const url = parseUrl(value);
  const isSecure =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return isSecure && !banned.test(url.href);
}

export function parseUrl(value: unknown, base?: string): URL | undefined {
  try {
    return new URL(`${value}`, base);
  } catch {
    return undefined;
  }
}

/** Messages get into logs, so a possible secret shows only its type: 32 characters, a user name, query or fragment. */
export function showValue(value: unknown): string {
  if (typeof value !== 'string') return value ? typeof value : `${value}`;
  if (isSecret(value)) return 'a client secret';
  return /[@#?]|_secret_|[\w-]{32}/.test(value) ? 'string' : `"${value}"`;
}
