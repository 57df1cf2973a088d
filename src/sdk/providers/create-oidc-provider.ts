import * as client from 'openid-client';
import { isLoopback } from '../protocol/loopback.ts';
import { isOneOf } from '../protocol/record.ts';
import { describeUnknownOption } from '../protocol/unknown-name.ts';
import { createOidcCalls, type OidcCall } from './oidc-calls.ts';
import { bindRecords, type OidcGrant, type OidcRecords } from './oidc-records.ts';
import type {
  LoginOutcome,
  ProviderContext,
  ProviderInfo,
  RedirectProvider,
} from './provider-types.ts';
import type { GrantContext, ReadOutcome } from './record-types.ts';

/** The options of a provider that people sign in to with OpenID Connect. */
export interface OidcProviderOptions {
  /** Issuer identifier; https, or http on loopback. Its metadata is fetched once an hour, and after a failure. */
  readonly issuer: string;
  /** The Connect service's client ID at the provider. Its redirect URI there is `{PUBLIC_URL}/connect/return`. */
  readonly clientId: string;
  /** The secret for `clientId`. Read it from the environment or a secret store; never put it in source code. */
  readonly clientSecret: string;
  /** The provider's entry in the selector. */
  readonly info: ProviderInfo;
  /**
   * Scopes, separated by spaces. Default: `openid email`. With `offline_access`, the provider asks the person
   * for consent, and gives a refresh token.
   */
  readonly scope?: string | undefined;
  /** Reads tax records at the provider's API. Default: the provider only proves whose account it is. */
  readonly records?: OidcRecords | undefined;
  /** Origins of the API that may get access tokens; https, or http on loopback. Default: the origin of `issuer`. */
  readonly recordsOrigins?: readonly string[] | undefined;
}

const names = ['issuer', 'clientId', 'clientSecret', 'info', 'scope', 'records', 'recordsOrigins'];

/** The data that the service keeps while a person is at the provider's site to sign in. */
interface Visit {
  readonly codeVerifier: string;
  readonly nonce: string;
  readonly state: string;
}

/**
 * Creates a plug-in for an OpenID provider: the authorization code flow with PKCE, state and nonce. It checks the
 * issuer in the response and in the ID token, and the ID token's signature.
 *
 * @throws TypeError with the name of a wrong option
 * @example
 * ```ts
 * import { createOidcProvider, defineProviders } from 'tax-connect/providers';
 *
 * export default defineProviders([
 *   createOidcProvider({
 *     issuer: 'https://login.tax.example',
 *     clientId: 'connect',
 *     clientSecret: process.env.TAX_SECRET ?? '',
 *     info: { id: 'tax', name: 'Tax Example', domain: 'tax.example' },
 *   }),
 * ]);
 * ```
 * @example An API for records
 * ```ts
 * import { createOidcProvider } from 'tax-connect/providers';
 *
 * const tax = createOidcProvider({
 *   issuer: 'https://login.tax.example',
 *   clientId: 'connect',
 *   clientSecret: process.env.TAX_SECRET ?? '',
 *   info: { id: 'tax', name: 'Tax Example', domain: 'tax.example', shares: ['returns'] },
 *   scope: 'openid email offline_access',
 *   recordsOrigins: ['https://api.tax.example'],
 *   records: ({ fetch }) => ({
 *     async list() {
 *       const response = await fetch('https://api.tax.example/returns');
 *       if (!response.ok) return { status: 'failed' };
 *       return { status: 'ok', value: { records: await response.json() } };
 *     },
 *     async read({ recordId }) {
 *       const id = encodeURIComponent(recordId);
 *       const response = await fetch(`https://api.tax.example/returns/${id}`);
 *       if (response.status === 404) return { status: 'not_found' };
 *       if (!response.ok) return { status: 'failed' };
 *       return { status: 'ok', value: await response.json() };
 *     },
 *   }),
 * });
 * ```
 * @see https://openid.net/specs/openid-connect-core-1_0.html
 * @see https://www.rfc-editor.org/rfc/rfc9700 for PKCE and the defence against mix-up
 */
export function createOidcProvider(options: OidcProviderOptions): RedirectProvider {
  const { info, scope = 'openid email', records } = options;
  const unknown = describeUnknownOption(options, names);
  if (unknown) throw new TypeError(unknown);
  assertFilled(options);
  const issuer = assertConfidential(new URL(options.issuer), 'issuer');
  const origins = readOrigins(options);
  const call = createOidcCalls({ ...options, issuer });
  return {
    info,
    ...(records ? { records: bindRecords(records, origins) } : {}),
    refresh: ({ signal, ...given }) =>
      // Some providers send the ID token of the sign-in again. It expired long ago, so its age is not checked here.
      call({ signal, clockTolerance: Number.MAX_SAFE_INTEGER }, (made) => refresh(made, given)),
    authorize: (request, context) =>
      call(context, (made) => startVisit(made, { ...request, scope }, context)),
    complete: ({ url, state }, context) =>
      call(context, (made) => endVisit(made, { url, visit: state as Visit }, context)),
    revoke: (grant, context) => call(context, (made) => revoke(made, grant as OidcGrant)),
  };
}

/** Throws for an empty text, too, because an environment variable that is not set is the usual mistake. */
function assertFilled(options: OidcProviderOptions): void {
  for (const name of ['issuer', 'clientId', 'clientSecret'] as const) {
    const value: unknown = options[name];
    if (typeof value === 'string' && value.trim() !== '') continue;
    const got = value === '' ? 'an empty text' : typeof value;
    throw new TypeError(`${name} must be a text; got ${got}. Is its environment variable set?`);
  }
  // A variable that is read from a file often ends with one, and the provider would refuse each sign-in.
  for (const name of ['clientId', 'clientSecret'] as const) {
    if (/[\r\n]/.test(options[name])) throw new TypeError(`${name} must not have a line break.`);
  }
  if (!URL.canParse(options.issuer)) throw new TypeError('issuer must be an address with https.');
}

/**
 * Says whether the person signs in at `/manage`, only to prove who they are. Then the service keeps no grant. Revoking
 * it would make many providers end all grants of the person.
 */
const isVisit = ({ clientId }: Pick<ProviderContext, 'clientId'>) => clientId === '';

const identityScopes = ['openid', 'email', 'profile'];

function pickIdentity(scope: string): string {
  return scope
    .split(' ')
    .filter((name) => identityScopes.includes(name))
    .join(' ');
}

async function startVisit(
  { config }: OidcCall,
  { redirectUri, state, scope }: { redirectUri: string; state: string; scope: string },
  context: ProviderContext,
): Promise<{ readonly url: URL; readonly state: Visit }> {
  const codeVerifier = client.randomPKCECodeVerifier();
  const nonce = client.randomNonce();
  const asked = isVisit(context) ? pickIdentity(scope) : scope;
  const prompts = choosePrompts(config, asked, context);
  const url = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: asked,
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ui_locales: context.locale,
    ...(prompts.length > 0 ? { prompt: prompts.join(' ') } : {}),
  });
  return { url, state: { codeVerifier, nonce, state } };
}

/**
 * Chooses the values of `prompt`. Without one, a provider that knows the person from an earlier sign-in does not ask.
 *
 * @see https://openid.net/specs/openid-connect-prompt-create-1_0.html for `prompt_values_supported`
 */
function choosePrompts(config: client.Configuration, asked: string, { reason }: ProviderContext) {
  const { prompt_values_supported: supported, authorization_endpoint = '' } =
    config.serverMetadata();
  const canSelect = Array.isArray(supported) && supported.includes('select_account');
  // A provider ignores `offline_access` without the prompt `consent`:
  // https://openid.net/specs/openid-connect-core-1_0.html#OfflineAccess
  const needsConsent =
    asked.split(' ').includes('offline_access') && !entra.test(authorization_endpoint);
  return [
    ...(reason === 'different_account' ? [canSelect ? 'select_account' : 'login'] : []),
    ...(needsConsent ? ['consent'] : []),
  ];
}

/** The sign-in of Microsoft Entra ID. It refuses two prompts, and gives offline access without `consent`. */
const entra = /^https:\/\/[^/]+\.(?:microsoftonline\.(?:com|us|cn)|ciamlogin\.com|b2clogin\.com)\//;

async function endVisit(
  call: OidcCall,
  step: { readonly url: URL; readonly visit: Visit },
  context: ProviderContext,
): Promise<LoginOutcome> {
  try {
    const { grant, ...person } = await accept(call, step.url, step.visit);
    return isVisit(context) ? person : { ...person, grant };
  } catch (error) {
    if (isRefusal(error)) return { status: 'refused' };
    const unused = isVisit(context) ? undefined : await call.readTokens();
    if (unused) await revoke(call, unused).catch(() => {});
    throw error;
  }
}

async function accept({ config }: OidcCall, url: URL, { codeVerifier, nonce, state }: Visit) {
  client.enableNonRepudiationChecks(config);
  const tokens = await client.authorizationCodeGrant(config, url, {
    pkceCodeVerifier: codeVerifier,
    expectedNonce: nonce,
    expectedState: state,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider gave no ID token.');
  const { sub } = claims;
  const { access_token: accessToken, refresh_token: refreshToken = null } = tokens;
  const more = await askForName(config, accessToken);
  if ((more.sub ?? sub) !== sub) throw new Error('The provider has described another person.');
  const grant: OidcGrant = { accessToken, refreshToken };
  const label = chooseLabel({ ...claims, ...more }, sub);
  return { status: 'accepted', subject: sub, label, grant } as const;
}

/** Asks the userinfo endpoint for the person's name. Only the ID token identifies the account, so this may fail. */
async function askForName(
  config: client.Configuration,
  accessToken: string,
): Promise<Partial<client.UserInfoResponse>> {
  if (config.serverMetadata().userinfo_endpoint === undefined) return {};
  // In seconds.
  config.timeout = 5;
  return await client.fetchUserInfo(config, accessToken, client.skipSubjectCheck).catch(() => ({}));
}

async function revoke({ config }: OidcCall, { accessToken, refreshToken }: OidcGrant) {
  if (config.serverMetadata().revocation_endpoint === undefined) return;
  // Most providers also revoke the access tokens that they issued for a revoked refresh token.
  if (refreshToken !== null) await revokeToken(config, refreshToken, 'refresh_token');
  await revokeToken(config, accessToken, 'access_token');
}

/** Another try cannot change these, such as for ended tokens: https://www.rfc-editor.org/rfc/rfc7009#section-2.2.1 */
const finalErrors = ['invalid_token', 'unsupported_token_type'] as const;

async function revokeToken(config: client.Configuration, token: string, token_type_hint: string) {
  try {
    await client.tokenRevocation(config, token, { token_type_hint });
  } catch (error) {
    if (!isOneOf(readCode(error), finalErrors)) throw error;
  }
}

const readCode = (error: unknown): string | undefined =>
  error instanceof client.ResponseBodyError ? error.error : undefined;

/** After these, only a new sign-in helps. Entra ID sends the second and third, Keycloak the last, without consent. */
const endingErrors = [
  'invalid_grant',
  'interaction_required',
  'consent_required',
  'invalid_scope',
] as const;

/** Does not check the signature of a new ID token: a failure to fetch the keys would lose the new refresh token. */
async function refresh(
  { config, readTokens }: OidcCall,
  { grant, subject }: Pick<GrantContext, 'grant' | 'subject'>,
): Promise<ReadOutcome<null>> {
  const { accessToken, refreshToken } = grant as OidcGrant;
  if (refreshToken === null) return { status: 'login_required' };
  try {
    const tokens = await client.refreshTokenGrant(config, refreshToken);
    const { sub = subject } = tokens.claims() ?? {};
    if (sub !== subject) throw new Error('The provider has answered for another person.');
    const renewed: OidcGrant = {
      accessToken: tokens.access_token,
      refreshToken: tokens.refresh_token ?? refreshToken,
    };
    return { status: 'ok', value: null, grant: renewed };
  } catch (error) {
    if (isOneOf(readCode(error), endingErrors)) return { status: 'login_required' };
    const { refreshToken: next = null } = (await readTokens()) ?? {};
    if (next === null) throw error;
    // Even after an error, the new refresh token is stored, because the old one may no longer work.
    return { status: 'failed', grant: { accessToken, refreshToken: next } };
  }
}

/** Does not match a name that has only invisible characters, such as direction marks. */
const isVisible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Chooses a name by which the person recognizes the account, at most 200 characters. */
function chooseLabel(claims: Readonly<Record<string, unknown>>, subject: string): string {
  const candidates = [claims.email, claims.preferred_username, claims.name, subject];
  const label = candidates.find((name) => typeof name === 'string' && isVisible.test(name));
  return cutText(String(label ?? subject), 200);
}

/** Cuts between visible characters, because half an emoji is refused. Replaces nulls and lone surrogates. */
function cutText(text: string, maxLength: number): string {
  const last = new Intl.Segmenter().segment(text.slice(0, maxLength + 1)).containing(maxLength);
  return text.slice(0, last?.index || maxLength).replaceAll(/[\0\p{Cs}]/gu, '\ufffd');
}

/** LinkedIn and Apple answer with names of their own when the person cancels. */
const refusals = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'] as const;

function isRefusal(error: unknown): boolean {
  return error instanceof client.AuthorizationResponseError && isOneOf(error.error, refusals);
}

function readOrigins({ issuer, recordsOrigins = [issuer] }: OidcProviderOptions) {
  return recordsOrigins.map((address) => {
    if (!URL.canParse(address)) throw new TypeError('recordsOrigins must be a list of origins.');
    return assertConfidential(new URL(address), 'recordsOrigins').origin;
  });
}

function assertConfidential(url: URL, option: 'issuer' | 'recordsOrigins'): URL {
  const isLocal = url.protocol === 'http:' && isLoopback(url.hostname);
  if (url.protocol === 'https:' || isLocal) return url;
  throw new TypeError(`${option} must use https, or http on loopback; got ${url.href}.`);
}
