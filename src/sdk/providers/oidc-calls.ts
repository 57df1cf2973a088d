import * as client from 'openid-client';
import { isLoopback } from '../protocol/loopback.ts';
import { createBoundedFetch } from './limit-response.ts';
import type { OidcGrant } from './oidc-records.ts';

/** The provider, and the credentials of the Connect service there. */
interface OidcClient {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the plug-in needs for one call at the provider. */
export interface OidcCall {
  /** The configuration of this call. Its requests end with the call. */
  readonly config: client.Configuration;
  /**
   * @returns the tokens of the last response of the token endpoint, even if that response was refused later. These
   *   tokens work, while the refresh token that they replaced may not
   */
  readTokens(): Promise<OidcGrant | undefined>;
}

interface CallContext {
  readonly signal: AbortSignal;
  /** How many seconds after its expiry an ID token is accepted. */
  readonly clockTolerance?: number;
}

/** Providers may move their endpoints and keep the old ones for a while. */
const maxAgeMs = 60 * 60 * 1000;

/**
 * Fetches the provider's metadata once an hour, and again after a failed call, because its endpoints may have moved.
 *
 * @returns a function that runs one call of the plug-in
 */
export function createOidcCalls(server: OidcClient) {
  let known: { readonly metadata: client.ServerMetadata; readonly end: number } | undefined;

  async function findMetadata(signal: AbortSignal): Promise<client.ServerMetadata> {
    if (known && performance.now() < known.end) return known.metadata;
    const metadata = await discover(server, signal);
    known = { metadata, end: performance.now() + maxAgeMs };
    return metadata;
  }

  return async <Result>(
    context: CallContext,
    work: (call: OidcCall) => Promise<Result>,
  ): Promise<Result> => {
    const metadata = await findMetadata(context.signal);
    try {
      return await work(createCall(server, metadata, context));
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}

const loosen = ({ hostname }: URL) => (isLoopback(hostname) ? [client.allowInsecureRequests] : []);

async function discover({ issuer, clientId, clientSecret }: OidcClient, signal: AbortSignal) {
  const found = await client.discovery(issuer, clientId, clientSecret, undefined, {
    execute: loosen(issuer),
    [client.customFetch]: createBoundedFetch(signal),
  });
  return found.serverMetadata();
}

function createCall(
  { issuer, clientId, clientSecret }: OidcClient,
  metadata: client.ServerMetadata,
  { signal, clockTolerance = 30 }: CallContext,
): OidcCall {
  const config = new client.Configuration(
    metadata,
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: clockTolerance },
    chooseAuthentication(metadata, clientSecret),
  );
  for (const allow of loosen(issuer)) allow(config);
  const send = createBoundedFetch(signal);
  let answer: Response | undefined;
  config[client.customFetch] = async (url, options) => {
    const response = await send(url, options);
    if (url === new URL(metadata.token_endpoint ?? issuer).href) answer = response.clone();
    return response;
  };
  return { config, readTokens: () => readTokens(answer) };
}

async function readTokens(answer: Response | undefined): Promise<OidcGrant | undefined> {
  const body: unknown = answer?.ok ? await answer.json().catch(() => null) : null;
  const { access_token: accessToken, refresh_token: refreshToken } = Object(body);
  if (typeof accessToken !== 'string') return undefined;
  return { accessToken, refreshToken: typeof refreshToken === 'string' ? refreshToken : null };
}

/**
 * Chooses how the client authenticates. If the metadata omits a value, the default of OpenID Connect Discovery
 * applies.
 */
function chooseAuthentication(
  {
    token_endpoint_auth_methods_supported: methods = ['client_secret_basic'],
  }: client.ServerMetadata,
  clientSecret: string,
): client.ClientAuth {
  return methods.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret);
}
