import type { FrameLocator, Page } from 'playwright-core';

/** Long enough for a busy machine; a step that takes longer has failed. */
const actionTimeoutMs = 20_000;

/** What a person does in Connect, by what they see; every step waits until it can be done. */
export interface Person {
  readonly connectPage: FrameLocator;
  pickProvider(name: string | RegExp): Promise<void>;
  signIn(username: string, password?: string): Promise<void>;
  enterOneTimeCode(code: string): Promise<void>;
  allow(): Promise<void>;
  deny(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param page - the host's page, with Connect open or about to be
 * @returns a person who uses it
 */
export function createPerson(page: Page): Person {
  const connectPage = page.frameLocator('iframe');
  return {
    ...usePage(page, connectPage),
    connectPage,
    async pickProvider(name) {
      await page.getByRole('option', { name }).click();
    },
    async close() {
      await page.getByRole('button', { name: 'Close', exact: true }).click();
    },
  };
}

/** What a person does in a window that shows nothing but Connect. */
export type WindowPerson = Omit<Person, 'connectPage' | 'close'>;

/**
 * @param popup - the window
 * @returns a person who uses it
 */
export function createWindowPerson(popup: Page): WindowPerson {
  return {
    ...usePage(popup, popup),
    async pickProvider(name) {
      await popup.getByRole('option', { name }).click();
    },
  };
}

function usePage(page: Page, connectPage: FrameLocator | Page) {
  page.setDefaultTimeout(actionTimeoutMs);
  const decide = async (name: string) => {
    // Both buttons are inert at first, and until something shows that a person is there.
    await page.mouse.move(3, 3);
    await page.mouse.move(9, 9);
    await connectPage.getByRole('button', { name }).hover();
    await connectPage.getByRole('button', { name }).click();
  };
  return {
    async signIn(username: string, password = 'pass_good') {
      await connectPage.getByLabel('Username').fill(username);
      await connectPage.getByLabel('Password', { exact: true }).fill(password);
      // By Enter: the frame may still be growing, and a click lands where the button has been.
      await connectPage.getByLabel('Password', { exact: true }).press('Enter');
    },
    async enterOneTimeCode(code: string) {
      await connectPage.getByLabel('One-time code').fill(code);
      await connectPage.getByLabel('One-time code').press('Enter');
    },
    allow: () => decide('Allow'),
    deny: () => decide('Deny'),
  };
}
