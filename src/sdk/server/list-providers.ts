import { type Json, parseCamelCase } from '../protocol/camel-case.ts';
import { maxProviders } from '../protocol/provider.ts';
import { readOwn } from '../protocol/record.ts';
import { parseChoice, parseList, parseNullable, parseText, type Shape } from '../protocol/shape.ts';
import { requestAuthenticated } from './authenticated-request.ts';
import { ProvidersError } from './request-errors.ts';
import { type ApplicationOptions, anything, applicationRules } from './service-options.ts';
import { parseFilled } from './token-response.ts';

/** A tax-preparation company that the selector of your application shows. */
export interface OfferedProvider {
  /** The ID for `provider` of `open`, and for `providerIds` of a session. */
  readonly providerId: string;
  readonly name: string;
  /** The address where people usually sign in, such as `example.com`. */
  readonly domain: string;
  /** Address of the provider's logo at the Connect service. If it is null, show the provider's initials. */
  readonly logoUrl: string | null;
  /** People cannot choose an `unavailable` provider. */
  readonly status: 'available' | 'unavailable';
  /** The reason why the provider is unavailable, in English; null if no reason is given. */
  readonly reason: string | null;
  /** The kinds of data that a person is asked to share from this provider. */
  readonly shares: readonly string[];
  /** True when the provider belongs to the group of popular providers, which the selector shows first. */
  readonly popular: boolean;
  /** Other names of the provider, which a search should find, too. */
  readonly aliases: readonly string[];
}

/** A provider in the response body of `GET /providers`: {@link OfferedProvider} in snake_case. */
export interface OfferedProviderJson extends Json<OfferedProvider> {}

/** The providers of your application. */
export interface ProviderList {
  readonly providers: readonly OfferedProvider[];
  /** Identifies this version of the list. Pass the whole list as `known` in the next call. */
  readonly etag: string;
}

/** The options of {@link listProviders}. */
export interface ListProvidersOptions extends ApplicationOptions {
  /** The result of an earlier call. It is returned, and not sent again, if the list has not changed. */
  readonly known?: ProviderList | undefined;
}

const shape: Shape<OfferedProviderJson> = {
  provider_id: parseFilled,
  name: parseFilled,
  domain: parseText,
  logo_url: parseNullable(parseFilled),
  status: parseChoice('available', 'unavailable'),
  reason: parseNullable(parseText),
  shares: parseList(parseFilled, 100),
  popular: parseChoice(true, false),
  aliases: parseList(parseText, 100),
};

const parseProviders = parseList(parseCamelCase(shape), maxProviders);

// The longest accepted response, in bytes. It has room for `maxProviders` providers.
const maxBytes = 8 * 1024 * 1024;

/**
 * Lists the providers that the selector of your application shows now. Draw them yourself, and pass the picked one to
 * `open` as `provider`.
 *
 * @throws ProvidersError `invalid_client`; and the codes of {@link CommonErrorCode}
 * @example
 * ```ts
 * import { listProviders } from 'tax-connect/server';
 *
 * const clientSecret = process.env.CONNECT_CLIENT_SECRET ?? '';
 * const own = { baseUrl: 'https://connect.example', clientId: 'my_app', clientSecret };
 * const { providers } = await listProviders(own);
 * console.log(providers.map(({ name }) => name));
 * ```
 */
export async function listProviders(options: ListProvidersOptions): Promise<ProviderList> {
  const { known } = options;
  const request = {
    path: ['providers'],
    headers: known ? { 'If-None-Match': known.etag } : {},
    expected: 'a list of providers',
    parse(body: unknown, etag: string): ProviderList | undefined {
      const providers = parseProviders(readOwn(body, 'providers'));
      return providers && { providers, etag };
    },
    refusals: { '401 invalid_client': 'invalid_client' },
    ErrorClass: ProvidersError,
    maxBytes,
  } as const;
  try {
    return await requestAuthenticated(options, request, { ...applicationRules, known: anything });
  } catch (error) {
    if (known && error instanceof ProvidersError && error.status === 304) return known;
    throw error;
  }
}
