import { ConnectError } from '../../protocol/errors.ts';
import { isLoopback } from '../../protocol/loopback.ts';
import { defaultConnectUrl } from '../../protocol/service-addresses.ts';
import type { OpenOptions } from '../api.ts';
import { optionRules, showValue } from './option-rules.ts';

type Checked<Options> = Readonly<Options> & {
  /** The full address of the Connect page, with `client_id` as its only query parameter. */
  readonly address: URL;
};

export type Settings = Checked<OpenOptions>;

/** Copies valid options, without a prototype: a polluted `Object.prototype` sets none. @throws {ConnectError} */
export function parseOptions<Options extends object>(
  options: Options,
  ...required: (keyof Options & string)[]
): Checked<Options> {
  const own = copyChecked(options, required);
  const address = new URL(`${own.connectUrl ?? defaultConnectUrl}`);
  // Undefined on a server, and empty on a page from a file. Neither needs `connectUrl`.
  const page = globalThis.location?.hostname;
  if (page && isLoopback(address.hostname) && !isLoopback(page) && !own.connectUrl) {
    refuse('connectUrl', 'set, except on localhost');
  }
  address.searchParams.set('client_id', `${own.clientId}`);
  own.address = address;
  if (own.appearance) own.appearance = copyChecked(own.appearance, []);
  return own as Checked<Options>;
}

function copyChecked(value: object, required: readonly string[]): Record<string, unknown> {
  const own: Record<string, unknown> = { __proto__: null, ...value };
  for (const name of [...required, ...Object.keys(own)]) {
    const option = own[name];
    const [isRight, expected] = optionRules[name] ?? [];
    if (/secret|token|password/i.test(name)) refuse(name, 'kept on your backend');
    if (!isRight || isRight(option)) continue;
    if (option === undefined && !required.includes(name)) continue;
    // An option that begins alike may be meant. The test is rough, to keep the entry small.
    const misspelt = Object.keys(own).find(
      (key) => key !== name && key.startsWith(name.slice(0, 6)),
    );
    const hint = misspelt ? `, but ${misspelt} is set` : '';
    refuse(name, `${expected}; got ${showValue(option)}${hint}`);
  }
  return own;
}

export function refuse(name: string, expected: string): never {
  throw new ConnectError('invalid_options', `TaxConnect: ${name} must be ${expected}.`);
}
