import { matchName } from './names.ts';
import { findDialogs, findPlace, hasEnded, type Place, seeScreens } from './places.ts';
import type { DrivenElement, DrivenLocator, DrivenPage, DrivenScope } from './playwright.ts';

export type { DrivenPage } from './playwright.ts';

/** The inputs of the simulated user. The defaults work with the provider "Sandbox". */
export interface FlowChoices {
  /** Name of a provider; default `Sandbox`. */
  readonly provider?: string | undefined;
  /** Default `user_good`. */
  readonly username?: string | undefined;
  /** Default `pass_good`. */
  readonly password?: string | undefined;
  /** Entered when the provider asks for a one-time code; default `123456`. */
  readonly oneTimeCode?: string | undefined;
}

/**
 * A simulated user of Connect. Each method waits for its button or field. After the time-out, it rejects with an Error
 * that names the button or field, and the visible screens.
 */
export interface ConnectPerson {
  /**
   * Runs the whole flow: the first button of a session's link, the provider, the login, a one-time code, and the
   * consent, as far as they are shown. Resolves when the modal has closed, or shows an error of your callback.
   */
  connect(choices?: FlowChoices): Promise<void>;
  /**
   * Confirms in a popup that the user has opened it, with the modal's number if the popup asks for it. A popup asks if
   * the opener policy of your page cuts it off. The other methods confirm it, too.
   */
  confirmWindow(): Promise<void>;
  /** Presses the button on the first screen of a session's link, which the `url` of `createSession` opens. */
  begin(): Promise<void>;
  /** Picks a provider by its name. */
  pick(provider: string | RegExp): Promise<void>;
  /** Fills in the login form and sends it. */
  logIn(credentials: {
    readonly username: string;
    readonly password?: string | undefined;
  }): Promise<void>;
  enterCode(oneTimeCode: string): Promise<void>;
  allow(): Promise<void>;
  /** Presses Deny. Resolves when the modal has closed. */
  deny(): Promise<void>;
  /** Presses Close, in the modal or on the page. */
  close(): Promise<void>;
}

export interface DriveOptions {
  /**
   * The time-out of each method, in milliseconds; default 12,000. `connect` has twice as long, which is less than the
   * 30 s of a test in Playwright, whose error would not name the screen.
   */
  readonly timeoutMs?: number | undefined;
}

const defaultTimeoutMs = 12_000;
const pollMs = 50;
/** The time to wait for a page's reaction to a press before the press is repeated, in milliseconds. */
const settleMs = 600;
/** The time limit for a control that may disappear, for which Playwright would wait to come back. */
const briefly = { timeout: 1000 } as const;
/** The time limit for a button that may disappear, or is disabled at first. */
const patiently = { timeout: 5000 } as const;

/**
 * Creates a simulated user of Connect. It finds buttons and fields by their roles and names, in every language of
 * Connect, and in the modal, its frame, a popup, or the page itself after a redirect.
 *
 * @param page - a Playwright page with the application, where Connect is open or about to open
 * @example
 * ```ts
 * import { chromium } from 'playwright-core';
 * import { driveConnect } from 'tax-connect/testing';
 *
 * const page = await (await chromium.launch()).newPage();
 * await page.goto('http://localhost:3000');
 * await page.getByRole('button', { name: 'Connect' }).click();
 * await driveConnect(page).connect({ provider: 'Sandbox' });
 * ```
 */
export function driveConnect(page: DrivenPage, options: DriveOptions = {}): ConnectPerson {
  const { timeoutMs = defaultTimeoutMs } = options;
  return {
    ...createSteps(page, timeoutMs),
    async connect(choices = {}) {
      const { provider = 'Sandbox', username = 'user_good', password } = choices;
      const end = Date.now() + 2 * timeoutMs;
      const steps = createSteps(page, timeoutMs, end);
      // The first screen is the selector, or the login when the application has preselected a provider.
      const controls = [findOption(provider), findUsername];
      await askForList(page);
      let first = await steps.see('the selector or the login', ...controls, findBegin);
      if (await isButton(first.locator)) {
        await steps.begin();
        first = await steps.see('the selector or the login', ...controls);
      }
      if (await isOption(first.locator)) await steps.pick(provider);
      await steps.logIn({ username, password });
      const next = await steps.see('the consent', findAllow, findOneTimeCode);
      if (!(await isButton(next.locator))) await steps.enterCode(choices.oneTimeCode ?? '123456');
      const dialogs = await findDialogs(page);
      await steps.allow();
      await waitForModal(dialogs, end, 'Allow');
    },
  };
}

interface Steps extends Omit<ConnectPerson, 'connect'> {
  /** Waits until one of the controls is visible, in any window or frame. */
  see(what: string, ...controls: readonly Control[]): Promise<Place>;
}

/** @param end - the deadline of all methods together, in milliseconds since the epoch; default: none */
function createSteps(page: DrivenPage, timeoutMs: number, end = Number.POSITIVE_INFINITY): Steps {
  const getDeadline = () => Math.min(Date.now() + timeoutMs, end);
  const getPatience = () => ({ timeout: Math.max(1, getDeadline() - Date.now()) });

  async function see(what: string, ...controls: readonly Control[]): Promise<Place> {
    const start = Date.now();
    const deadline = getDeadline();
    do {
      for (const control of controls) {
        const place = await findPlace(page, control);
        if (place) return place;
      }
      if (!controls.includes(findConfirm)) await confirmIfAsked(page, deadline);
      await wait(pollMs);
    } while (Date.now() < deadline);
    const screens = (await seeScreens(page)) || 'no screen of Connect';
    const waited = Math.max(0, deadline - start);
    throw new Error(`driveConnect waited ${waited} ms for ${what}, and saw ${screens} instead.`);
  }

  return {
    see,
    async confirmWindow() {
      await confirm(page, await see('the question in a window', findConfirm), getDeadline());
    },
    async begin() {
      const { locator } = await see('the first screen of a link', findBegin);
      await locator.click(getPatience());
    },
    async pick(provider) {
      await askForList(page);
      const { locator } = await see(`the provider ${provider}`, findOption(provider));
      await locator.click(getPatience());
    },
    async logIn(credentials) {
      assertCredentials(credentials);
      const { username, password = 'pass_good' } = credentials;
      const { scope, locator } = await see('the login', findUsername);
      await locator.fill(username, getPatience());
      const field = scope.getByLabel(matchName('password'));
      await field.fill(password, getPatience());
      // The form is sent with Enter. A click on the button would miss it while the frame is still growing.
      await field.press('Enter', getPatience());
    },
    async enterCode(oneTimeCode) {
      const { locator } = await see('the one-time code', findOneTimeCode);
      await locator.fill(oneTimeCode, getPatience());
      // The page submits a complete code automatically, and then removes the field.
      if (await locator.isVisible()) await locator.press('Enter', briefly).catch(() => {});
    },
    allow: async () => await decide(await see('the consent', findAllow), getDeadline()),
    async deny() {
      const place = await see('the consent', findButton('deny'));
      const dialogs = await findDialogs(page);
      const deadline = getDeadline();
      await decide(place, deadline);
      await waitForModal(dialogs, deadline, 'Deny');
    },
    async close() {
      const { locator } = await see('a button to close', findButton('close'));
      await locator.click(getPatience());
    },
  };
}

/** @throws TypeError when a test in JavaScript passes something else, such as two texts */
function assertCredentials(value: unknown): void {
  const { username, password = '' } = Object(value) as Readonly<Record<string, unknown>>;
  if (typeof username === 'string' && typeof password === 'string') return;
  throw new TypeError(
    "driveConnect: logIn takes one object with texts, such as logIn({ username: 'user_good', password: 'pass_good' }).",
  );
}

/** Returns at once without a modal, as in the redirect flow. @param dialogs - those visible before the press */
async function waitForModal(
  dialogs: readonly DrivenElement[],
  deadline: number,
  pressed: 'Allow' | 'Deny',
): Promise<void> {
  if (dialogs.length === 0) return;
  while (Date.now() < deadline) {
    const ended = await Promise.all(dialogs.map(hasEnded));
    if (ended.includes(true)) return;
    await wait(pollMs);
  }
  throw new Error(`driveConnect pressed ${pressed}, and the modal stayed.`);
}

type Control = (scope: DrivenScope) => DrivenLocator;

const findOption =
  (provider: string | RegExp): Control =>
  (scope) =>
    scope.getByRole('option', { name: provider, exact: typeof provider === 'string' });

const findButton =
  (control: 'allow' | 'begin' | 'deny' | 'close' | 'confirmWindow'): Control =>
  (scope) =>
    scope.getByRole('button', { name: matchName(control) });

/** Moves the mouse over a selector in the host's page, because such a selector may load its list only then. */
async function askForList(page: DrivenPage): Promise<void> {
  const selector = await findPlace(page, (scope) => scope.locator('[data-tax-connect-selector]'));
  await selector?.locator.hover(briefly).catch(() => {});
}

const findUsername: Control = (scope) => scope.getByLabel(matchName('username'));
const findOneTimeCode: Control = (scope) => scope.getByLabel(matchName('oneTimeCode'));
const findAllow = findButton('allow');
const findBegin = findButton('begin');
const findConfirm = findButton('confirmWindow');
const findNumber: Control = (scope) =>
  scope.getByRole('heading', { name: matchName('shownNumber') });

const isOption = async (locator: DrivenLocator) =>
  (await locator.getAttribute('role', briefly).catch(() => null)) === 'option';

/** Says whether a control is Allow or the first button of a link, and not a field: only these two have this type. */
const isButton = async (locator: DrivenLocator) =>
  (await locator.getAttribute('type', briefly).catch(() => null)) === 'submit';

async function confirmIfAsked(page: DrivenPage, deadline: number): Promise<void> {
  const question = await findPlace(page, findConfirm);
  if (question) await confirm(page, question, deadline);
}

async function confirm(page: DrivenPage, question: Place, deadline: number): Promise<void> {
  const field = question.scope.getByLabel(matchName('number')).first();
  if (await field.isVisible()) await field.fill(await readNumber(page, deadline), patiently);
  await decide(question, deadline, 'Continue, and the question');
}

/** Reads the number in the modal's heading. The modal shows it a moment after the popup has asked for it. */
async function readNumber(page: DrivenPage, deadline: number): Promise<string> {
  while (Date.now() < deadline) {
    const heading = await findPlace(page, findNumber);
    const [text = ''] = heading ? await heading.locator.allInnerTexts().catch(() => []) : [];
    const [number] = /\d{4}/.exec(text) ?? [];
    if (number !== undefined) return number;
    await wait(pollMs);
  }
  throw new Error('driveConnect was asked for a number in a window, and no modal showed it.');
}

/** Repeats a press that came too early: a button is disabled at first, Allow until the mouse has moved over it. */
async function decide(
  { page, locator }: Place,
  deadline: number,
  pressed = 'Allow or Deny, and the consent',
): Promise<void> {
  const isDone = async () => !(await locator.isVisible().catch(() => false));
  while (Date.now() < deadline) {
    await ignoreGone(async () => {
      await page.mouse.move(3, 3);
      await page.mouse.move(9, 9);
      await locator.hover(patiently);
      while ((await readInert(locator)) && Date.now() < deadline) await wait(pollMs);
      await locator.click(patiently);
    });
    const end = Date.now() + settleMs;
    while (Date.now() < end) {
      if (page.isClosed() || (await isDone()) || (await readInert(locator)) !== false) return;
      await wait(pollMs);
    }
  }
  throw new Error(`driveConnect pressed ${pressed} stayed.`);
}

/** Undefined if the button has disappeared. */
function readInert(locator: DrivenLocator): Promise<boolean | undefined> {
  return locator.getAttribute('aria-disabled', briefly).then(
    (value) => value === 'true',
    () => undefined,
  );
}

/** Ignores Playwright's errors about what a press removes, such as the button, before the click has finished. */
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
