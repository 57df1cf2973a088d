import type { Place, Tab } from '../support/engines/driver.ts';

/** The surface that shows the Connect page. */
export type SurfaceName = 'frame' | 'popup';

/** A simulated user of Connect, with one tab of a browser. */
export interface Person {
  readonly host: Place;
  /** The Connect page, on any surface. */
  readonly connectPage: Place;
  readonly surface: SurfaceName;
  /** Presses the host's button by keyboard, because not every system focuses a clicked button. */
  openConnect(): Promise<void>;
  /** Opens Connect, and picks the sandbox. */
  openLogin(): Promise<void>;
  /** Closes the host's window with everything in it. */
  closeHost(): Promise<void>;
  /** @throws Error in an engine without a separate display */
  takePicture(): Uint32Array;
  pickProvider(name: string): Promise<void>;
  signIn(username: string): Promise<void>;
  enterOneTimeCode(code: string): Promise<void>;
  allow(): Promise<void>;
  deny(): Promise<void>;
  /** The whole flow, with valid credentials. */
  connect(): Promise<void>;
  /** The whole flow from the host's button on, without a pointer. Every key goes to the current focus. */
  connectByKeyboard(): Promise<void>;
}

/**
 * @param tab - a tab at the host's page
 * @param surface - the surface of the Connect page; it decides whether the selector is in the modal or on
 *   the page
 */
export function createPerson(tab: Tab, surface: SurfaceName): Person {
  const { host } = tab;
  const connectPage = tab[surface];
  const selector = surface === 'frame' ? host : connectPage;
  const search = { role: 'textbox', name: 'Search providers' } as const;
  const password = { role: 'textbox', name: 'Password' } as const;
  const choose = () =>
    host.evaluate((display) => {
      window.hostPage.options = { ...window.hostPage.options, display };
    }, surface);
  const person: Person = {
    host,
    connectPage,
    surface,
    async openConnect() {
      await choose();
      await host.press({ role: 'button', name: 'Connect' }, 'Enter');
    },
    async openLogin() {
      await person.openConnect();
      await person.pickProvider('Sandbox');
    },
    closeHost: tab.closeHost,
    takePicture() {
      if (!tab.takePicture) throw new Error('This engine takes no pictures.');
      return tab.takePicture();
    },
    pickProvider: (name) => selector.click({ role: 'option', name }),
    async signIn(username) {
      await connectPage.type({ role: 'textbox', name: 'Username' }, username);
      await connectPage.type(password, 'pass_good');
      await connectPage.press(password, 'Enter');
    },
    async enterOneTimeCode(code) {
      const field = { role: 'textbox', name: 'One-time code' } as const;
      // The page submits a complete code automatically.
      await connectPage.type(field, code);
    },
    allow: () => connectPage.click({ role: 'button', name: 'Allow' }),
    deny: () => connectPage.click({ role: 'button', name: 'Deny' }),
    async connect() {
      await person.pickProvider('Sandbox');
      await person.signIn('user_good');
      await person.allow();
    },
    async connectByKeyboard() {
      await choose();
      await host.tabTo({ role: 'button', name: 'Connect' });
      await host.keyboard.press('Enter');
      // The modal focuses the search field. The page in a popup focuses its heading.
      if (surface === 'frame') await host.seeFocused(search);
      else await connectPage.tabTo(search);
      await pickByKeyboard(selector);
      await connectPage.tabTo({ role: 'textbox', name: 'Username' });
      await connectPage.keyboard.type('user_good');
      await connectPage.tabTo(password);
      await connectPage.keyboard.type('pass_good');
      await connectPage.keyboard.press('Enter');
      await connectPage.tabTo({ role: 'button', name: 'Allow' });
      await connectPage.keyboard.press('Enter');
    },
  };
  return person;
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
