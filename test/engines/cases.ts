import { expect } from 'vitest';
import { waitFor } from '../support/engines/place.ts';
import type { Told } from './host/install.ts';
import type { Person, SurfaceName } from './person.ts';

/** One promise of Connect to a host, kept in every engine and by every surface it names. */
export interface Case {
  readonly name: string;
  readonly surfaces: readonly SurfaceName[];
  /** End of the address of a request that is refused on purpose, which Chromium calls an error. */
  readonly refused?: string;
  /** Begins at the host's page, with Connect closed. */
  run(person: Person): Promise<void>;
}

const everywhere = ['frame', 'popup'] as const;
const username = { role: 'textbox', name: 'Username' } as const;
const exitQuestion = { role: 'alertdialog', name: '' } as const;

/** The contract. */
export const cases: readonly Case[] = [
  {
    name: 'connects with user_good, by one code that is seen nowhere else',
    surfaces: everywhere,
    async run(person) {
      await person.openConnect();
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'connects by keyboard alone, from the host’s button on',
    surfaces: everywhere,
    async run(person) {
      await person.connectByKeyboard();
      await expectConnected(person);
    },
  },
  {
    name: 'connects in a host that hides every block and every frame of its page',
    surfaces: ['frame'],
    async run(person) {
      await person.host.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          'html > div, iframe { display: none !important; max-height: 9px !important }',
        );
        document.adoptedStyleSheets.push(sheet);
      });
      await person.openConnect();
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'connects with user_mfa after the one-time code',
    surfaces: everywhere,
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.signIn('user_mfa');
      await person.enterOneTimeCode('123456');
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'keeps the username of a refused login, and connects when it is corrected',
    surfaces: everywhere,
    refused: '/connect/flow/login',
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.signIn('user_bad');
      await person.connectPage.see({ role: 'text', name: 'Check the username.' });
      expect(await person.connectPage.read(username)).toBe('user_bad');
      await person.signIn('user_good');
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'ends without a code when access is denied',
    surfaces: everywhere,
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.signIn('user_good');
      await person.deny();
      await expectExit(person, 'denied');
    },
  },
  {
    name: 'closes by the button at the selector, and leaves the host as it was',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await seeOpen(person);
      await person.host.click({ role: 'button', name: 'Close' });
      await expectExit(person, 'closed');
    },
  },
  {
    name: 'closes by Escape in the modal, and leaves the host as it was',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await seeOpen(person);
      await person.host.press({ role: 'textbox', name: 'Search providers' }, 'Escape');
      await expectExit(person, 'closed');
    },
  },
  {
    name: 'asks on Escape inside the frame, keeps what was typed, and leaves when told to',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.connectPage.type(username, 'user_good');
      await person.connectPage.press(username, 'Escape');
      await person.host.see(exitQuestion);
      await person.host.click({ role: 'button', name: 'Keep going' });
      expect(await person.connectPage.read(username)).toBe('user_good');
      await person.connectPage.press(username, 'Escape');
      await person.host.click({ role: 'button', name: 'Leave' });
      await expectExit(person, 'closed');
    },
  },
  {
    name: 'asks on Close past the selector, goes on when told to, and still connects',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.connectPage.type(username, 'user_good');
      await person.host.click({ role: 'button', name: 'Close' });
      // Escape, too, means to keep going.
      await person.host.press({ role: 'button', name: 'Keep going' }, 'Escape');
      await person.signIn('user_good');
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'starts over when the Connect page is loaded again, and connects',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.connectPage.type(username, 'user_good');
      await person.connectPage.evaluate(() => setTimeout(() => location.reload()));
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'offers another try when the host’s callback fails, and connects by a new code',
    surfaces: everywhere,
    async run(person) {
      await person.host.evaluate(() => {
        window.hostPage.refusals = 1;
      });
      await person.openConnect();
      await person.connect();
      await person.host.see({ role: 'heading', name: 'We couldn’t finish connecting' });
      await person.host.click({ role: 'button', name: 'Try again' });
      await person.connect();
      const told = await expectConnected(person, 2);
      expect(told.events.filter((name) => name === 'retried' || name === 'failed')).toEqual([
        'failed',
        'retried',
      ]);
    },
  },
  {
    name: 'returns the open session to a second call, and opens nothing more',
    surfaces: everywhere,
    async run(person) {
      await person.openConnect();
      await seeOpen(person);
      const { frames } = await person.host.evaluate(() => window.hostPage.takeSnapshot());
      expect(await person.host.evaluate(() => window.hostPage.isSameSession())).toBe(true);
      expect(await person.host.evaluate(() => window.length)).toBe(frames);
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'opens another window when the first is closed by hand, and connects',
    surfaces: ['popup'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      // Not in the call itself: its answer would go down with the window.
      await person.connectPage.evaluate(() => setTimeout(() => window.close()));
      await person.host.see({ role: 'heading', name: 'The window was closed' });
      await person.host.click({ role: 'button', name: 'Open again' });
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'goes on in another window when the page in the first was loaded again, and connects',
    surfaces: ['popup'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.connectPage.see(username);
      // It has cut its way back to the host, so that no provider's page can use it.
      await person.connectPage.evaluate(() => setTimeout(() => location.reload()));
      await person.host.click({ role: 'button', name: 'Open again' });
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'closes the window when the session is cancelled in the modal',
    surfaces: ['popup'],
    async run(person) {
      await person.openConnect();
      await seeOpen(person);
      await person.host.click({ role: 'button', name: 'Cancel' });
      await expectExit(person, 'closed');
    },
  },
];

/** The selector is there: everything before the first decision has worked. */
function seeOpen({ host, connectPage, surface }: Person): Promise<void> {
  return (surface === 'frame' ? host : connectPage).see({ role: 'option', name: 'Sandbox' });
}

/**
 * @param person - who has just allowed access
 * @param deliveries - how often the host must have been given a code
 * @returns what the host was told
 */
async function expectConnected(person: Person, deliveries = 1): Promise<Told> {
  await person.host.see({ role: 'text', name: 'Connected to sandbox' });
  const told = await person.host.evaluate(() => window.hostPage.told);
  expect(told).toMatchObject({ deliveries, exits: [], outcomes: ['connected'] });
  expect(told.events.at(-1)).toBe('closed');
  await expectHostAsBefore(person);
  return told;
}

async function expectExit(person: Person, reason: 'closed' | 'denied'): Promise<void> {
  const told = await waitFor('the end of the session', async () => {
    const now = await person.host.evaluate(() => window.hostPage.told);
    return now.outcomes.length > 0 ? now : undefined;
  });
  const exits = [{ reason, code: null }];
  expect(told).toMatchObject({ deliveries: 0, exits, outcomes: ['exited'] });
  await expectHostAsBefore(person);
  await person.host.see({ role: 'text', name: 'Not connected' });
}

/** To the letter: styles, attributes, elements, style sheets, frames, scroll position and focus. */
async function expectHostAsBefore({ host }: Person): Promise<void> {
  const { before, after } = await host.evaluate(() => ({
    before: window.hostPage.before,
    after: window.hostPage.takeSnapshot(),
  }));
  expect(before?.focus).toBe('connect');
  expect(before?.scroll).toEqual([0, 40]);
  expect(after).toEqual(before);
}
