import Finch from '@tryfinch/finch-api';
import * as oauth from 'oauth4webapi';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/connect/service/start-service.ts';
import { actAt, startOnNetwork } from './network.ts';
import { introspectionSecret, testApplication } from './test-application.ts';

/*
 * Unmodified third-party clients for the endpoints of an access token. They are configured with addresses
 * and credentials only, and that http is allowed on this machine.
 */

// HTTP Basic has to encode some of these characters.
const application = { ...testApplication, client_secret: 'a+b:c/d%e&f=g0f4c8b1d7e2a93651d7e2a' };
const { client_id, client_secret } = application;

let service: RunningService;
let token: string;

beforeEach(async () => {
  const environment = { INTROSPECTION_SECRET: introspectionSecret };
  service = await startOnNetwork(environment, { applications: [application] });
  ({ token } = await actAt(service.url).connectSandbox({ client_id, client_secret }));
});

afterEach(() => service.close());

it('@tryfinch/finch-api reads the account, disconnects it, and then reports an invalid token', async () => {
  const finch = new Finch({ accessToken: token, baseURL: service.url, maxRetries: 0 });

  const account = await finch.account.introspect();
  const ended = await finch.account.disconnect();

  expect(account).toMatchObject({ account_id: expect.any(String), provider_id: 'sandbox' });
  expect(ended).toMatchObject({ status: 'success' });
  await expect(finch.account.introspect()).rejects.toBeInstanceOf(Finch.AuthenticationError);
  await expect(finch.account.disconnect()).rejects.toBeInstanceOf(Finch.AuthenticationError);
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
    const sent = oauth.introspectionRequest(server(), client, asResourceServer, token, http);
    return await oauth.processIntrospectionResponse(server(), client, await sent);
  }

  it.each([
    ['HTTP Basic', oauth.ClientSecretBasic(client_secret)],
    ['fields', oauth.ClientSecretPost(client_secret)],
  ])('introspects a token, and revokes it with the credentials as %s', async (_, how) => {
    const before = await introspect();
    const response = await oauth.revocationRequest(server(), client, how, token, http);
    await oauth.processRevocationResponse(response);

    expect(before).toMatchObject({ active: true, client_id, iss: service.url });
    expect(await introspect()).toEqual({ active: false });
  });

  it('reports a wrong secret', async () => {
    const wrong = oauth.ClientSecretBasic('wrong');
    const response = await oauth.revocationRequest(server(), client, wrong, token, http);

    await expect(oauth.processRevocationResponse(response)).rejects.toBeInstanceOf(
      oauth.WWWAuthenticateChallengeError,
    );
    expect(await introspect()).toMatchObject({ active: true });
  });

  it('gets a Bearer challenge for a revoked token', async () => {
    const url = new URL(`${service.url}/account`);
    const open = () =>
      oauth.protectedResourceRequest(token, 'GET', url, undefined, undefined, http);

    const before = await open();
    const how = oauth.ClientSecretPost(client_secret);
    await oauth.revocationRequest(server(), client, how, token, http);

    expect(await before.json()).toMatchObject({ provider_id: 'sandbox' });
    await expect(open()).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { error: 'invalid_token' } }],
    });
  });
});
