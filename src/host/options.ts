import { ConnectError } from '../protocol/errors.ts';
import { defaultConnectUrl } from '../protocol/service-addresses.ts';
import type { OpenOptions } from './api.ts';

/** Options after checking. */
type Checked<Options> = Readonly<Omit<Options, 'connectUrl'>> & {
  /** Of the Connect page, in full: with `client_id` as its only query parameter. */
  readonly address: URL;
};

/** Those of `open`. */
export type Settings = Checked<OpenOptions>;

const text = 'a non-empty string';
const callback = 'a function';
const object = 'an object';

/**
 * What each option must be: something that is not empty, of the type that the words end in, or a
 * pattern for its text; a signal's is what it says of itself, in whatever window it was made.
 * Addresses are https, or http on loopback (RFC 8252, section 7.3), without a user name, and nothing
 * rides along unseen; both patterns in full, because compressed they are one.
 */
const rules: { readonly [name: string]: string | RegExp } = {
  clientId: text,
  provider: text,
  accentColor: text,
  fontFamily: text,
  borderRadius: text,
  onSuccess: callback,
  onExit: callback,
  onEvent: callback,
  appearance: object,
  signal: /(Abort|Task)Signal]$/,
  connectUrl: /^(https:|http:\/\/([^/@]+\.)?(localhost|127\.0\.0\.1|\[::1])[:/])[^@#?]*$/,
  redirectUri: /^(https:|http:\/\/([^/@]+\.)?(localhost|127\.0\.0\.1|\[::1])[:/])[^@#]*$/,
  display: /^(auto|frame|popup)$/,
  theme: /^(auto|light|dark)$/,
  state: /^.{1,2000}$/s,
  locale: /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i,
};

/**
 * Checks options as own properties, so that a polluted `Object.prototype` sets none of them.
 *
 * @param options - what the host passed
 * @param required - names that must be there
 * @returns a copy without a prototype, with the address of the Connect page
 * @throws {ConnectError} `invalid_options`, naming the option and what it must be
 */
export function parseOptions<Options extends object>(
  options: Options,
  ...required: (keyof Options & string)[]
): Checked<Options> {
  const own = copyChecked(options, required);
  const address = new URL(`${own.connectUrl ?? defaultConnectUrl}`);
  address.searchParams.set('client_id', `${own.clientId}`);
  own.address = address;
  if (own.appearance) own.appearance = copyChecked(own.appearance, []);
  return own as Checked<Options>;
}

function copyChecked(value: object, required: readonly string[]): Record<string, unknown> {
  const own: Record<string, unknown> = { __proto__: null, ...value };
  // No rule takes null, and undefined is as good as absent.
  for (const name of required) own[name] ??= null;
  for (const name of Object.keys(own)) {
    const rule = rules[name];
    if (/secret|token|password/i.test(name)) refuse(name, 'kept on your backend');
    if (rule && own[name] !== undefined && !fits(own[name], rule)) {
      refuse(name, typeof rule === 'string' ? rule : `like ${rule}`);
    }
  }
  return own;
}

function fits(value: unknown, rule: string | RegExp): unknown {
  if (typeof rule === 'string') return value && rule.endsWith(typeof value);
  try {
    // Addresses are matched as the URL parser normalises them, not as they were spelt.
    const text = /http/.test(`${rule}`) ? new URL(`${value}`).href : value;
    return (typeof text === 'string' || rule === rules.signal) && rule.test(`${text}`);
  } catch {
    // What the URL parser refuses is no address.
    return false;
  }
}

function refuse(name: string, expected: string): never {
  throw new ConnectError('invalid_options', `TaxConnect: ${name} must be ${expected}.`);
}
