import { isText, matches } from '../protocol/record.ts';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import { parseServiceUrl } from './service-url.ts';

/** The options of every request to the Connect service. */
export interface ServiceOptions {
  /** Address of the Connect service; https, or http on this machine or one of `insecureHosts`. */
  readonly baseUrl: string | URL;
  /**
   * Names of hosts that may be called over http, such as `['connect']` in a network of containers. The client
   * secret and tokens then travel unencrypted, and the log says so once. Default: none.
   */
  readonly insecureHosts?: readonly string[] | undefined;
  /** The longest wait for the whole response, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Aborts the request, which fails with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** The rule of an option: the test of its value, and the words of the rule for the error message. */
export type Rule = readonly [
  isRight: (value: unknown, options: Pick<ServiceOptions, 'insecureHosts'>) => boolean,
  rule: string,
];

/** The rules of all options of a function. Any other option is refused, so that a misspelt option is noticed. */
export type Rules<Options> = { readonly [name in keyof Required<Options>]: Rule };

export function optional(isRight: (value: unknown) => boolean, rule: string): Rule {
  return [(value) => value === undefined || isRight(value), rule];
}

/** @returns the first fault of the options, as a sentence that does not quote a value; undefined without a fault */
export function findFault(options: object, rules: Readonly<Record<string, Rule>>) {
  const unknown = describeUnknownOption(options, Object.keys(rules));
  if (unknown !== undefined) return unknown;
  const wrong = Object.entries(rules).find(
    ([name, [isRight]]) => !isRight(Reflect.get(options, name), options),
  );
  return wrong && `${wrong[0]} ${wrong[1][1]}.`;
}

export function wholeNumber(
  min: number,
  max: number,
  rule = `must be a whole number from ${min} to ${max}`,
): Rule {
  return optional(
    (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
    rule,
  );
}

/** The rule of options that have none here, because the service or the platform checks them. */
export const anything: Rule = [() => true, ''];

const maxTimeoutMs = 600_000;

export const serviceRules: Rules<ServiceOptions> = {
  baseUrl: [isBaseUrl, 'must be an https address (or http on localhost)'],
  insecureHosts: [isHostList, "must be a list of host names, such as ['connect']"],
  timeoutMs: optional(
    (value) => typeof value === 'number' && value > 0 && value <= maxTimeoutMs,
    `must lie between 1 and ${maxTimeoutMs}`,
  ),
  signal: anything,
  fetch: optional((value) => typeof value === 'function', 'must be a function'),
};

export function isBaseUrl(
  value: unknown,
  { insecureHosts }: Pick<ServiceOptions, 'insecureHosts'>,
): boolean {
  // A wrong list is refused by its own rule.
  return !isHostList(insecureHosts) || parseServiceUrl(value, insecureHosts) !== undefined;
}

/** @returns whether the value is undefined, or a list of host names without port and path */
function isHostList(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((host) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host));
}

/** Accepts texts that a header can contain. */
export function isCredential(value: unknown): boolean {
  return isText(value, 4096) && value !== '' && !/\p{Cc}/u.test(value);
}

/** Options of requests that authenticate with the application's client ID and client secret. */
export interface ApplicationOptions extends ServiceOptions {
  /** The ID under which the application is registered at the Connect service. */
  readonly clientId: string;
  /** The application's secret, from the environment or a secret store. Never put it in source code or a browser. */
  readonly clientSecret: string;
}

const credential: Rule = [isCredential, 'must be a non-empty string without line breaks'];

export const applicationRules: Rules<ApplicationOptions> = {
  ...serviceRules,
  clientId: credential,
  clientSecret: credential,
};

/** Options of requests that authenticate with the access token of a connected account. */
export interface AccountOptions extends ServiceOptions {
  /** The account's access token, from `exchangeCode`, `finishSession` or `onConnected` of a callback. */
  readonly accessToken: string;
}

export const accountRules: Rules<AccountOptions> = {
  ...serviceRules,
  // Other characters would make `fetch` throw an error that quotes the token.
  accessToken: [matches(/^[\w~+/.-]{1,4096}=*$/), 'must be the access token of an exchange'],
};
