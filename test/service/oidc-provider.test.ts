import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createOidcProvider } from 'tax-connect/providers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const clientId = 'ours';
const clientSecret = 'a secret with spaces';
const redirectUri = 'https://connect.example/connect/return';

let server: Server;
let issuer: string;
/** Added to the metadata. */
let metadata: object;
/** Takes a request to the token endpoint, whose answer never comes. */
let onTokenRequest: (request: IncomingMessage) => void;

beforeEach(async () => {
  metadata = {};
  onTokenRequest = () => {};
  server = createServer((request, response) => {
    if (request.url === '/token') {
      onTokenRequest(request);
      return;
    }
    response.setHeader('Content-Type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        response_types_supported: ['code'],
        ...metadata,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Comes back from the provider's site with a code. */
async function comeBack(signal: AbortSignal) {
  const info = { id: 'fake', name: 'Fake Tax', domain: 'fake.example' };
  const provider = createOidcProvider({ issuer, clientId, clientSecret, info });
  const context = { signal, log() {}, clientId: 'app', environment: 'live', locale: 'en' } as const;
  const { state } = await provider.authorize({ redirectUri, state: 's' }, context);
  return await provider.complete({ url: new URL(`${redirectUri}?code=c&state=s`), state }, context);
}

const basic = `Basic ${btoa(`${clientId}:${encodeURIComponent(clientSecret).replaceAll('%20', '+')}`)}`;

describe('a token request of createOidcProvider', () => {
  it.each([
    ['in a header by default', undefined, true],
    ['in a header', ['client_secret_basic'], true],
    ['in the body', ['client_secret_post'], false],
  ])('has the secret %s', async (_, methods, isInHeader) => {
    metadata = { token_endpoint_auth_methods_supported: methods };
    const requested = new Promise<IncomingMessage>((resolve) => (onTokenRequest = resolve));
    const { signal, abort } = createAbort();
    const completed = comeBack(signal).catch(() => undefined);

    const request = await requested;
    const body = new URLSearchParams(await text(request));
    abort();
    await completed;

    expect(request.headers.authorization).toBe(isInHeader ? basic : undefined);
    expect(body.get('client_secret')).toBe(isInHeader ? null : clientSecret);
  });

  it('ends with the signal of the service', async () => {
    const { signal, abort } = createAbort();
    const closed = new Promise<string>((resolve) => {
      onTokenRequest = (request) => {
        request.socket.once('close', () => resolve('closed'));
        abort();
      };
    });
    await expect(comeBack(signal)).rejects.toThrow();
    expect(await closed).toBe('closed');
  }, 10_000);
});

function createAbort() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

describe('the address of the sign-in of createOidcProvider', () => {
  const info = { id: 'fake', name: 'Fake Tax', domain: 'fake.example' };

  /** @returns the parameters `scope` and `prompt` */
  async function readAsked(application: string) {
    const scope = 'openid email returns offline_access';
    const provider = createOidcProvider({ issuer, clientId, clientSecret, info, scope });
    const { signal } = new AbortController();
    const context = { signal, log() {}, clientId: application, environment: 'live' } as const;
    const request = { redirectUri, state: 's' };
    const { url } = await provider.authorize(request, { ...context, locale: 'en' });
    return [url.searchParams.get('scope'), url.searchParams.get('prompt')];
  }

  it('asks for everything for an application, and for the identity only at /manage', async () => {
    expect(await readAsked('app')).toEqual(['openid email returns offline_access', 'consent']);
    expect(await readAsked('')).toEqual(['openid email', null]);
  });
});
