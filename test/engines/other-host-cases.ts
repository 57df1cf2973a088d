import { readFileSync } from 'node:fs';
import { createCallback, toNodeHandler } from 'tax-connect/server';
import { expect } from 'vitest';
import type { Tab } from '../support/engines/driver.ts';
import type { World } from '../support/world.ts';
import { createCode, startSite } from './redirect-cases.ts';

/** Where the API is, as the page sees it, and how the page proves who its user is. */
export const otherHostCases = [
  { where: 'another port of its host, with a cookie', hostname: 'page.localhost', init: 'cookie' },
  { where: 'another site, with a bearer token', hostname: 'api.localhost', init: 'bearer' },
] as const;

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

const inits = {
  cookie: `{ credentials: 'include' }`,
  bearer: `async () => ({ headers: { Authorization: 'Bearer of-ada' } })`,
};

/**
 * A listed page sends a code to its API. Then a foreign page sends another one.
 *
 * @param tab - any tab
 * @param world - the application and the service
 */
export async function forwardToOtherHost(
  tab: Tab,
  world: World,
  { hostname, init }: (typeof otherHostCases)[number],
): Promise<void> {
  const codes = [await createCode(world), await createCode(world)];
  const users: (string | undefined)[] = [];
  const refused: string[] = [];
  const listed: string[] = [];
  const api = await startSite(hostname, (request, response) => {
    const { client_id: clientId, client_secret: clientSecret } = world.application;
    const callback = createCallback({
      ...{ baseUrl: world.baseUrl, clientId, clientSecret, allowedOrigins: listed },
      onConnected: (_, { request: sent }) => void users.push(readUser(sent.headers)),
      onError: ({ code }) => void refused.push(code),
    });
    void toNodeHandler(callback)(request, response);
  });
  const servePage = (code = '') => createPage(world, { api: api.url, code, init: inits[init] });
  const page = await startSite('page.localhost', (_, response) => {
    response.setHeader('Set-Cookie', 'user=ada; HttpOnly; SameSite=Lax');
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(servePage(codes[0]));
  });
  const evil = await startSite('evil.localhost', (_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(servePage(codes[1]));
  });
  listed.push(new URL(page.url).origin);
  try {
    for (const [url, outcome] of [
      [page.url, 'Connected'],
      [evil.url, 'Refused'],
    ] as const) {
      await tab.open(url);
      await tab.host.click({ role: 'button', name: 'Send' });
      await tab.host.see({ role: 'heading', name: outcome });
    }
    expect(users).toEqual([init === 'cookie' ? 'user=ada' : 'Bearer of-ada']);
    // A browser that asks first sends no code.
    expect(['cross_origin', 'method_not_allowed']).toContain(refused[0]);
  } finally {
    await Promise.all([page.close(), evil.close(), api.close()]);
  }
}

const readUser = (headers: Headers) =>
  headers.get('authorization') ?? headers.get('cookie') ?? undefined;

function createPage({ baseUrl }: World, values: Record<'api' | 'code' | 'init', string>): string {
  const { api, code, init } = values;
  return `<!doctype html><title>Application</title><button>Send</button><h1>Waiting</h1>
    <script src="${baseUrl}/sdk/${version}/tax-connect.js"></script>
    <script>
      const show = (text) => { document.querySelector('h1').textContent = text; };
      document.querySelector('button').onclick = () =>
        TaxConnect.forwardCode('${api}callback', ${init})({ code: '${code}' })
          .then(() => show('Connected'), () => show('Refused'));
    </script>`;
}
