import { cancelSession, readSession } from 'tax-connect/server';
import { expect } from 'vitest';
import { texts as modal } from '../../src/texts/en.json?modal';
import { texts as text } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { describeBackend } from '../support/backend.ts';
import type { Tab } from '../support/engines/driver.ts';
import { waitFor } from '../support/engines/place.ts';
import type { AgainWorld } from './connect-again-cases.ts';
import { createPerson, pressByKeyboard, type SurfaceName, signInByKeyboard } from './person.ts';

const search = { role: 'textbox', name: modal.search } as const;
const username = { role: 'textbox', name: 'Username' } as const;
const heading = (name: string) => ({ role: 'heading', name }) as const;

/** Opens the host's page, whose next `open` is for a new session. */
async function openHost(
  tab: Tab,
  world: AgainWorld,
  { surface, providerIds }: { surface: SurfaceName; providerIds: readonly string[] },
) {
  const { session, sessionId } = await world.connect.createSession({ providerIds });
  await tab.open(`${world.appUrl}/spa/`);
  const person = createPerson(tab, surface);
  await person.host.evaluate(
    (own) => {
      window.hostPage.options = own;
    },
    { session },
  );
  const told = () => person.host.evaluate(() => window.hostPage.told);
  /** The modal says that the session is over, and so does its exit. */
  const expectExpired = async () => {
    await person.host.see(heading(modal.notices.session_expired.title));
    await person.host.click({ role: 'button', name: modal.close });
    const exits = [{ reason: 'error', code: 'session_expired' }];
    await expect.poll(async () => (await told()).exits).toEqual(exits);
  };
  const named = { ...describeBackend(world.connect), sessionId };
  return { session, named, person, told, expectExpired };
}

/** A person connects in a session, which lists and finds its own providers only. It serves one success. */
export async function connectInSession(
  tab: Tab,
  world: AgainWorld,
  surface: SurfaceName,
): Promise<void> {
  const terms = { surface, providerIds: ['sandbox', 'ledgerleaf'] };
  const { session, named, person, told, expectExpired } = await openHost(tab, world, terms);
  await person.openConnect();
  const selector = surface === 'frame' ? person.host : person.connectPage;
  await selector.type(search, 'FileWell');
  await selector.see({ role: 'text', name: fill(modal.noResult.title, { query: 'FileWell' }) });
  await selector.type(search, 'sand');
  await person.connect();
  await expect
    .poll(() => readSession(named), { timeout: 15_000 })
    .toMatchObject({ status: 'connected', providerId: 'sandbox', exchanged: true });
  await waitFor('the end', async () => (await told()).outcomes[0]);
  expect(tab.observed.filter((text) => text.includes(session))).toEqual([]);

  await person.openConnect();
  await expectExpired();
}

/**
 * A session with a single provider has no list. A backend cancels it while its person types, who learns it
 * before the next step. Nothing can be connected in it any more.
 */
export async function cancelWhileTyping(tab: Tab, world: AgainWorld): Promise<void> {
  const { named, person, expectExpired } = await openHost(tab, world, {
    surface: 'frame',
    providerIds: ['sandbox'],
  });
  await person.openConnect();
  await person.connectPage.type(username, 'user_good');
  await cancelSession(named);
  await expectExpired();
}

/** A person follows a link without a pointer, and the backend learns of the account. The link serves one success. */
export async function connectByLink(tab: Tab, { connect }: AgainWorld): Promise<void> {
  const { url, session, sessionId } = await connect.createSession({ providerIds: ['sandbox'] });
  const named = { ...describeBackend(connect), sessionId };
  const { host: page } = tab;
  await tab.open(url);
  await page.tabTo({ role: 'button', name: text.link.begin });
  expect(await readSession(named)).toMatchObject({ status: 'open' });
  expect(await page.evaluate(() => location.href)).not.toContain(session);
  await page.keyboard.press('Enter');
  await signInByKeyboard(page, 'user_good');
  await pressByKeyboard(page, text.consent.allow);
  await page.see(heading(fill(text.connected, { application: 'Test application' })));
  expect(await readSession(named)).toMatchObject({ status: 'connected' });
  await tab.open(url);
  await page.see({ role: 'text', name: text.link.over.connected.advice });
}
