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

const exchangeByFinch = (
  fields: { readonly code: string; readonly redirect_uri?: string },
  clientSecret = client_secret,
) => {
  const finch = new Finch({ clientID: client_id, clientSecret, baseURL: service.url });
  return finch.accessTokens.create(fields);
};

const token = {
  account_id: expect.any(String),
  provider_id: 'sandbox',
  access_token: expect.any(String),
};

it('@tryfinch/finch-api exchanges a code, and reports each refusal without a second try', async () => {
  const code = await issueCode({ redirect_uri: redirectUri });
  const exchange = (redirect_uri = redirectUri, secret = client_secret) =>
    exchangeByFinch({ code, redirect_uri }, secret);
  const invalidGrant = { error: { error: 'invalid_grant' }, constructor: Finch.BadRequestError };

  await expect(exchange('http://localhost:4401/callback')).rejects.toMatchObject(invalidGrant);
  await expect(exchange(redirectUri, 'guessed_secret')).rejects.toMatchObject({
    error: { error: 'invalid_client' },
    constructor: Finch.AuthenticationError,
  });
  expect(await exchange()).toMatchObject(token);
  await expect(exchange()).rejects.toMatchObject(invalidGrant);

  expect(await exchangeByFinch({ code: await issueCode() })).toMatchObject(token);
  const requests = logLines.filter(
    (line) => line.includes('"msg":"request"') && line.includes('"/auth/token"'),
  );
  expect(requests).toHaveLength(5);
});

it.each<[string, ModuleOptions['options']]>([
  ['as it does by default', {}],
  ['with the credentials in it', { authorizationMethod: 'body' }],
])('simple-oauth2 with a form %s, is told to send JSON', async (_, options = {}) => {
  const code = await issueCode();
  const client = new AuthorizationCode({
    client: { id: client_id, secret: client_secret },
    auth: { tokenHost: service.url, tokenPath: '/auth/token' },
    options,
  });

  // Its types require redirect_uri.
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
  expect(await exchangeByFinch({ code })).toMatchObject(token);
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
    ])('introspects a token, and revokes it with the credentials as %s', async (_, how) => {
      const before = await introspect();
      const opened = await open();
      await revoke(how);

      expect(before).toMatchObject({ active: true, client_id, iss: service.url });
      expect(await opened.json()).toMatchObject({ provider_id: 'sandbox' });
      expect(await introspect()).toEqual({ active: false });
      await expect(open()).rejects.toMatchObject({
        cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
      });
    });
  });
});
