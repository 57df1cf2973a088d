import Finch from '@tryfinch/finch-api';
import { AuthorizationCode, type ModuleOptions } from 'simple-oauth2';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunningService } from '../../src/connect/service/start-service.ts';
import { actAt, startOnNetwork } from './network.ts';
import { redirectUri, testApplication } from './test-application.ts';

/** An unmodified third-party client. It is configured with addresses and credentials only. */
interface OAuthClient {
  /** @param secret - the application's secret, or a wrong one */
  exchange(fields: { code: string; redirect_uri?: string }, secret: string): Promise<unknown>;
  /** The error that it throws for an error response. */
  describeError(status: 400 | 401, error: string): object;
}

let service: RunningService;
let logLines: string[];

beforeEach(async () => {
  logLines = [];
  service = await startOnNetwork({}, { level: 'trace', write: (line) => logLines.push(line) });
});

afterEach(() => service.close());

const finch: OAuthClient = {
  exchange: (fields, clientSecret) =>
    new Finch({
      clientID: testApplication.client_id,
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
    client: { id: testApplication.client_id, secret },
    auth: { tokenHost: service.url, tokenPath: '/auth/token' },
    ...(options && { options }),
  });

const simpleOauth2: OAuthClient = {
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

const issueCode = (fields?: object) => actAt(service.url).issueSandboxCode(fields);

const countRequests = (path: string) =>
  logLines.filter((line) => line.includes('"msg":"request"') && line.includes(`"${path}"`)).length;

describe.each([
  ['@tryfinch/finch-api', finch],
  ['simple-oauth2, with JSON and the credentials in it', simpleOauth2],
])('%s', (_, client) => {
  const secret = testApplication.client_secret;
  const token = {
    account_id: expect.any(String),
    provider_id: 'sandbox',
    access_token: expect.any(String),
  };

  it('exchanges the code of a redirect flow, and reports a wrong redirect URI', async () => {
    const code = await issueCode({ redirect_uri: redirectUri });
    const other = 'http://localhost:4401/callback';

    await expect(client.exchange({ code, redirect_uri: other }, secret)).rejects.toMatchObject(
      client.describeError(400, 'invalid_grant'),
    );
    await expect(client.exchange({ code, redirect_uri: redirectUri }, secret)).resolves.toEqual(
      expect.objectContaining(token),
    );
  });

  it('reports a used code, and does not retry', async () => {
    const code = await issueCode();
    await client.exchange({ code }, secret);

    await expect(client.exchange({ code }, secret)).rejects.toMatchObject(
      client.describeError(400, 'invalid_grant'),
    );

    expect(countRequests('/auth/token')).toBe(2);
  });

  it('reports a wrong secret, and the code stays valid', async () => {
    const code = await issueCode();

    await expect(client.exchange({ code }, 'guessed_secret')).rejects.toMatchObject(
      client.describeError(401, 'invalid_client'),
    );
    await expect(client.exchange({ code }, secret)).resolves.toMatchObject(token);
  });
});

it.each([
  ['as it does by default', undefined],
  ['with the credentials in it', { authorizationMethod: 'body' } as const],
])('simple-oauth2 with a form %s, is told to send JSON', async (_, options) => {
  const code = await issueCode();
  const client = createSimpleClient(options, testApplication.client_secret);

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
  const control = await simpleOauth2.exchange({ code }, testApplication.client_secret);
  expect(control).toMatchObject({ provider_id: 'sandbox' });
});
