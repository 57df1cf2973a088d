import { matchName } from './names.ts';
import { findPlace, type Place, seeScreens } from './places.ts';
import type { DrivenLocator, DrivenPage, DrivenScope } from './playwright.ts';

export type { DrivenPage } from './playwright.ts';

/** The inputs of a flow. Each has a default that works. */
export interface FlowChoices {
  /** Name of a provider; default `Sandbox`. */
  readonly provider?: string | undefined;
  /** Default `user_good`. */
  readonly username?: string | undefined;
  /** Default `pass_good`. */
  readonly password?: string | undefined;
  /** Entered when the provider asks for a code; default `123456`. */
  readonly oneTimeCode?: string | undefined;
}

/** A simulated user of Connect. Every step waits until it is possible. */
export interface ConnectPerson {
  /** The whole flow: picks a provider, logs in, enters a one-time code if asked, and allows access. */
  connect(choices?: FlowChoices): Promise<void>;
  /** Picks a provider by its name. */
  pick(provider: string | RegExp): Promise<void>;
  logIn(credentials: {
    readonly username: string;
    readonly password?: string | undefined;
  }): Promise<void>;
  enterCode(oneTimeCode: string): Promise<void>;
  allow(): Promise<void>;
  deny(): Promise<void>;
  /** Presses Close, in the modal or on the page. */
  close(): Promise<void>;
}

/** How the driver works. */
export interface DriveOptions {
  /** The time-out of each step, in milliseconds; default 20,000. */
  readonly timeoutMs?: number | undefined;
}

const defaultTimeoutMs = 20_000;
/** How often a step checks whether it is possible, in milliseconds. */
const pollMs = 50;
/** Longer than a page needs to react to a press, in milliseconds. */
const settleMs = 400;
/** For a control that may disappear at any moment. Otherwise Playwright would wait for it to come back. */
const briefly = { timeout: 1000 } as const;
/** For a button that may disappear, or be disabled for a second first. */
const patiently = { timeout: 5000 } as const;

/**
 * Drives Connect as a person does, by roles and names, in every language of Connect. It finds Connect in
 * the modal, its frame, a popup, or the page itself after a redirect.
 *
 * @param page - a Playwright page with the application, where Connect is open or about to open
 * @param options - see `DriveOptions`
 * @returns a simulated user
 */
export function driveConnect(page: DrivenPage, options: DriveOptions = {}): ConnectPerson {
  const timeoutMs = options.timeoutMs ?? defaultTimeoutMs;

  /** Waits until one of the controls is visible, in any window or frame. */
  async function see(what: string, ...controls: readonly Control[]): Promise<Place> {
    const deadline = Date.now() + timeoutMs;
    do {
      for (const control of controls) {
        const place = await findPlace(page, control);
        if (place) return place;
      }
      await wait(pollMs);
    } while (Date.now() < deadline);
    const screens = await seeScreens(page);
    throw new Error(
      `driveConnect waited ${timeoutMs} ms for ${what}, and saw ${screens || 'no screen of Connect'} instead.`,
    );
  }

  const person: ConnectPerson = {
    async connect(choices = {}) {
      const { provider = 'Sandbox', username = 'user_good', password } = choices;
      // When the application has preselected a provider, there is no selector.
      const first = await see('the selector or the login', findOption(provider), findUsername);
      if (await isOption(first.locator)) await person.pick(provider);
      await person.logIn({ username, password });
      const next = await see('the consent', findAllow, findOneTimeCode);
      if (!(await isButton(next.locator))) await person.enterCode(choices.oneTimeCode ?? '123456');
      await person.allow();
    },
    async pick(provider) {
      const { locator } = await see(`the provider ${provider}`, findOption(provider));
      await locator.click();
    },
    async logIn({ username, password = 'pass_good' }) {
      const { scope, locator } = await see('the login', findUsername);
      await locator.fill(username);
      const field = scope.getByLabel(matchName('password'));
      await field.fill(password);
      // With Enter, because the frame may still be growing, and a click would miss the button.
      await field.press('Enter');
    },
    async enterCode(oneTimeCode) {
      const { locator } = await see('the one-time code', findOneTimeCode);
      await locator.fill(oneTimeCode);
      // The page submits a complete code automatically, and then removes the field.
      if (await locator.isVisible()) await locator.press('Enter', briefly).catch(() => {});
    },
    allow: async () => await decide(await see('the consent', findAllow)),
    deny: async () => await decide(await see('the consent', findButton('deny'))),
    async close() {
      const { locator } = await see('a button to close', findButton('close'));
      await locator.click();
    },
  };
  return person;
}

type Control = (scope: DrivenScope) => DrivenLocator;

const findOption =
  (provider: string | RegExp): Control =>
  (scope) =>
    scope.getByRole('option', {
      name: provider,
      ...(typeof provider === 'string' && { exact: true }),
    });

const findButton =
  (control: 'allow' | 'deny' | 'close'): Control =>
  (scope) =>
    scope.getByRole('button', { name: matchName(control) });

const findUsername: Control = (scope) => scope.getByLabel(matchName('username'));
const findOneTimeCode: Control = (scope) => scope.getByLabel(matchName('oneTimeCode'));
const findAllow = findButton('allow');

const isOption = async (locator: DrivenLocator) =>
  (await locator.getAttribute('role', briefly).catch(() => null)) === 'option';

/** Allow is a button, and the one-time code is a field. */
const isButton = async (locator: DrivenLocator) =>
  (await locator.getAttribute('type', briefly).catch(() => null)) === 'submit';

/**
 * Allow and Deny are disabled at first, and until a pointer moves. A press that came too early is repeated.
 */
async function decide({ page, locator }: Place): Promise<void> {
  const isDone = async () => !(await locator.isVisible().catch(() => false));
  const deadline = Date.now() + defaultTimeoutMs;
  while (Date.now() < deadline) {
    await ignoreGone(async () => {
      await page.mouse.move(3, 3);
      await page.mouse.move(9, 9);
      await locator.hover(patiently);
      await locator.click(patiently);
    });
    const end = Date.now() + settleMs;
    while (Date.now() < end) {
      if (page.isClosed() || (await isDone()) || (await isInert(locator))) return;
      await wait(pollMs);
    }
  }
  throw new Error('driveConnect pressed Allow or Deny, and the consent stayed.');
}

/** The controls are inert while the page sends the decision. */
async function isInert(locator: DrivenLocator): Promise<boolean> {
  return (await locator.getAttribute('aria-disabled', briefly).catch(() => 'true')) === 'true';
}

/** Consent and window disappear as soon as the decision is made, perhaps before the press returns. */
async function ignoreGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!/closed|detached|timeout/i.test(String(error))) throw error;
  }
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
