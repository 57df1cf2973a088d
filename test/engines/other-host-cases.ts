import { readFileSync } from 'node:fs';
import { createCallback, toNodeHandler } from 'tax-connect/server';
import { expect } from 'vitest';
import type { Tab } from '../support/engines/driver.ts';
import type { World } from '../support/world.ts';
import { createCode, goToConsent, showPage, startSite } from './redirect-cases.ts';

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

/** A listed page sends a code to its API. Then a foreign page sends another one. */
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
    const callback = createCallback({
      ...world.backend,
      allowedOrigins: listed,
      onConnected: (_, { request: sent }) => void users.push(readUser(sent.headers)),
      onError: ({ code }) => void refused.push(code),
    });
    void toNodeHandler(callback)(request, response);
  });
  const servePage = (code = '') => createPage(world, { api, code, init: inits[init] });
  const page = await startSite('page.localhost', (_, response) => {
    response.setHeader('Set-Cookie', 'user=ada; HttpOnly; SameSite=Lax');
    showPage(response, servePage(codes[0]));
  });
  const evil = await startSite('evil.localhost', servePage(codes[1]));
  listed.push(new URL(page).origin);
  for (const [url, outcome] of [
    [page, 'Connected'],
    [evil, 'Refused'],
  ] as const) {
    await tab.open(url);
    await tab.host.click({ role: 'button', name: 'Send' });
    await tab.host.see({ role: 'heading', name: outcome });
  }
  expect(users).toEqual([init === 'cookie' ? 'user=ada' : 'Bearer of-ada']);
  // A browser that asks first sends no code.
  expect(['cross_origin', 'method_not_allowed']).toContain(refused[0]);
}

/** The page of an application whose API is at `app.localhost`. */
export const startCases = [
  { where: 'another port of its host, by a link', hostname: 'app.localhost', way: 'link' },
  { where: 'another site, with a ticket', hostname: 'page.localhost', way: 'button' },
] as const;

/**
 * A listed page starts a redirect flow at its API. A foreign page cannot, and a listed one on another site cannot by
 * a link.
 */
export async function startAtOtherHost(
  tab: Tab,
  world: World,
  { hostname, way }: (typeof startCases)[number],
): Promise<void> {
  const users: (string | undefined)[] = [];
  const refused: string[] = [];
  const allowedOrigins: string[] = [];
  const api = await startSite('app.localhost', (request, response) => {
    const callback = createCallback({
      ...world.backend,
      connectUrl: `${world.connectUrl}/connect`,
      ...{ allowedOrigins, redirectUri: `${api}callback` },
      successUrl: '/done',
      getSessionId: ({ headers }) => readUser(headers),
      onConnected: (_, { sessionId }) => void users.push(sessionId),
      onError: ({ code }) => void refused.push(code),
    });
    if (request.url === '/done') showPage(response, '<h1>Arrived</h1>');
    else {
      const isStart = request.url?.startsWith('/start');
      void toNodeHandler(isStart ? callback.startRedirect : callback)(request, response);
    }
  });
  const starter = createStarter(`${api}start`);
  const page = await startSite(hostname, (_, response) => {
    if (way === 'link') response.setHeader('Set-Cookie', 'user=ada; HttpOnly; SameSite=Lax');
    showPage(response, starter);
  });
  const evil = await startSite('evil.localhost', starter);
  allowedOrigins.push(new URL(page).origin);
  const seeRefusal = () =>
    tab.host.see({ role: 'text', name: 'This request must come from the application itself.' });
  await tab.open(evil);
  await tab.host.click({ role: 'button', name: 'Start' });
  await tab.host.see({ role: 'heading', name: 'Refused' });
  await tab.host.click({ role: 'link', name: 'Start' });
  await seeRefusal();
  await tab.open(page);
  if (way === 'button') {
    await tab.host.click({ role: 'link', name: 'Start' });
    await seeRefusal();
    await tab.open(page);
  }
  await tab.host.click({ role: way, name: 'Start' });
  await goToConsent(tab, 'Allow');
  await tab.host.see({ role: 'heading', name: 'Arrived' });
  expect(users).toEqual([way === 'link' ? 'user=ada' : 'Bearer of-ada']);
  expect([...new Set(refused)]).toEqual(['cross_origin']);
}

const createStarter = (start: string) => `<a href="${start}">Start</a>
  <button>Start</button><h1>Waiting</h1>
  <script>
    document.querySelector('button').onclick = async () => {
      try {
        const headers = { Authorization: 'Bearer of-ada' };
        const response = await fetch('${start}', { method: 'POST', headers });
        const { ticket } = await response.json();
        location.assign('${start}?ticket=' + ticket);
      } catch {
        document.querySelector('h1').textContent = 'Refused';
      }
    };
  </script>`;

const readUser = (headers: Headers) =>
  headers.get('authorization') ?? /user=\w+/.exec(headers.get('cookie') ?? '')?.[0];

function createPage({ baseUrl }: World, values: Record<'api' | 'code' | 'init', string>): string {
  const { api, code, init } = values;
  return `<button>Send</button><h1>Waiting</h1>
    <script src="${baseUrl}/sdk/${version}/tax-connect.js"></script>
    <script>
      const show = (text) => { document.querySelector('h1').textContent = text; };
      document.querySelector('button').onclick = () =>
        TaxConnect.forwardCode('${api}callback', ${init})({ code: '${code}' })
          .then(() => show('Connected'), () => show('Refused'));
    </script>`;
}
