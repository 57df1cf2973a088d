import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import { postAsBackend } from '../support/backend.ts';
import type { Tab } from '../support/engines/driver.ts';
import { listen, stop } from '../support/listen.ts';
import type { World } from '../support/world.ts';
import { signIn } from './person.ts';

/** The flow without the SDK: the browser navigates to the Connect page and back. */
export const redirectCases = [
  { name: 'returns connected when access is allowed', decision: 'Allow', problem: null },
  {
    name: 'returns without a connection when it is denied',
    decision: 'Deny',
    problem: 'access_denied',
  },
] as const;

export async function goThroughRedirect(tab: Tab, decision: 'Allow' | 'Deny'): Promise<void> {
  await tab.host.click({ role: 'link', name: 'Continue on the Connect page' });
  await decideAtConnect(tab, decision);
}

async function decideAtConnect(tab: Tab, decision: 'Allow' | 'Deny'): Promise<void> {
  await goToConsent(tab, decision);
  await tab.host.see({
    role: 'text',
    name: decision === 'Allow' ? 'Connected to sandbox' : 'Not connected',
  });
}

/** Signs in and decides. */
export async function goToConsent({ host: page }: Tab, decision: string): Promise<void> {
  await page.click({ role: 'option', name: 'Sandbox' });
  await signIn(page, 'user_good');
  await page.click({ role: 'button', name: decision });
}

/** The ends of a redirect flow whose callback sends the browser on, and the parameter of the callback. */
export const onwardCases = [
  ['Allow', 'code'],
  ['Deny', 'error'],
  ['Cancel', 'error'],
] as const;

/**
 * The callback is at one site, and the page that it leads to is at another one. A form whose response redirects
 * would stop between the two, because `form-action` has to list each of them.
 */
export async function leaveForThirdSite(
  tab: Tab,
  world: World,
  { button, parameter }: Record<'button' | 'parameter', string>,
): Promise<void> {
  const asked: string[] = [];
  const third = await startSite('arrived.localhost', '<h1>Arrived</h1>');
  const callback = await startSite('app.localhost', ({ url }, response) => {
    asked.push(url ?? '');
    response.writeHead(303, { Location: third }).end();
  });
  const query = new URLSearchParams({
    client_id: world.application.client_id,
    // The registered one, but for its port.
    redirect_uri: `${callback}callback`,
  });
  await tab.open(`${world.connectUrl}/connect?${query}`);
  if (button === 'Cancel') await tab.host.click({ role: 'button', name: button });
  else await goToConsent(tab, button);
  await tab.host.see({ role: 'heading', name: 'Arrived' });
  const parameters = asked.map((url) => [...new URL(url, callback).searchParams.keys()]);
  expect(parameters).toEqual([[parameter]]);
  expect(await tab.host.evaluate(() => location.href)).toBe(third);
}

/**
 * While the user is at the Connect page, a page of a third site sends the browser to the callback with a
 * code of the attacker's. Then the user continues.
 */
export async function bringForeignCode(tab: Tab, world: World): Promise<void> {
  const page = tab.host;
  await page.click({ role: 'link', name: 'Continue on the Connect page' });
  await page.see({ role: 'option', name: 'Sandbox' });
  const address = await page.evaluate(readWholeAddress);
  const code = await createForeignCode(world);
  const link = `<a href="${world.appUrl}/callback?code=${code}">Win a prize</a>`;
  await tab.open(await startSite('evil.localhost', link));
  await page.click({ role: 'link', name: 'Win a prize' });
  await page.see({ role: 'text', name: 'Not connected' });
  const search = await page.evaluate(() => location.search);
  expect(new URLSearchParams(search).get('connect_error')).toBe('state_mismatch');
  // The application has not exchanged the code, which is still valid.
  expect((await exchange(world, code)).status).toBe(200);
  // The test opens the page's address, because WebKit's driver stops answering after `history.go`.
  await tab.open(address);
  await decideAtConnect(tab, 'Allow');
}

/** Runs in the Connect page. Its address has lost the session; Back and Reload take it from here, too. */
function readWholeAddress(): string {
  const address = new URL(location.href);
  address.searchParams.set('session', history.state.session);
  return address.href;
}

/** The attacker gets it from their own login, by not following the redirect. */
const createForeignCode = (world: World) =>
  createCode(world, { redirect_uri: `${world.appUrl}/callback` });

/** @returns a code that no browser has seen */
export async function createCode(world: World, binding: object = {}): Promise<string> {
  const response = await postAsBackend(world, '/sandbox/authorization_codes', binding);
  return ((await response.json()) as { code: string }).code;
}

const exchange = (world: World, code: string) =>
  postAsBackend(world, '/auth/token', { code, redirect_uri: `${world.appUrl}/callback` });

/**
 * Starts a site that ends with the test.
 *
 * @param answer - to each request, or the content of its only page
 * @returns its address
 */
export async function startSite(
  hostname: string,
  answer: RequestListener | string,
): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/favicon.ico') response.writeHead(404).end();
    else if (typeof answer === 'string') showPage(response, answer);
    else answer(request, response);
  });
  onTestFinished(() => stop(server));
  return `http://${hostname}:${await listen(server)}/`;
}

export function showPage(response: ServerResponse, body: string): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><title>Application</title>${body}`);
}
