import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  isTimeout,
  joinPath,
  type ServiceRequest,
  timeoutRule,
} from './request-service.ts';
import { parseServiceUrl } from './service-url.ts';

/** The options of a request about a connected account. */
export interface AccountOptions {
  /** Address of the Connect service; https, or http on this machine. */
  readonly baseUrl: string | URL;
  /** The access token from the exchange. */
  readonly accessToken: string;
  /** The longest wait for the whole response, in milliseconds; default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** Ends the wait early, with code `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the global `fetch`, in tests or behind a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/**
 * @param options - of the application
 * @param path - the path of an endpoint, with its first slash
 * @returns the endpoint's address; or the rule that an option breaks
 */
export function checkTokenRequest(
  { baseUrl, accessToken, timeoutMs = defaultTimeoutMs }: AccountOptions,
  path: string,
): URL | string {
  const url = parseServiceUrl(baseUrl);
  if (!url) return 'baseUrl must be an https address (or http on localhost).';
  // Other characters would make `fetch` throw an error that quotes the token.
  if (typeof accessToken !== 'string' || !/^[\w~+/.-]{1,4096}=*$/.test(accessToken)) {
    return 'accessToken must be the access token of an exchange.';
  }
  return isTimeout(timeoutMs) ? joinPath(url, path) : `${timeoutRule}.`;
}

/** @returns the request with the access token */
export function toTokenRequest(
  { accessToken, timeoutMs = defaultTimeoutMs, signal, fetch: send }: AccountOptions,
  request: Pick<ServiceRequest, 'method' | 'url'>,
): ServiceRequest {
  const headers = { Authorization: `Bearer ${accessToken}` };
  return { ...request, headers, timeoutMs, signal, fetch: send };
}

/** @returns the message for a developer, without the access token */
export function describeRefusal(
  { status, body }: Answer,
  {
    method,
    url,
    accessToken,
    isMisplaced,
  }: Pick<ServiceRequest, 'method' | 'url'> & {
    readonly accessToken: string;
    /** The response does not come from a Connect service. */
    readonly isMisplaced: boolean;
  },
): string {
  const description = readOwn(body, 'error_description');
  const advice = isMisplaced ? adviseOnAddress(status, url) : '';
  const message = `${method} ${url.href} answered ${status}.${advice} ${isText(description, 500) ? description : ''}`;
  return clean(message, [accessToken]);
}
