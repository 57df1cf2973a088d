import * as client from 'openid-client';
import { correctJson } from '../../../sdk/protocol/correct-json.ts';
import type { Role } from '../../shapes/unions.ts';
import { hashSecret } from '../basics/secrets.ts';
import type { OperatorProviderSettings } from './operator-provider-settings.ts';

const timeoutSeconds = 10;
const maxAgeMs = 60 * 60 * 1000;

interface ProvenPerson {
  /** The person's ID at the provider, stable and unique. */
  readonly subject: string;
  /** The person's name or e-mail address, with the subject. */
  readonly label: string;
  /** The person's role. Undefined when no value of the claim gives one. */
  readonly role: Role | undefined;
}

export type OperatorProvider = ReturnType<typeof createOperatorProvider>;

/**
 * Creates the client of the operators' OpenID provider. It runs the authorization code flow with PKCE, state and
 * nonce. It checks the issuer of the response and of the ID token, and the ID token's signature.
 *
 * @see https://openid.net/specs/openid-connect-core-1_0.html
 */
export function createOperatorProvider(settings: OperatorProviderSettings) {
  const { issuer, clientId, scope, roleClaim, readers, operators } = settings;
  let known:
    | { readonly metadata: Promise<client.ServerMetadata>; readonly end: number }
    | undefined;
  let prefersHeader = false;
  /** Creates a client without keys, so that each sign-in fetches the keys with which the provider signs now. */
  const configure = async () => {
    if (!known || performance.now() >= known.end) {
      known = { metadata: discover(settings), end: performance.now() + maxAgeMs };
    }
    return createClient(settings, await known.metadata, prefersHeader);
  };
  /** Runs work with the provider's metadata. After a failure, it is fetched again, because endpoints may have moved. */
  async function use<Result>(work: (config: client.Configuration) => Promise<Result>) {
    try {
      return await work(await configure());
    } catch (error) {
      known = undefined;
      throw error;
    }
  }
  /** Runs work that sends the client secret. */
  async function authenticate<Result>(work: (config: client.Configuration) => Promise<Result>) {
    const first = prefersHeader;
    try {
      return await use(work);
    } catch (error) {
      const isRefused =
        error instanceof client.ResponseBodyError && error.error === 'invalid_client';
      if (!isRefused) throw error;
      // The metadata lists what the provider accepts, but many accept from a client only what it is registered for.
      prefersHeader = !first;
      return await use(work);
    }
  }
  return {
    /** The host of the issuer, which the sign-in button shows. */
    host: new URL(issuer).host,
    /** A hash of the settings that decide about roles. When it changes, sessions at the provider end. */
    settingsHash: hashSecret(JSON.stringify([issuer, clientId, roleClaim, readers, operators])),
    /**
     * Returns the address at the provider to which the browser is sent. State, nonce and PKCE verifier are derived
     * from the secret, which only this browser knows.
     */
    async begin(secret: string, publicUrl: string): Promise<string> {
      const { state, nonce, verifier } = derive(secret);
      const url = client.buildAuthorizationUrl(await use(async (config) => config), {
        redirect_uri: `${publicUrl}/dashboard/return`,
        client_id: clientId,
        scope,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },
    /**
     * Returns the person who has signed in. `url` is the address to which the provider sent the browser.
     *
     * @throws Error of openid-client for every response that does not belong to this browser
     */
    finish: (secret: string, url: URL): Promise<ProvenPerson> =>
      authenticate(async (config) => {
        const { state, nonce, verifier } = derive(secret);
        const tokens = await client.authorizationCodeGrant(config, url, {
          pkceCodeVerifier: verifier,
          expectedNonce: nonce,
          expectedState: state,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider gave no ID token.');
        return describePerson(settings, claims.sub, {
          ...(await askForMore(config, settings, { claims, token: tokens.access_token })),
          // The claims of the ID token, which is signed for this sign-in, take precedence over userinfo.
          ...claims,
        });
      }),
  };
}

function derive(secret: string) {
  const [state = '', nonce = '', verifier = ''] = ['state', 'nonce', 'verifier'].map((use) =>
    hashSecret(`${use} ${secret}`),
  );
  return { state, nonce, verifier };
}

/** Corrects responses by the standards, like the `fetch` of `createOidcProvider`. */
const fetchLeniently: client.CustomFetch = async (url, options) => {
  const response = await fetch(url, options as RequestInit);
  if (!/json/.test(response.headers.get('Content-Type') ?? '')) return response;
  const changed = new Response(correctJson(await response.text()), response);
  // With this header, `openid-client` would not read the error in the body, such as `invalid_client`.
  changed.headers.delete('WWW-Authenticate');
  return changed;
};

/** An issuer with http can only be on loopback, because the settings refuse any other. */
const loosen = (issuer: string) =>
  issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];

async function discover(settings: OperatorProviderSettings): Promise<client.ServerMetadata> {
  const { issuer, clientId, clientSecret } = settings;
  const options = {
    execute: loosen(issuer),
    timeout: timeoutSeconds,
    [client.customFetch]: fetchLeniently,
  };
  const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  return found.serverMetadata();
}

function createClient(
  { issuer, clientId, clientSecret }: OperatorProviderSettings,
  metadata: client.ServerMetadata,
  prefersHeader: boolean,
): client.Configuration {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isInHeader = prefersHeader && methods.includes('client_secret_basic');
  const authenticate =
    isInHeader || !methods.includes('client_secret_post')
      ? client.ClientSecretBasic(clientSecret)
      : client.ClientSecretPost(clientSecret);
  const config = new client.Configuration(metadata, clientId, clientSecret, authenticate);
  config.timeout = timeoutSeconds;
  config[client.customFetch] = fetchLeniently;
  for (const allow of loosen(issuer)) allow(config);
  client.enableNonRepudiationChecks(config);
  return config;
}

type Claims = Readonly<Record<string, unknown>>;

/**
 * Asks userinfo for more claims, because many providers leave groups and names out of the ID token. When userinfo
 * fails but the ID token already gives the role, the sign-in still succeeds.
 */
async function askForMore(
  config: client.Configuration,
  { roleClaim }: OperatorProviderSettings,
  { claims, token }: { readonly claims: client.IDToken; readonly token: string },
): Promise<Claims> {
  const hasRole = claims[roleClaim] !== undefined;
  const isComplete = hasRole && claims.email !== undefined;
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return {};
  const asked = client.fetchUserInfo(config, token, client.skipSubjectCheck);
  const more = await (hasRole ? asked.catch(() => ({ sub: claims.sub })) : asked);
  if (more.sub === claims.sub) return more;
  throw new Error('The provider has described another person.');
}

function describePerson(
  { roleClaim, readers, operators }: OperatorProviderSettings,
  subject: string,
  claims: Claims,
): ProvenPerson {
  const values = [claims[roleClaim]].flat();
  const hasOne = (wanted: readonly string[]) => wanted.some((value) => values.includes(value));
  const role = hasOne(operators) ? 'operator' : hasOne(readers) ? 'reader' : undefined;
  const names = [claims.email, claims.preferred_username, claims.name];
  const name = names.find((one): one is string => typeof one === 'string' && one.trim() !== '');
  // People may change their names. The label contains the subject, so that the audit log still distinguishes people.
  const label = name === undefined ? subject : `${name.slice(0, 200)} (${subject})`;
  return { subject, label: label.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd'), role };
}
