import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOidcProvider, type OidcProviderOptions } from 'tax-connect/providers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type OidcServer,
  startOidcServer,
  visitOidcServer,
} from '../support/oidc/start-oidc-server.ts';
import { bearer, live, publicUrl, readError, readJson, type TestService } from './harness.ts';
import { servePlugin } from './plugin-service.ts';

const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };
const info = { id: 'orchard', name: 'Orchard Tax', domain: 'orchard.example' };

let server: OidcServer;

beforeAll(async () => {
  server = await startOidcServer({ redirectUri: `${publicUrl}/connect/return`, ...client });
});

afterAll(() => server.close());

/** Servers of a test. */
const closers: (() => void)[] = [];

afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Another origin, which records the Authorization header of each request. */
async function startApi(answer: RequestListener) {
  const seen: (string | undefined)[] = [];
  const api = createServer((request, response) => {
    seen.push(request.headers.authorization);
    answer(request, response);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    api.closeAllConnections();
    api.close();
  });
  return { origin: `http://127.0.0.1:${(api.address() as AddressInfo).port}`, seen };
}

/** A plug-in that lists the records at this address. */
function createPlugin(address?: string, options: Partial<OidcProviderOptions> = {}) {
  return createOidcProvider({
    issuer: server.issuer,
    ...client,
    info,
    scope: 'openid email offline_access',
    records: ({ fetch }) => ({
      async list() {
        const response = await fetch(address ?? `${server.issuer}/api/records`);
        if (!response.ok) return { status: 'failed' };
        return { status: 'ok', value: { records: await response.json() } };
      },
      read: async () => ({ status: 'not_found' }),
    }),
    ...options,
  });
}

/** Connects another person. @returns the access token of the application */
async function connect(service: TestService): Promise<string> {
  const flow = await service.startFlow({ clientId: 'live_app' });
  await flow.pick(info.id);
  const { url } = await flow.read('authorize');
  const name = `person-${randomBytes(4).toString('hex')}`;
  const back = await visitOidcServer(String(url), 'allow', name);
  await flow.send('return', { query: back.search.slice(1) });
  return (await service.finish(await flow.allow(), live)).token;
}

const get = async ({ app }: TestService, token: string, path = '/records') =>
  await app.request(path, { headers: bearer(token) });

/** @returns the server's work since the call */
async function watchServer() {
  const before = await server.control();
  return async () => {
    const after = await server.control();
    return {
      refreshes: after.refreshes - before.refreshes,
      endedGrants: after.endedGrants - before.endedGrants,
    };
  };
}

describe('createOidcProvider with records', () => {
  it('asks for another sign-in when the refresh token is refused, and says since when', async () => {
    const service = await servePlugin(createPlugin());
    const token = await connect(service);
    const showStatus = async () => {
      const { status, status_since } = await readJson(get(service, token, '/account'));
      return { status, status_since };
    };
    const before = await showStatus();
    await server.control({ expired: true, forgotten: true });
    service.advance(1000);
    const reads = await Promise.all([1, 2, 3].map(() => get(service, token)));
    const ill = await showStatus();
    service.advance(1000);
    reads.push(await get(service, token));

    for (const response of reads) {
      expect(await readError(response)).toEqual([409, 'login_required']);
    }
    expect(before.status).toBe('active');
    expect(ill.status).toBe('login_required');
    expect(ill.status_since).not.toBe(before.status_since);
    expect(await showStatus()).toEqual(ill);
  });

  it('asks for another sign-in when there is no refresh token', async () => {
    const service = await servePlugin(createPlugin(undefined, { scope: 'openid email' }));
    const token = await connect(service);
    const before = await get(service, token);
    await server.control({ expired: true });

    expect(before.status).toBe(200);
    expect(await readError(get(service, token))).toEqual([409, 'login_required']);
  });

  it('blames the provider, and not the person, when its token endpoint fails', async () => {
    const service = await servePlugin(createPlugin());
    const token = await connect(service);
    await server.control({ expired: true, down: true });
    const refused = await get(service, token);
    await server.control({ down: false });

    expect(await readError(refused)).toEqual([502, 'provider_failed']);
    expect((await get(service, token)).status).toBe(200);
  });

  it('tries a request a second time only, when the new token is refused, too', async () => {
    const api = await startApi((_, response) => response.writeHead(401).end());
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));
    const token = await connect(service);
    const read = await watchServer();

    expect(await readError(get(service, token))).toEqual([502, 'provider_failed']);
    expect(api.seen).toHaveLength(2);
    expect(api.seen[0]).not.toBe(api.seen[1]);
    expect(await read()).toEqual({ refreshes: 1, endedGrants: 0 });
  });

  it('keeps the answer to one request when the token is refused to another, and cannot be renewed', async () => {
    const api = await startApi(({ url }, response) =>
      response.writeHead(url === '/refused' ? 401 : 200).end('[]'),
    );
    const service = await servePlugin(
      createPlugin(undefined, {
        recordsOrigins: [api.origin],
        records: ({ fetch }) => ({
          async list() {
            // The refusal comes first, and the renewal fails before the other answer.
            await fetch(`${api.origin}/refused`).catch(() => {});
            const response = await fetch(`${api.origin}/other`);
            return { status: 'ok', value: { records: await response.json() } };
          },
          read: async () => ({ status: 'not_found' }),
        }),
      }),
    );
    const token = await connect(service);
    await server.control({ down: true });
    const answer = await get(service, token);
    await server.control({ down: false });

    expect(answer.status).toBe(200);
  });

  it('sends the token to the issuer and to the origins of the option, and to no other', async () => {
    const api = await startApi((_, response) => response.end('[]'));
    const refused = await servePlugin(createPlugin(api.origin));
    expect((await get(refused, await connect(refused))).status).toBe(502);
    expect(api.seen).toEqual([]);

    const allowed = await servePlugin(
      createPlugin(api.origin, { recordsOrigins: [`${api.origin}/v1`] }),
    );
    expect((await get(allowed, await connect(allowed))).status).toBe(200);
    expect(api.seen).toEqual([expect.stringMatching(/^Bearer .{20,}$/)]);
  });

  it('follows a redirect to another origin without the token', async () => {
    const elsewhere = await startApi((_, response) => response.end('[]'));
    const api = await startApi(({ url }, response) => {
      const location = url === '/' ? '/own' : `${elsewhere.origin}/file`;
      response.writeHead(302, { Location: location }).end();
    });
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));

    expect((await get(service, await connect(service))).status).toBe(200);
    // The control: a redirect within the origin keeps it.
    expect(api.seen).toEqual([expect.stringContaining('Bearer'), api.seen[0]]);
    expect(elsewhere.seen).toEqual([undefined]);
  });

  it('does not renew because another origin refuses a redirect', async () => {
    const elsewhere = await startApi((_, response) => response.writeHead(401).end());
    const api = await startApi((_, response) =>
      response.writeHead(302, { Location: elsewhere.origin }).end(),
    );
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));
    const token = await connect(service);
    const read = await watchServer();

    expect((await get(service, token)).status).toBe(502);
    expect(await read()).toMatchObject({ refreshes: 0 });
  });

  it('reads 25 MiB of an answer at most', async () => {
    const size = { bytes: 25 * 1024 * 1024 };
    const api = await startApi((_, response) => response.end('[]'.padEnd(size.bytes)));
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));
    const token = await connect(service);
    const allowed = await get(service, token);
    size.bytes += 1;

    expect(allowed.status).toBe(200);
    expect(await readError(get(service, token))).toEqual([502, 'provider_failed']);
    expect(service.readLog()).toContain('answered with more than 25600 kB');
  });

  it.each(['http://api.example', 'api.example', ''])('refuses the origin %j', (origin) => {
    const create = (recordsOrigins: string[]) => () => createPlugin('', { recordsOrigins });
    expect(create([origin])).toThrow('recordsOrigins');
    expect(create(['https://api.example'])).not.toThrow();
  });
});
