import { isText, readOwn } from '../protocol/record.ts';
import {
  type Answer,
  adviseOnAddress,
  clean,
  defaultTimeoutMs,
  joinPath,
  type ServiceRequest,
} from './request-service.ts';
import {
  checkServiceOptions,
  type OptionNames,
  type ServiceOptions,
  serviceNames,
} from './service-options.ts';

/** The options of a request about a connected account. */
export interface AccountOptions extends ServiceOptions {
  /** The access token from the exchange. */
  readonly accessToken: string;
}

/** The names of {@link AccountOptions}. */
export const accountNames: OptionNames<AccountOptions> = { ...serviceNames, accessToken: true };

/**
 * @param options - from the application
 * @param path - the path of an endpoint, beginning with a slash
 * @param names - the names of all options of the function
 * @returns the endpoint's address; or a message about an option that breaks its rule
 */
export function checkTokenRequest<Options extends AccountOptions>(
  options: Options,
  path: string,
  names: OptionNames<Options>,
): URL | string {
  const url = checkServiceOptions(options, names);
  if (typeof url === 'string') return url;
  const { accessToken } = options;
  // Other characters would make `fetch` throw an error that quotes the token.
  if (typeof accessToken !== 'string' || !/^[\w~+/.-]{1,4096}=*$/.test(accessToken)) {
    return 'accessToken must be the access token of an exchange.';
  }
  return joinPath(url, path);
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
