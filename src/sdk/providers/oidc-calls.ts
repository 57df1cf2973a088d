import * as client from 'openid-client';
import { isLoopback } from '../protocol/loopback.ts';
import { createBoundedFetch } from './limit-response.ts';
import type { OidcGrant } from './oidc-records.ts';

interface OidcClient {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The configuration and the result of the requests that one call of a plug-in's method sends to the provider. */
export interface OidcCall {
  /** The configuration of `openid-client`. Its requests abort when the call of the plug-in is aborted. */
  readonly config: client.Configuration;
  /** Reads the last response of the token endpoint, even a refused one: the earlier refresh token may have ended. */
  readTokens(): Promise<OidcGrant | undefined>;
}

interface CallContext {
  readonly signal: AbortSignal;
  /** An ID token is accepted this many seconds after its expiry. */
  readonly clockTolerance?: number;
}

/** Providers that move an endpoint keep the old one for a while. */
const maxAgeMs = 60 * 60 * 1000;

/** @returns a function that runs `work` with metadata, fetched once an hour and after a failure: endpoints may move */
export function createOidcCalls(server: OidcClient) {
  let known: { readonly metadata: client.ServerMetadata; readonly end: number } | undefined;
  let prefersHeader = false;

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
    try {
      const metadata = await findMetadata(context.signal);
      const first = prefersHeader && acceptsBoth(metadata);
      const run = (isInHeader: boolean) =>
        work(createCall(server, metadata, { ...context, prefersHeader: isInHeader }));
      return await run(first).catch((error) => {
        if (!isClientRefused(error) || !acceptsBoth(metadata)) throw error;
        // The metadata lists what the provider accepts, but many accept from a client only what it is registered for.
        prefersHeader = !first;
        return run(!first);
      });
    } catch (error) {
      known = undefined;
      throw addReason(error);
    }
  };
}

/** Adds the reason to the message, which is all that the service logs: the provider's code, or what is wrong. */
function addReason(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { error: answered, cause } = error as Error & { readonly error?: unknown };
  const { message } = Object(cause) as { readonly message?: unknown };
  const reason = error instanceof client.ClientError ? message : answered;
  if (typeof reason !== 'string' || !/^[\x20-\x7e]{1,200}$/.test(reason)) return error;
  return new Error(`${error.message} (${reason})`, { cause: error });
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
  { signal, clockTolerance = 30, prefersHeader }: CallContext & { readonly prefersHeader: boolean },
): OidcCall {
  const config = new client.Configuration(
    metadata,
    clientId,
    { client_secret: clientSecret, [client.clockTolerance]: clockTolerance },
    prefersHeader || !accepts(metadata, 'client_secret_post')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret),
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

/** @returns true for a method that the provider lists for its token endpoint. `client_secret_basic` is the default of OpenID Connect. */
function accepts(
  { token_endpoint_auth_methods_supported: methods }: client.ServerMetadata,
  method: 'client_secret_basic' | 'client_secret_post',
): boolean {
  return (methods ?? ['client_secret_basic']).includes(method);
}

const acceptsBoth = (metadata: client.ServerMetadata) =>
  accepts(metadata, 'client_secret_post') && accepts(metadata, 'client_secret_basic');

const isClientRefused = (error: unknown) =>
  error instanceof client.ResponseBodyError && error.error === 'invalid_client';
