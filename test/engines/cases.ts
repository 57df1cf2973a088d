import { expect } from 'vitest';
import { en as pageText } from '../../src/connect/page/locales/en.ts';
import { waitFor } from '../support/engines/place.ts';
import type { Told } from './host/install.ts';
import type { Person, SurfaceName } from './person.ts';

/** For texts that name no one. */
const noParties = { application: '', provider: '', domain: '' };

/** One promise of Connect to a host, kept in every engine and by every surface it names. */
export interface Case {
  readonly name: string;
  readonly surfaces: readonly SurfaceName[];
  /** Whether it is one of the few that every build is put through. */
  readonly isMain?: boolean;
  /** End of the address of a request that is refused on purpose, which Chromium calls an error. */
  readonly refused?: string;
  /** Ends without a host's page, so that no one can be asked what it was told. */
  readonly endsWithoutHost?: true;
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
    isMain: true,
    async run(person) {
      await person.openConnect();
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'connects by keyboard alone, from the host’s button on',
    surfaces: everywhere,
    isMain: true,
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
    name: 'begins the login in the field for the user name, which nothing corrects, and connects',
    // In a window of WebKitGTK the driver's keys are lost now and then, whatever has the focus.
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await person.connectPage.see(username);
      // The frame is shown a moment after the page in it is ready. Where its focus is, nothing looks.
      await waitFor('the frame to be shown', () =>
        person.host.evaluate(() => document.activeElement?.localName === 'iframe' || undefined),
      );
      await person.connectPage.keyboard.type('user_go');
      await waitFor('what was typed', async () => {
        return (await person.connectPage.read(username)) === 'user_go' || undefined;
      });
      const corrections = await person.connectPage.evaluate(() =>
        Array.from(document.querySelectorAll('input'), (field) =>
          field.getAttribute('autocorrect'),
        ),
      );
      expect(corrections).toEqual(['off', 'off']);
      await person.signIn('user_good');
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
      await person.connectPage.see({
        role: 'text',
        name: pageText.problems.invalid_credentials({ ...noParties, provider: 'Sandbox' })[0],
      });
      expect(await person.connectPage.read(username)).toBe('user_bad');
      await person.signIn('user_good');
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'ends without a code when access is denied',
    surfaces: everywhere,
    isMain: true,
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
    name: 'asks on Escape in the window itself, goes on in the same field, and leaves when told to',
    surfaces: ['popup'],
    async run(person) {
      const { connectPage } = person;
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await connectPage.tabTo(username);
      await connectPage.keyboard.type('user_');
      await connectPage.keyboard.press('Escape');
      await connectPage.seeFocused({ role: 'button', name: 'Keep going' });
      await connectPage.keyboard.press('Enter');
      await connectPage.seeFocused(username);
      await connectPage.keyboard.type('good');
      expect(await connectPage.read(username)).toBe('user_good');
      await connectPage.keyboard.press('Escape');
      const isCutOff = (await lookAtWindow(person))?.paths.includes('/connect/flow/join');
      await connectPage.click({ role: 'button', name: 'Leave' });
      if (!isCutOff) await expectExit(person, 'closed');
      // One that is cut off can say no more than that it goes: see `loseHost`.
      else await person.host.see({ role: 'heading', name: 'The window was closed' });
    },
  },
  {
    name: 'types on in the same field after Keep going',
    surfaces: ['frame'],
    async run(person) {
      const { host, connectPage } = person;
      await person.openConnect();
      await person.pickProvider('Sandbox');
      await connectPage.tabTo(username);
      await connectPage.keyboard.type('user_');
      await connectPage.keyboard.press('Escape');
      await host.seeFocused({ role: 'button', name: 'Keep going' });
      await host.keyboard.press('Enter');
      await connectPage.seeFocused(username);
      await connectPage.keyboard.type('good');
      expect(await connectPage.read(username)).toBe('user_good');
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
    isMain: true,
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
  {
    name: 'claims no success in a window whose host was loaded again',
    surfaces: ['popup'],
    run: (person) => loseHost(person, () => reloadHost(person)),
  },
  {
    name: 'claims no success in a window whose host has gone to another page',
    surfaces: ['popup'],
    endsWithoutHost: true,
    run: (person) => loseHost(person, () => leaveHost(person)),
  },
  {
    name: 'claims no success in a window whose host was closed',
    surfaces: ['popup'],
    endsWithoutHost: true,
    run: (person) => loseHost(person, person.closeHost),
  },
];

/** The selector is there: everything before the first decision has worked. */
function seeOpen({ host, connectPage, surface }: Person): Promise<void> {
  return (surface === 'frame' ? host : connectPage).see({ role: 'option', name: 'Sandbox' });
}

/** A document of another origin, which the host's page ignores. */
async function leaveHost({ host }: Person): Promise<void> {
  await host.evaluate(() => setTimeout(() => location.assign('/nowhere')));
  await waitFor('another page', async () => {
    const path = await host.evaluate(() => location.pathname);
    return path === '/nowhere' || undefined;
  });
}

async function reloadHost({ host }: Person): Promise<void> {
  const before = await host.evaluate(() => performance.timeOrigin);
  await host.evaluate(() => setTimeout(() => location.reload()));
  await waitFor('the host’s page, loaded again', async () => {
    const now = await host.evaluate(() => performance.timeOrigin);
    return now !== before || undefined;
  });
}

/**
 * The window asks no one for a code, and says what to do. One that is cut off from its host, as all of
 * them are in WebKitGTK, hears of it from the service and may go at once.
 */
async function loseHost(person: Person, lose: () => Promise<void>): Promise<void> {
  const { connectPage } = person;
  await person.openConnect();
  await person.pickProvider('Sandbox');
  await person.signIn('user_good');
  await connectPage.see({ role: 'button', name: 'Allow' });
  await lose();
  const first = await lookAtWindow(person);
  // It may go while it is being pressed.
  if (first?.isAtConsent) await person.allow().catch(() => undefined);
  await waitFor('the window to say so, or to go', async () => {
    const seen = await lookAtWindow(person);
    return seen === undefined || seen.isHostGone || undefined;
  });
  const last = await lookAtWindow(person);
  if (!last) return;
  expect(last.isSuccess).toBe(false);
  expect(last.paths).toContain('/connect/flow/login');
  // Of one that is cut off the service makes no code: the page in the frame would have to ask for it.
  if (!last.paths.includes('/connect/flow/join')) {
    expect(last.paths).not.toContain('/connect/flow/consent');
  }
  await connectPage.see({ role: 'button', name: 'Close' });
  await connectPage.evaluate(() => setTimeout(() => window.close()));
}

/** What the window shows and has asked the service for; undefined once it is gone. */
async function lookAtWindow({ connectPage }: Person) {
  const look = connectPage.evaluate(() => ({
    isAtConsent: document.querySelector('.view--consent') !== null,
    isHostGone: /isn’t responding|didn’t confirm|has expired/.test(
      document.querySelector('[role=alert]')?.textContent ?? '',
    ),
    isSuccess: document.body.textContent.includes('Your account is connected'),
    paths: performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  }));
  return await look.catch(() => undefined);
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
