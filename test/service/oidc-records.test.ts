import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createOidcProvider, type OidcProviderOptions } from 'tax-connect/providers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startOidcServer, visitOidcServer } from '../support/oidc/start-oidc-server.ts';
import { useRunning } from '../support/use-running.ts';
import { startServer } from '../unit/server/raw-http.ts';
import type { TestService } from './harness.ts';
import { servePlugin } from './plugin-service.ts';
import { live, publicUrl } from './test-application.ts';
import { readError } from './world.ts';

const client = { clientId: 'connect', clientSecret: 'secret of the Connect service' };
const info = { id: 'orchard', name: 'Orchard Tax', domain: 'orchard.example' };

const server = useRunning(() =>
  startOidcServer({ redirectUri: `${publicUrl}/connect/return`, ...client }),
);

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

type Fetch = typeof fetch;

/** A plug-in that lists the records at this address. */
function createPlugin(
  address = `${server.issuer}/api/records`,
  options: Partial<OidcProviderOptions> = {},
  ask = (fetch: Fetch, at: string) => fetch(at),
) {
  return createOidcProvider({
    issuer: server.issuer,
    ...client,
    info,
    scope: 'openid email offline_access',
    records: ({ fetch }) => ({
      async list() {
        const response = await ask(fetch as Fetch, address);
        if (!response.ok) return { status: 'failed' };
        return { status: 'ok', value: { records: await response.json() } };
      },
      read: async () => ({ status: 'not_found' }),
    }),
    ...options,
  });
}

/** Connects a person at a provider whose API is at another origin, which gets the token. */
async function connectApi(answer: RequestListener, ask?: Parameters<typeof createPlugin>[2]) {
  const api = await startApi(answer);
  const plugin = createPlugin(api.origin, { recordsOrigins: [api.origin] }, ask);
  const service = await servePlugin(plugin);
  return { ...api, service, ...(await connect(service)) };
}

/** Connects another person. @returns how the application reads */
async function connect(service: TestService) {
  const flow = await service.startAt(info.id);
  const { url } = await flow.leaveForSite();
  const name = `person-${randomBytes(4).toString('hex')}`;
  const back = await visitOidcServer(url.href, name);
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
  it.each([
    ['the refresh token is refused', {}, { forgotten: true }],
    ['there is no refresh token', { scope: 'openid email' }, {}],
  ] as const)('asks for another sign-in when %s', async (_, options, more) => {
    const { read } = await connect(await servePlugin(createPlugin(undefined, options)));
    const before = await read();
    await server.control({ expired: true, ...more });

    expect(before.status).toBe(200);
    for (const response of await Promise.all([1, 2, 3].map(read))) {
      expect(await readError(response)).toEqual([409, 'login_required']);
    }
  });

  it('blames the provider, and not the person, when its token endpoint fails', async () => {
    const { read } = await connect(await servePlugin(createPlugin()));
    await server.control({ expired: true, down: true });
    const refused = await read();
    await server.control({ down: false });

    expect(await readError(refused)).toEqual([502, 'provider_failed']);
    expect((await read()).status).toBe(200);
  });

  it('tries a request a second time only, when the new token is refused, too', async () => {
    const { seen, read } = await connectApi((_, response) => response.writeHead(401).end());
    const readWork = await watchServer();

    expect(await readError(read())).toEqual([502, 'provider_failed']);
    expect(seen).toHaveLength(2);
    expect(seen[0]).not.toBe(seen[1]);
    expect(await readWork()).toEqual({ refreshes: 1, endedGrants: 0 });
  });

  it('sends a request again whose refusal comes after another has renewed the token', async () => {
    let tell = () => {};
    const renewed = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const { seen, read } = await connectApi(
      async ({ url, headers }, response) => {
        const isOld = headers.authorization === seen[0];
        if (!isOld) tell();
        if (url === '/late') await renewed;
        response.writeHead(isOld ? 401 : 200).end('[]');
      },
      async (fetch, address) => {
        const answers = await Promise.all(['/early', '/late'].map((path) => fetch(address + path)));
        return answers.find(({ ok }) => !ok) ?? new Response('[]');
      },
    );

    expect((await read()).status).toBe(200);
    expect(seen).toHaveLength(4);
  });

  it('keeps the answer to one request when the token is refused to another, and cannot be renewed', async () => {
    const { read } = await connectApi(
      ({ url }, response) => response.writeHead(url === '/refused' ? 401 : 200).end('[]'),
      async (fetch, address) => {
        // The refusal comes first, and the renewal fails before the other answer.
        await fetch(`${address}/refused`).catch(() => {});
        return await fetch(`${address}/other`);
      },
    );
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
    const { seen, read } = await connectApi(({ url }, response) => {
      const location = url === '/' ? '/own' : `${elsewhere.origin}/file`;
      response.writeHead(302, { Location: location }).end();
    });

    expect((await read()).status).toBe(200);
    // The control: a redirect within the origin keeps it.
    expect(seen).toEqual([expect.stringContaining('Bearer'), seen[0]]);
    expect(elsewhere.seen).toEqual([undefined]);
  });

  it('does not renew because another origin refuses a redirect', async () => {
    const elsewhere = await startApi((_, response) => response.writeHead(401).end());
    const { read } = await connectApi((_, response) =>
      response.writeHead(302, { Location: elsewhere.origin }).end(),
    );
    const readWork = await watchServer();

    expect((await read()).status).toBe(502);
    expect(await readWork()).toMatchObject({ refreshes: 0 });
  });

  it('names the address of an answer, as fetch does', async () => {
    let named: unknown;
    const { origin, read } = await connectApi(
      ({ url }, response) => {
        if (url === '/') response.writeHead(302, { Location: '/v2/' }).end();
        else response.end('[]');
      },
      async (fetch, address) => {
        const response = await fetch(address);
        const { redirected, url } = response;
        named = { redirected, url };
        return response;
      },
    );

    expect((await read()).status).toBe(200);
    expect(named).toEqual({ redirected: true, url: `${origin}/v2/` });
  });

  it('reads 25 MiB of an answer at most', async () => {
    const size = { bytes: 25 * 1024 * 1024 };
    const { service, read } = await connectApi((_, response) =>
      response.end('[]'.padEnd(size.bytes)),
    );
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
