import { ConnectError } from '../protocol/errors.ts';
import type { OpenOptions } from './api.ts';

declare const __TAX_CONNECT_URL__: string;

/** Options after checking; absent ones are absent. */
export type Settings = Readonly<Omit<OpenOptions, 'connectUrl'>> & { readonly connectUrl: URL };

type Rule = string | readonly [pattern: RegExp, expected: string];

/** https, or http on loopback (RFC 8252, section 7.3); no user name; nothing that rides along unseen. */
const secure = String.raw`^(https:|http://([^/@]+\.)?(localhost|127\.0\.0\.1|\[::1])[:/])[^@#`;
const described = 'https address (http only on localhost) without';

/** What each option must be: a type, never empty, or a pattern for its text. */
const rules: { readonly [name: string]: Rule } = {
  clientId: 'string',
  onSuccess: 'function',
  onExit: 'function',
  onEvent: 'function',
  connectUrl: [new RegExp(`${secure}?]*$`), `${described} query or fragment`],
  redirectUri: [new RegExp(`${secure}]*$`), `${described} fragment`],
  display: [/^(auto|frame|popup)$/, 'choice of auto, frame, popup'],
  provider: 'string',
  state: [/^.{1,2000}$/s, 'string of 1 to 2,000 characters'],
  locale: [/^[a-z]{2,8}(-[a-z\d]{1,8})*$/i, 'BCP 47 language tag'],
  appearance: 'object',
  theme: [/^(auto|light|dark)$/, 'choice of auto, light, dark'],
  accentColor: 'string',
  fontFamily: 'string',
  borderRadius: 'string',
  signal: 'object',
};

/**
 * Checks options as own properties, so that a polluted `Object.prototype` sets none of them.
 *
 * @param options - what the host passed
 * @param required - names that must be there
 * @returns a copy without a prototype, with `connectUrl` as a URL
 * @throws {ConnectError} `invalid_options`, naming the option and what it must be
 */
export function parseOptions<Options extends object>(
  options: Options,
  ...required: (keyof Options & string)[]
): Omit<Options, 'connectUrl'> & { connectUrl: URL } {
  const own = copyChecked(options, required);
  own.connectUrl = new URL((own.connectUrl as string) ?? __TAX_CONNECT_URL__);
  if (own.appearance) own.appearance = copyChecked(own.appearance, []);
  return own as Omit<Options, 'connectUrl'> & { connectUrl: URL };
}

function copyChecked(value: object, required: readonly string[]): Record<string, unknown> {
  const own: Record<string, unknown> = { __proto__: null, ...value };
  for (const name of [...required, ...Object.keys(own)]) {
    const rule = rules[name];
    if (/secret|token|password/i.test(name)) refuse(name, 'kept on your backend');
    if (own[name] === undefined && !required.includes(name)) delete own[name];
    else if (rule && !fits(name, own[name], rule)) {
      refuse(name, `a ${typeof rule === 'string' ? `non-empty ${rule}` : rule[1]}`);
    }
  }
  return own;
}

function fits(name: string, value: unknown, rule: Rule): unknown {
  if (typeof rule === 'string') return value && typeof value === rule;
  try {
    // Addresses are matched as the URL parser normalises them, not as they were spelt.
    const text = /Ur[il]/.test(name) ? new URL(`${value}`).href : value;
    return typeof text === 'string' && rule[0].test(text);
  } catch {
    // What the URL parser refuses is no address.
    return false;
  }
}

function refuse(name: string, expected: string): never {
  throw new ConnectError('invalid_options', `TaxConnect: ${name} must be ${expected}.`);
}
