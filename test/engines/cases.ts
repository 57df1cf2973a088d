import { expect } from 'vitest';
import { texts as page } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { waitFor } from '../support/engines/place.ts';
import { byExtent } from '../support/extent.ts';
import type { Told } from './host/install.ts';
import type { Person, SurfaceName } from './person.ts';
import { selectorCases } from './selector-cases.ts';

/** One promise of Connect to a host. Every engine and every listed surface keeps it. */
export interface Case {
  readonly name: string;
  readonly surfaces: readonly SurfaceName[];
  /** True for one of the cases in which engines differ. */
  readonly isMain?: boolean;
  /** Ends without a host's page, so there are no host events to check. */
  readonly endsWithoutHost?: true;
  /** Begins at the host's page, with Connect closed. */
  run(person: Person): Promise<void>;
}

const everywhere = ['frame', 'popup'] as const;
/** The surfaces of a case that shows another way to do the same as another case or suite. */
const frameInLongRun = byExtent<readonly SurfaceName[]>([], ['frame']);
const popupInLongRun = byExtent<readonly SurfaceName[]>([], ['popup']);
/** The surfaces of a case whose result hardly depends on the surface. */
const everywhereInLongRun = byExtent<readonly SurfaceName[]>(['frame'], everywhere);
const username = { role: 'textbox', name: 'Username' } as const;
const exitQuestion = { role: 'alertdialog', name: '' } as const;

const modalHeading = { role: 'heading', name: 'Connect your tax account' } as const;

/**
 * Runs in the host. Its listeners are on `document`, and on `window`.
 *
 * @param isLate - captures on `window`, as a listener can that was added after `open`
 */
function listenToEverything(isLate: boolean): void {
  const types = [
    ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'touchstart', 'contextmenu'],
    ...['keydown', 'keypress', 'keyup', 'beforeinput', 'input'],
    ...['focus', 'blur', 'focusin', 'focusout'],
  ];
  const note = ({ type }: Event) => void window.hostPage.heard.push(type);
  for (const type of types) {
    // Chromium calls the window's listeners for its own blur in the order in which they were added.
    const isOfWindow = type === 'blur' || type === 'focus';
    if (isLate || !isOfWindow) window.addEventListener(type, note, isLate);
    if (isLate) continue;
    document.addEventListener(type, note);
    document.addEventListener(type, note, true);
  }
}

/** The contract. */
export const cases: readonly Case[] = [
  {
    name: 'connects with user_good, by one code that appears nowhere else',
    surfaces: byExtent<readonly SurfaceName[]>(['popup'], everywhere),
    isMain: true,
    async run(person) {
      await person.openConnect();
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'connects by keyboard alone, from the host’s button on',
    surfaces: everywhereInLongRun,
    isMain: true,
    async run(person) {
      await person.connectByKeyboard();
      await expectConnected(person);
    },
  },
  ...selectorCases,
  {
    name: 'connects with user_mfa after the one-time code',
    surfaces: everywhereInLongRun,
    async run(person) {
      await person.openLogin();
      await person.signIn('user_mfa');
      await person.enterOneTimeCode('123456');
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'begins the login in the user name’s field, without autocorrection, and connects',
    // In a window of WebKitGTK, the driver's keys are sometimes lost, with any focus.
    surfaces: ['frame'],
    async run(person) {
      await person.openLogin();
      await person.connectPage.see(username);
      // The frame is shown a moment after its page is ready, and its focus is not checked before.
      await seeFrameShown(person);
      await person.connectPage.keyboard.type('user_go');
      await waitFor('the typed text', async () => {
        return (await person.connectPage.read(username)) === 'user_go' || undefined;
      });
      const corrections = await person.connectPage.evaluate(() =>
        Array.from(document.querySelectorAll('input'), (field) =>
          field.getAttribute('autocorrect'),
        ),
      );
      expect(corrections).toEqual(['off', 'off']);
      await person.finish();
      await expectConnected(person);
    },
  },
  {
    name: 'keeps presses, keys and focus in modal and login from listeners of the host',
    surfaces: ['frame'],
    isMain: true,
    async run(person) {
      const { host } = person;
      const takeHeard = () => host.evaluate(() => window.hostPage.heard.splice(0));
      await host.evaluate(listenToEverything, false);
      await person.openConnect();
      await seeOpen(person);
      await host.evaluate(listenToEverything, true);
      // The control: the press on the host's own button.
      expect(await takeHeard()).toContain('keydown');
      await host.click(modalHeading);
      await host.type({ role: 'textbox', name: 'Search providers' }, 'sand');
      await person.pickProvider('Sandbox');
      await person.signIn('user_good');
      await person.connectPage.see({ role: 'button', name: 'Allow' });
      await host.click(modalHeading);
      expect(await takeHeard()).toEqual([]);
      await person.allow();
      await expectConnected(person);
    },
  },
  {
    name: 'ends without a code when access is denied',
    surfaces: everywhereInLongRun,
    async run(person) {
      await person.openLogin();
      await person.signIn('user_good');
      await person.deny();
      await expectExit(person, 'denied');
    },
  },
  {
    name: 'closes by Escape in the modal, and leaves the host unchanged',
    surfaces: ['frame'],
    async run(person) {
      await person.openConnect();
      await seeOpen(person);
      await person.host.press({ role: 'textbox', name: 'Search providers' }, 'Escape');
      await expectExit(person, 'closed');
    },
  },
  {
    name: 'asks on Escape, continues in the same field after Keep going, and leaves after confirmation',
    surfaces: ['frame', ...popupInLongRun],
    async run(person) {
      const { host, connectPage, surface } = person;
      // The modal asks for its frame, and the popup for itself.
      const asking = surface === 'frame' ? host : connectPage;
      await person.openLogin();
      await connectPage.tabTo(username);
      await connectPage.keyboard.type('user_');
      await connectPage.keyboard.press('Escape');
      await asking.see(exitQuestion);
      await asking.seeFocused({ role: 'button', name: 'Keep going' });
      await asking.keyboard.press('Enter');
      await connectPage.seeFocused(username);
      await connectPage.keyboard.type('good');
      expect(await connectPage.read(username)).toBe('user_good');
      await connectPage.keyboard.press('Escape');
      const window = surface === 'popup' ? await lookAtWindow(person) : undefined;
      await asking.click({ role: 'button', name: 'Leave' });
      if (!window?.paths.includes('/connect/flow/join')) await expectExit(person, 'closed');
      // A window that is cut off can only report that it is closing: see `loseHost`.
      else await host.see({ role: 'heading', name: 'The window was closed' });
    },
  },
  {
    name: 'goes by Tab from the page’s last control through the header to its first one',
    surfaces: ['frame'],
    isMain: true,
    async run(person) {
      const { host, connectPage } = person;
      await person.openLogin();
      await connectPage.tabTo({ role: 'button', name: 'Sign in' });
      await connectPage.keyboard.press('Tab');
      await host.seeFocused({ role: 'button', name: 'Back' });
      await host.keyboard.press('Tab');
      await host.seeFocused({ role: 'button', name: 'Close' });
      await host.keyboard.press('Tab');
      await connectPage.seeFocused(username);
    },
  },
  {
    name: 'starts over when the Connect page is reloaded, and connects',
    surfaces: frameInLongRun,
    async run(person) {
      await person.openLogin();
      await person.connectPage.type(username, 'user_good');
      await person.connectPage.evaluate(() => setTimeout(() => location.reload()));
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'offers another try when the host’s callback fails, and connects by a new code',
    surfaces: everywhereInLongRun,
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
    name: 'opens another popup when the user closes the first, and connects',
    surfaces: ['popup'],
    async run(person) {
      await person.openLogin();
      // A timer closes the window, because the call's answer would be lost with it.
      await person.connectPage.evaluate(() => setTimeout(() => window.close()));
      await person.host.see({ role: 'heading', name: 'The window was closed' });
      await person.host.click({ role: 'button', name: 'Open again' });
      await person.connect();
      await expectConnected(person);
    },
  },
  {
    name: 'shows no success in a popup whose host was reloaded',
    surfaces: popupInLongRun,
    run: (person) => loseHost(person, () => reloadHost(person)),
  },
  {
    name: 'shows no success in a popup whose host has navigated to another page',
    surfaces: popupInLongRun,
    endsWithoutHost: true,
    run: (person) => loseHost(person, () => leaveHost(person)),
  },
  {
    name: 'shows no success in a popup whose host was closed',
    surfaces: popupInLongRun,
    endsWithoutHost: true,
    run: (person) => loseHost(person, person.closeHost),
  },
];

/** The frame has the focus as soon as it is shown. */
function seeFrameShown({ host }: Person): Promise<true> {
  return waitFor('the frame to be shown', () =>
    host.evaluate(() => document.activeElement?.localName === 'iframe' || undefined),
  );
}

/** The selector is visible, so everything before the first decision has worked. */
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
  await waitFor('the reloaded host page', async () => {
    const now = await host.evaluate(() => ('hostPage' in window ? performance.timeOrigin : null));
    return (now !== null && now !== before) || undefined;
  });
}

/**
 * The window requests no code, and shows what to do. A window that is cut off from its host, as every
 * window in WebKitGTK is, learns it from the service and may close at once.
 */
async function loseHost(person: Person, lose: () => Promise<void>): Promise<void> {
  const { connectPage } = person;
  await person.openLogin();
  await person.signIn('user_good');
  await connectPage.see({ role: 'button', name: 'Allow' });
  await lose();
  const first = await lookAtWindow(person);
  // The window may close during the press.
  if (first?.isAtConsent) await person.allow().catch(() => undefined);
  await waitFor('the popup to show it, or to close', async () => {
    const seen = await lookAtWindow(person);
    return seen === undefined || seen.isHostGone || undefined;
  });
  const last = await lookAtWindow(person);
  if (!last) return;
  expect(last.isSuccess).toBe(false);
  expect(last.paths).toContain('/connect/flow/login');
  // For a window that is cut off, the service creates no code, because the frame's page would have to
  // request it.
  if (!last.paths.includes('/connect/flow/join')) {
    expect(last.paths).not.toContain('/connect/flow/consent');
  }
  // A failure leads back to the application. On other screens, the header closes the window.
  const waysOut = [fill(page.backTo, { application: 'Tally' }), page.close];
  await waitFor('a button that leaves the window', () => connectPage.evaluate(hasButton, waysOut));
  await connectPage.evaluate(() => setTimeout(() => window.close()));
}

/** Runs in the Connect page. */
function hasButton(names: readonly string[]): true | undefined {
  const buttons = [...document.querySelectorAll('button')];
  const isOne = (button: Element) =>
    names.includes(button.getAttribute('aria-label') ?? button.textContent ?? '');
  return buttons.some(isOne) || undefined;
}

/** The window's screen and its requests to the service; undefined once it is closed. */
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
 * @param deliveries - the expected number of codes for the host
 * @returns the host's events
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

/** Compares exactly: styles, attributes, elements, style sheets, frames, scroll position and focus. */
async function expectHostAsBefore({ host }: Person): Promise<void> {
  const { before, after } = await host.evaluate(() => ({
    before: window.hostPage.before,
    after: window.hostPage.takeSnapshot(),
  }));
  expect(before?.focus).toBe('connect');
  expect(before?.scroll).toEqual([0, 40]);
  expect(after).toEqual(before);
}
