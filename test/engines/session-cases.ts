import { expect } from 'vitest';
import { texts as modal } from '../../src/texts/en.json?modal';
import { texts as text } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import type { Tab } from '../support/engines/driver.ts';
import { waitFor } from '../support/engines/place.ts';
import type { AgainWorld } from './connect-again-cases.ts';
import { createPerson, type SurfaceName } from './person.ts';

const search = { role: 'textbox', name: modal.search } as const;
const username = { role: 'textbox', name: 'Username' } as const;
const heading = (name: string) => ({ role: 'heading', name }) as const;

/** A backend's request about sessions. */
async function request(
  { connect }: AgainWorld,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  const { url, clientId, clientSecret } = connect;
  const response = await fetch(`${url}/connect/sessions${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}`,
      'content-type': 'application/json',
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.status === 204 ? {} : await response.json();
}

/** Opens the host's page, whose next `open` is for a new session. */
async function openHost(
  tab: Tab,
  world: AgainWorld,
  {
    surface = 'frame',
    ...terms
  }: {
    readonly surface?: SurfaceName;
    readonly provider_ids?: readonly string[];
    readonly state?: string;
  },
) {
  const { session = '', session_id = '' } = await request(world, '', terms);
  await tab.open(`${world.appUrl}/spa/`);
  const person = createPerson(tab, surface);
  await person.host.evaluate(
    (own) => {
      window.hostPage.options = own;
    },
    { session },
  );
  const told = () => person.host.evaluate(() => window.hostPage.told);
  return { session, session_id, person, told };
}

/**
 * A person connects in a session, which lists and finds its own providers only. It serves one success.
 *
 * @param tab - an empty one
 */
export async function connectInSession(
  tab: Tab,
  world: AgainWorld,
  surface: SurfaceName,
): Promise<void> {
  const terms = { surface, provider_ids: ['sandbox', 'ledgerleaf'] };
  const { session, session_id, person, told } = await openHost(tab, world, terms);
  await person.openConnect();
  const selector = surface === 'frame' ? person.host : person.connectPage;
  await selector.type(search, 'FileWell');
  await selector.see({ role: 'text', name: fill(modal.noResult.title, { query: 'FileWell' }) });
  await selector.type(search, 'sand');
  await person.connect();
  await expect
    .poll(() => request(world, `/${session_id}`), { timeout: 15_000 })
    .toMatchObject({ status: 'connected', provider_id: 'sandbox', exchanged: true });
  await waitFor('the end', async () => (await told()).outcomes[0]);
  expect(tab.observed.filter((text) => text.includes(session))).toEqual([]);

  await person.openConnect();
  await person.host.see(heading(modal.notices.session_expired.title));
  await person.host.click({ role: 'button', name: modal.close });
  await expect
    .poll(async () => (await told()).exits)
    .toEqual([{ reason: 'error', code: 'session_expired' }]);
}

/**
 * A session with a single provider has no list. A backend cancels it while its person types, who learns it
 * before the next step. Nothing can be connected in it any more.
 *
 * @param tab - an empty one
 */
export async function cancelSession(tab: Tab, world: AgainWorld): Promise<void> {
  const { session_id, person, told } = await openHost(tab, world, { provider_ids: ['sandbox'] });
  await person.openConnect();
  await person.connectPage.type(username, 'user_good');
  await request(world, `/${session_id}/cancel`, {});
  await person.host.see(heading(modal.notices.session_expired.title));
  await person.host.click({ role: 'button', name: modal.close });
  await expect
    .poll(async () => (await told()).exits)
    .toEqual([{ reason: 'error', code: 'session_expired' }]);
}

/**
 * The host's state is not the session's.
 *
 * @param tab - an empty one
 */
export async function contradictSession(tab: Tab, world: AgainWorld): Promise<void> {
  const { person, told } = await openHost(tab, world, { state: 'of another user' });
  await person.openConnect();
  await person.host.see(heading(modal.notices.invalid_options.title));
  await person.host.click({ role: 'button', name: modal.close });
  await expect
    .poll(async () => (await told()).exits)
    .toEqual([{ reason: 'error', code: 'invalid_options' }]);
}

/**
 * The host was given a session that its application does not have.
 *
 * @param tab - an empty one
 */
export async function openUnknownSession(tab: Tab, world: AgainWorld): Promise<void> {
  const { person, told } = await openHost(tab, world, {});
  await person.host.evaluate(() => {
    window.hostPage.options = { session: 'f'.repeat(64) };
  });
  await person.openConnect();
  await person.host.see(heading(modal.notices.session_expired.title));
  await person.host.click({ role: 'button', name: modal.close });
  await expect
    .poll(async () => (await told()).exits)
    .toEqual([{ reason: 'error', code: 'session_expired' }]);
}

/** Goes from the first screen of a link to Allow without a pointer. */
async function followLink(tab: Tab, world: AgainWorld, terms: object) {
  const link = await request(world, '', { ...terms, provider_ids: ['sandbox'] });
  const { url = '', session = '', session_id } = link;
  const { host: page } = tab;
  await tab.open(url);
  await page.tabTo({ role: 'button', name: text.link.begin });
  expect(await request(world, `/${session_id}`)).toMatchObject({ status: 'open' });
  expect(await page.evaluate(() => location.href)).not.toContain(session);
  await page.keyboard.press('Enter');
  await page.tabTo(username);
  await page.keyboard.type('user_good');
  await page.tabTo({ role: 'textbox', name: text.login.password });
  await page.keyboard.type('pass_good');
  await page.keyboard.press('Enter');
  await page.tabTo({ role: 'button', name: text.consent.allow });
  await page.keyboard.press('Enter');
  return { url, session_id };
}

/**
 * A person follows a link without a pointer, and the backend learns of the account. The link serves one success.
 *
 * @param tab - an empty one
 */
export async function connectByLink(tab: Tab, world: AgainWorld): Promise<void> {
  const { url, session_id } = await followLink(tab, world, {});
  await tab.host.see(heading(fill(text.connected, { application: 'Test application' })));
  expect(await request(world, `/${session_id}`)).toMatchObject({ status: 'connected' });
  await tab.open(url);
  await tab.host.see({ role: 'text', name: text.link.over.connected.advice });
}

/**
 * A link that ends at the redirect URI of its session. The backend gets a fresh code for the one in the address.
 *
 * @param tab - an empty one
 */
export async function endLinkAtApplication(tab: Tab, world: AgainWorld): Promise<void> {
  const redirect_uri = `${world.connect.url}/livez`;
  const { session_id } = await followLink(tab, world, { redirect_uri });
  const search = await waitFor('the end', async () => {
    const { pathname, search } = await tab.host.evaluate(() => ({ ...location }));
    return pathname === '/livez' ? search : undefined;
  });
  const query = new URLSearchParams(search);
  expect([query.get('session_id'), query.has('code')]).toEqual([session_id, true]);
  const { code = '' } = await request(world, `/${session_id}/code`, {});
  expect(code).toMatch(/^[\da-f]{64}$/);
  expect(code).not.toBe(query.get('code'));
}
