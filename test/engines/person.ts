import type { Tab } from '../support/engines/driver.ts';
import type { Place } from '../support/engines/place.ts';

/** The surface that shows the Connect page. */
export type SurfaceName = 'frame' | 'popup';

/** A simulated user of Connect, with one tab of a browser. */
export type Person = ReturnType<typeof createPerson>;

/**
 * @param tab - a tab at the host's page
 * @param surface - the surface of the Connect page; it decides whether the selector is in the modal or on
 *   the page
 */
export function createPerson(tab: Tab, surface: SurfaceName) {
  const { host } = tab;
  /** The Connect page, on any surface. */
  const connectPage = tab[surface];
  const selector = surface === 'frame' ? host : connectPage;
  const search = { role: 'textbox', name: 'Search providers' } as const;
  const choose = () =>
    host.evaluate((display) => {
      window.hostPage.options = { ...window.hostPage.options, display };
    }, surface);
  const person = {
    host,
    connectPage,
    surface,
    /** Presses the host's button by keyboard, because not every system focuses a clicked button. */
    async openConnect() {
      await choose();
      await host.press({ role: 'button', name: 'Connect' }, 'Enter');
    },
    /** Opens Connect, and picks the sandbox. */
    async openLogin() {
      await person.openConnect();
      await person.pickProvider('Sandbox');
    },
    /** Closes the host's window with everything in it. */
    closeHost: tab.closeHost,
    pickProvider: (name: string) => selector.click({ role: 'option', name }),
    signIn: (name: string) => signIn(connectPage, name),
    /** The page submits a complete code automatically. */
    enterOneTimeCode: (code: string) =>
      connectPage.type({ role: 'textbox', name: 'One-time code' }, code),
    allow: () => connectPage.click({ role: 'button', name: 'Allow' }),
    deny: () => connectPage.click({ role: 'button', name: 'Deny' }),
    /** The whole flow, with valid credentials. */
    async connect() {
      await person.pickProvider('Sandbox');
      await person.finish();
    },
    /** Signs in with valid credentials, and allows access. */
    async finish() {
      await person.signIn('user_good');
      await person.allow();
    },
    /** The whole flow from the host's button on, without a pointer. Every key goes to the current focus. */
    async connectByKeyboard() {
      await choose();
      await host.tabTo({ role: 'button', name: 'Connect' });
      await host.keyboard.press('Enter');
      // The modal focuses the search field. The page in a popup focuses its heading.
      if (surface === 'frame') await host.seeFocused(search);
      else await connectPage.tabTo(search);
      await pickByKeyboard(selector);
      await signInByKeyboard(connectPage, 'user_good');
      await pressByKeyboard(connectPage, 'Allow');
    },
  };
  return person;
}

const username = { role: 'textbox', name: 'Username' } as const;
const password = { role: 'textbox', name: 'Password' } as const;

/** Fills in the login of the sandbox. */
export async function signIn(page: Place, name: string): Promise<void> {
  await page.type(username, name);
  await page.type(password, 'pass_good');
  await page.press(password, 'Enter');
}

/** Fills in the login of the sandbox without a pointer. */
export async function signInByKeyboard(page: Place, name: string): Promise<void> {
  await page.tabTo(username);
  await page.keyboard.type(name);
  await page.tabTo(password);
  await page.keyboard.type('pass_good');
  await page.keyboard.press('Enter');
}

/** Presses a button without a pointer. */
export async function pressByKeyboard(page: Place, name: string): Promise<void> {
  await page.tabTo({ role: 'button', name });
  await page.keyboard.press('Enter');
}

/** Moves in the list, then searches. Sandbox comes first in both; the list has the others only in a search. */
async function pickByKeyboard(selector: Place): Promise<void> {
  const sandbox = { role: 'selected option', name: 'Sandbox' } as const;
  await selector.keyboard.press('ArrowDown');
  await selector.see(sandbox);
  await selector.keyboard.type('tax');
  await selector.keyboard.press('ArrowDown');
  await selector.see({ role: 'selected option', name: 'LedgerLeaf' });
  await selector.keyboard.press('ArrowUp');
  await selector.see(sandbox);
  await selector.keyboard.press('Enter');
}
