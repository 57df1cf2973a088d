import { describe, expect, it } from 'vitest';
import { createCallback, type TokenResponse } from '../../src/sdk/server.ts';
import {
  createTestService,
  isTokenValid,
  publicUrl,
  type TestService,
  testApplication,
} from './harness.ts';

/** Runs the whole redirect flow from its address; returns the address that the browser is sent to. */
async function goThroughRedirectFlow(service: TestService, { search }: URL): Promise<string> {
  const flow = await service.startRedirectFlow({ query: search.slice(1) });
  return await flow.leaveBy('allow');
}

/** An application's backend with its callback. It calls the service in process. */
function createBackend(service: TestService) {
  const stored: TokenResponse[] = [];
  const logged: string[] = [];
  const callback = createCallback({
    baseUrl: publicUrl,
    clientId: testApplication.client_id,
    clientSecret: testApplication.client_secret,
    redirectUri: 'https://app.example/callback?tenant=a%20b',
    fetch: async (url, init) =>
      await service.app.request(new URL(String(url)).pathname, { ...init, signal: null }),
    onConnected: (tokens) => void stored.push(tokens),
    onError: (error) => void logged.push(JSON.stringify(error), String(error)),
  });
  const sendEmbedded = (code: string) =>
    callback(
      new Request(`https://app.example/callback?code=${code}`, {
        method: 'POST',
        headers: { Origin: 'https://app.example', 'Sec-Fetch-Site': 'same-origin' },
      }),
    );
  /** A browser that follows the application's own link: its cookie, and the address at Connect. */
  const startRedirect = async () => {
    const start = new Request('https://app.example/connect', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    });
    const { headers } = await callback.startRedirect(start);
    const [cookie = ''] = (headers.getSetCookie()[0] ?? '').split(';', 1);
    return { cookie, address: new URL(headers.get('Location') ?? '') };
  };
  const comeBack = async (cookie: string, location: string) => {
    const headers = {
      Cookie: cookie,
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Dest': 'document',
      'Sec-Fetch-Site': 'cross-site',
    };
    return await callback(new Request(location, { headers }));
  };
  /** Goes from the link to the end of the flow in one browser. */
  const goThroughRedirect = async () => {
    const { cookie, address } = await startRedirect();
    return await comeBack(cookie, await goThroughRedirectFlow(service, address));
  };
  return { stored, logged, sendEmbedded, startRedirect, comeBack, goThroughRedirect };
}

describe('the callback of an application, with the service', () => {
  it('serves both flows at one address', async () => {
    const service = await createTestService();
    const backend = createBackend(service);

    const embedded = await backend.sendEmbedded(await service.issueCode());
    const redirected = await backend.goThroughRedirect();

    expect([embedded.status, redirected.status]).toEqual([204, 303]);
    expect(backend.stored).toHaveLength(2);
    for (const { accessToken } of backend.stored) {
      expect(await isTokenValid(service.store, accessToken)).toBe(true);
    }
  });

  it('refuses the code of one flow in another flow, and neither ends nor burns the first', {
    tags: ['threat-52'],
  }, async () => {
    const service = await createTestService();
    const backend = createBackend(service);
    const [victim, attacker] = [await backend.startRedirect(), await backend.startRedirect()];
    const location = new URL(await goThroughRedirectFlow(service, victim.address));
    const own = new URL(await goThroughRedirectFlow(service, attacker.address));
    const stolen = new URL(own);
    stolen.searchParams.set('code', location.searchParams.get('code') ?? '');

    const injected = await backend.comeBack(attacker.cookie, stolen.href);
    const control = await backend.comeBack(victim.cookie, location.href);

    expect([injected.status, control.status]).toEqual([400, 303]);
    expect(backend.stored).toHaveLength(1);
    expect(backend.logged.join()).toContain('invalid_grant');
  });

  it('revokes nothing when a code is posted again', async () => {
    const service = await createTestService();
    const backend = createBackend(service);
    const code = await service.issueCode();
    await backend.sendEmbedded(code);
    expect((await backend.sendEmbedded(code)).status).toBe(400);
    const token = String(backend.stored[0]?.accessToken);
    expect(await isTokenValid(service.store, token)).toBe(true);
    await service.exchange({ code });
    expect(await isTokenValid(service.store, token)).toBe(false);
  });

  it('neither logs the access token nor sends it to the page', async () => {
    const service = await createTestService();
    const backend = createBackend(service);
    const code = await service.issueCode();

    const answers = [await backend.sendEmbedded(code), await backend.sendEmbedded(code)];
    const sent = await Promise.all(
      answers.map(async (answer) => (await answer.text()) + JSON.stringify([...answer.headers])),
    );
    const [tokens] = backend.stored;

    const everything = [...sent, ...backend.logged, service.readLog(), JSON.stringify(tokens)];
    expect(tokens?.accessToken).toMatch(/^[\da-f]{64}$/);
    for (const text of everything) expect(text).not.toContain(tokens?.accessToken);
  });
});
