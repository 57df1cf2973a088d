import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createOidcProvider, type OidcProviderOptions } from 'tax-connect/providers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import {
  type OidcServer,
  startOidcServer,
  visitOidcServer,
} from '../support/oidc/start-oidc-server.ts';
import { startServer } from '../unit/server/raw-http.ts';
import type { TestService } from './harness.ts';
import { servePlugin } from './plugin-service.ts';
import { live, publicUrl } from './test-application.ts';
import { readError } from './world.ts';

const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };
const info = { id: 'orchard', name: 'Orchard Tax', domain: 'orchard.example' };

let server: OidcServer;

beforeAll(async () => {
  server = await startOidcServer({ redirectUri: `${publicUrl}/connect/return`, ...client });
});

afterAll(() => server.close());

/** Another origin, which records the Authorization header of each request. */
async function startApi(answer: RequestListener) {
  const seen: (string | undefined)[] = [];
  const { port, close } = await startServer((request, response) => {
    seen.push(request.headers.authorization);
    answer(request, response);
  });
  onTestFinished(close);
  return { origin: `http://127.0.0.1:${port}`, seen };
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

/** Connects another person. @returns how the application reads */
async function connect(service: TestService) {
  const flow = await service.startAt(info.id);
  const { url } = await flow.leaveForSite();
  const name = `person-${randomBytes(4).toString('hex')}`;
  const back = await visitOidcServer(url.href, 'allow', name);
  await flow.comeBack(back.search.slice(1));
  const owner = await service.finish(await flow.allow(), live);
  return { read: () => owner.get('/records') };
}

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
  it('asks for another sign-in when the refresh token is refused', async () => {
    const service = await servePlugin(createPlugin());
    const { read } = await connect(service);
    await server.control({ expired: true, forgotten: true });

    for (const response of await Promise.all([1, 2, 3].map(read))) {
      expect(await readError(response)).toEqual([409, 'login_required']);
    }
  });

  it('asks for another sign-in when there is no refresh token', async () => {
    const service = await servePlugin(createPlugin(undefined, { scope: 'openid email' }));
    const { read } = await connect(service);
    const before = await read();
    await server.control({ expired: true });

    expect(before.status).toBe(200);
    expect(await readError(read())).toEqual([409, 'login_required']);
  });

  it('blames the provider, and not the person, when its token endpoint fails', async () => {
    const service = await servePlugin(createPlugin());
    const { read } = await connect(service);
    await server.control({ expired: true, down: true });
    const refused = await read();
    await server.control({ down: false });

    expect(await readError(refused)).toEqual([502, 'provider_failed']);
    expect((await read()).status).toBe(200);
  });

  it('tries a request a second time only, when the new token is refused, too', async () => {
    const api = await startApi((_, response) => response.writeHead(401).end());
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));
    const { read } = await connect(service);
    const readWork = await watchServer();

    expect(await readError(read())).toEqual([502, 'provider_failed']);
    expect(api.seen).toHaveLength(2);
    expect(api.seen[0]).not.toBe(api.seen[1]);
    expect(await readWork()).toEqual({ refreshes: 1, endedGrants: 0 });
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
    const { read } = await connect(service);
    await server.control({ down: true });
    const answer = await read();
    await server.control({ down: false });

    expect(answer.status).toBe(200);
  });

  it('sends the token to the issuer and to the origins of the option, and to no other', async () => {
    const api = await startApi((_, response) => response.end('[]'));
    const refused = await servePlugin(createPlugin(api.origin));
    expect((await (await connect(refused)).read()).status).toBe(502);
    expect(api.seen).toEqual([]);

    const allowed = await servePlugin(
      createPlugin(api.origin, { recordsOrigins: [`${api.origin}/v1`] }),
    );
    expect((await (await connect(allowed)).read()).status).toBe(200);
    expect(api.seen).toEqual([expect.stringMatching(/^Bearer .{20,}$/)]);
  });

  it('follows a redirect to another origin without the token', async () => {
    const elsewhere = await startApi((_, response) => response.end('[]'));
    const api = await startApi(({ url }, response) => {
      const location = url === '/' ? '/own' : `${elsewhere.origin}/file`;
      response.writeHead(302, { Location: location }).end();
    });
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));

    expect((await (await connect(service)).read()).status).toBe(200);
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
    const { read } = await connect(service);
    const readWork = await watchServer();

    expect((await read()).status).toBe(502);
    expect(await readWork()).toMatchObject({ refreshes: 0 });
  });

  it('names the address of an answer, as fetch does', async () => {
    const api = await startApi(({ url }, response) => {
      if (url === '/') response.writeHead(302, { Location: '/v2/' }).end();
      else response.end('[]');
    });
    const seen: unknown[] = [];
    const records: OidcProviderOptions['records'] = ({ fetch }) => ({
      async list() {
        const { redirected, url } = await fetch(api.origin);
        seen.push(redirected, url);
        return { status: 'ok', value: { records: [] } };
      },
      read: async () => ({ status: 'not_found' }),
    });
    const { read } = await connect(
      await servePlugin(createPlugin(api.origin, { records, recordsOrigins: [api.origin] })),
    );

    expect((await read()).status).toBe(200);
    expect(seen).toEqual([true, `${api.origin}/v2/`]);
  });

  it('reads 25 MiB of an answer at most', async () => {
    const size = { bytes: 25 * 1024 * 1024 };
    const api = await startApi((_, response) => response.end('[]'.padEnd(size.bytes)));
    const service = await servePlugin(createPlugin(api.origin, { recordsOrigins: [api.origin] }));
    const { read } = await connect(service);
    const allowed = await read();
    size.bytes += 1;

    expect(allowed.status).toBe(200);
    expect(await readError(read())).toEqual([502, 'provider_failed']);
    expect(service.readLog()).toContain('answered with more than 25600 kB');
  });

  it.each(['http://api.example', 'api.example', ''])('refuses the origin %j', (origin) => {
    const create = (recordsOrigins: string[]) => () => createPlugin('', { recordsOrigins });
    expect(create([origin])).toThrow('recordsOrigins');
    expect(create(['https://api.example'])).not.toThrow();
  });
});
