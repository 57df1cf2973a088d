import { isText } from '../protocol/record.ts';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import { defaultTimeoutMs, isTimeout, timeoutRule } from './request-service.ts';
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

/** The names of all options of a function. Any other name is refused, so that a misspelt option is noticed. */
export type OptionNames<Options> = { readonly [name in keyof Required<Options>]: true | string };

export const serviceNames: OptionNames<ServiceOptions> = {
  baseUrl: true,
  insecureHosts: true,
  timeoutMs: true,
  signal: true,
  fetch: true,
};

/** @returns whether the value can be a client ID or a client secret: text with characters that a header can contain */
export function isCredential(value: unknown): boolean {
  return isText(value, 4096) && value !== '' && !/\p{Cc}/u.test(value);
}

export const addressRule = 'must be an https address (or http on localhost)';

/** @returns the address of the service; an error message when an option is invalid */
export function checkServiceOptions<Options extends ServiceOptions>(
  options: Options,
  names: OptionNames<Options>,
): URL | string {
  const unknown = describeUnknownOption(options, Object.keys(names));
  if (unknown) return unknown;
  const { baseUrl, insecureHosts, timeoutMs = defaultTimeoutMs, fetch } = options;
  if (!isHostList(insecureHosts)) return `insecureHosts ${hostsRule}.`;
  const url = parseServiceUrl(baseUrl, insecureHosts);
  if (!url) return `baseUrl ${addressRule}.`;
  if (fetch !== undefined && typeof fetch !== 'function') return 'fetch must be a function.';
  return isTimeout(timeoutMs) ? url : `${timeoutRule}.`;
}

export const hostsRule = "must be a list of host names, such as ['connect']";

/** @returns whether the value is undefined, or a list of host names without port and path */
export function isHostList(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every((host) => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(host));
}
