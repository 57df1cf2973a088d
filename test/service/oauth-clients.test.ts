import Finch from '@tryfinch/finch-api';
import * as oauth from 'oauth4webapi';
import { AuthorizationCode, type ModuleOptions } from 'simple-oauth2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/connect/service/start-service.ts';
import { actAt, startOnNetwork } from './network.ts';
import { introspectionSecret, redirectUri, testApplication } from './test-application.ts';

/*
 * Unmodified third-party clients. They are configured with addresses and credentials only, and that http is allowed on
 * this machine.
 */

// HTTP Basic has to encode some of these characters.
const application = { ...testApplication, client_secret: 'a+b:c/d%e&f=g0f4c8b1d7e2a93651d7e2a' };
const { client_id, client_secret } = application;

interface ExchangingClient {
  /** @param secret - the application's secret, or a wrong one */
  exchange(fields: { code: string; redirect_uri?: string }, secret: string): Promise<unknown>;
  /** The error that it throws for an error response. */
  describeError(status: 400 | 401, error: string): object;
}

let service: RunningService;
let logLines: string[];

beforeEach(async () => {
  logLines = [];
  service = await startOnNetwork(
    { INTROSPECTION_SECRET: introspectionSecret },
    { applications: [application], level: 'trace', write: (line) => logLines.push(line) },
  );
});

afterEach(() => service.close());

const issueCode = (fields: object = {}) =>
  actAt(service.url).issueSandboxCode({ client_secret, ...fields });

const finch: ExchangingClient = {
  exchange: (fields, clientSecret) =>
    new Finch({
      clientID: client_id,
      clientSecret,
      baseURL: service.url,
    }).accessTokens.create(fields),
  describeError: (status, error) => ({
    status,
    error: { error },
    constructor: { 400: Finch.BadRequestError, 401: Finch.AuthenticationError }[status],
  }),
};

const createSimpleClient = (options: ModuleOptions['options'], secret: string) =>
  new AuthorizationCode({
    client: { id: client_id, secret },
    auth: { tokenHost: service.url, tokenPath: '/auth/token' },
    ...(options && { options }),
  });

const simpleOauth2: ExchangingClient = {
  async exchange({ code, redirect_uri = '' }, secret) {
    const client = createSimpleClient({ bodyFormat: 'json', authorizationMethod: 'body' }, secret);
    // Its types require redirect_uri; without it, the client sends none.
    const parameters = redirect_uri ? { code, redirect_uri } : ({ code } as never);
    return (await client.getToken(parameters)).token;
  },
  describeError: (status, error) => ({
    output: { statusCode: status },
    data: { payload: { error } },
  }),
};

const token = {
  account_id: expect.any(String),
  provider_id: 'sandbox',
  access_token: expect.any(String),
};

it.each([
  ['@tryfinch/finch-api', finch],
  ['simple-oauth2, with JSON and the credentials in it,', simpleOauth2],
])(
  '%s exchanges a code, and reports a wrong redirect URI, a wrong secret and a used code, without a second try',
  async (_, client) => {
    const code = await issueCode({ redirect_uri: redirectUri });
    const exchange = (redirect_uri = redirectUri, secret = client_secret) =>
      client.exchange({ code, redirect_uri }, secret);
    const refused = client.describeError(400, 'invalid_grant');

    await expect(exchange('http://localhost:4401/callback')).rejects.toMatchObject(refused);
    await expect(exchange(redirectUri, 'guessed_secret')).rejects.toMatchObject(
      client.describeError(401, 'invalid_client'),
    );
    await expect(exchange()).resolves.toMatchObject(token);
    await expect(exchange()).rejects.toMatchObject(refused);

    const ofEmbeddedFlow = client.exchange({ code: await issueCode() }, client_secret);
    await expect(ofEmbeddedFlow).resolves.toMatchObject(token);
    const requests = logLines.filter(
      (line) => line.includes('"msg":"request"') && line.includes('"/auth/token"'),
    );
    expect(requests).toHaveLength(5);
  },
);

it.each([
  ['as it does by default', undefined],
  ['with the credentials in it', { authorizationMethod: 'body' } as const],
])('simple-oauth2 with a form %s, is told to send JSON', async (_, options) => {
  const code = await issueCode();
  const client = createSimpleClient(options, client_secret);

  await expect(client.getToken({ code } as never)).rejects.toMatchObject({
    output: { statusCode: 415 },
    data: {
      payload: {
        error: 'invalid_request',
        error_description: expect.stringMatching(/^Send JSON instead of a form/),
      },
    },
  });

  // The control: the same code succeeds as JSON.
  await expect(simpleOauth2.exchange({ code }, client_secret)).resolves.toMatchObject(token);
});

describe('with an access token', () => {
  let accessToken: string;

  beforeEach(async () => {
    const connected = await actAt(service.url).connectSandbox({ client_id, client_secret });
    accessToken = connected.token;
  });

  it('@tryfinch/finch-api reads the account, disconnects it, and then reports an invalid token', async () => {
    const { account } = new Finch({ accessToken, baseURL: service.url, maxRetries: 0 });

    expect(await account.introspect()).toMatchObject({
      account_id: expect.any(String),
      provider_id: 'sandbox',
    });
    expect(await account.disconnect()).toMatchObject({ status: 'success' });
    await expect(account.introspect()).rejects.toBeInstanceOf(Finch.AuthenticationError);
    await expect(account.disconnect()).rejects.toBeInstanceOf(Finch.AuthenticationError);
  });

  describe('oauth4webapi', () => {
    const client = { client_id };
    const http = { [oauth.allowInsecureRequests]: true } as const;
    const server = () => ({
      issuer: service.url,
      revocation_endpoint: `${service.url}/auth/revoke`,
      introspection_endpoint: `${service.url}/auth/introspect`,
    });
    const asResourceServer: oauth.ClientAuth = (...[, , , headers]) =>
      headers.set('Authorization', `Bearer ${introspectionSecret}`);

    async function introspect() {
      const sent = oauth.introspectionRequest(
        server(),
        client,
        asResourceServer,
        accessToken,
        http,
      );
      return await oauth.processIntrospectionResponse(server(), client, await sent);
    }

    const revoke = async (how: oauth.ClientAuth) =>
      oauth.processRevocationResponse(
        await oauth.revocationRequest(server(), client, how, accessToken, http),
      );

    const open = () => {
      const url = new URL(`${service.url}/account`);
      return oauth.protectedResourceRequest(accessToken, 'GET', url, undefined, undefined, http);
    };

    it.each([
      ['HTTP Basic', oauth.ClientSecretBasic(client_secret)],
      ['fields', oauth.ClientSecretPost(client_secret)],
    ])(
      'introspects a token, revokes it with the credentials as %s, and gets a Bearer challenge',
      async (_, how) => {
        const before = await introspect();
        const opened = await open();
        await revoke(how);

        expect(before).toMatchObject({ active: true, client_id, iss: service.url });
        expect(await opened.json()).toMatchObject({ provider_id: 'sandbox' });
        expect(await introspect()).toEqual({ active: false });
        await expect(open()).rejects.toMatchObject({
          cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
        });
      },
    );
  });
});
