import type { Page } from 'playwright-core';
import type { DashboardWorld } from './dashboard-world.ts';

/** A person's actions in the dashboard. */
export type DashboardDriver = ReturnType<typeof driveDashboard>;

/** The page is of a browser that may read its clipboard. */
export function driveDashboard(page: Page, world: DashboardWorld) {
  const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 });
  const section = (name: string) => page.getByRole('region', { name, exact: true });
  const status = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
  const readClipboard = () => page.evaluate(() => navigator.clipboard.readText());

  async function signIn(path = '/dashboard'): Promise<void> {
    await page.goto(world.connectUrl + path);
    await page.getByLabel('Password').fill(world.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Registers an application from the list; returns its client ID and secret. */
  async function register(name: string, environment: 'Test' | 'Live' = 'Test') {
    await page.getByRole('link', { name: 'Register an application' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('radio', { name: environment }).check();
    await page.getByRole('button', { name: 'Register' }).click();
    await heading('Overview').waitFor();
    const clientSecret = (await page.getByTestId('client-secret').textContent()) ?? '';
    return { clientId: page.url().split('/').at(-1) ?? '', clientSecret };
  }

  /** Signs in and registers an application. */
  async function begin(name: string, environment?: 'Test' | 'Live') {
    await signIn();
    return register(name, environment);
  }

  /** Goes to a page of the application. */
  async function openPage(title: string): Promise<void> {
    await page
      .getByRole('navigation', { name: 'Application' })
      .getByRole('link', { name: title, exact: true })
      .click();
    await heading(title).waitFor();
  }

  async function add(list: string, noun: string, address: string): Promise<void> {
    await openPage('Settings');
    await section(list).getByLabel(`New ${noun}`).fill(address);
    await section(list)
      .getByRole('button', { name: `Add ${noun}` })
      .click();
    await status(`Added ${address}`).waitFor();
  }

  async function rotateSecret(): Promise<void> {
    await openPage('Overview');
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('button', { name: 'Rotate it now' }).click();
  }

  return {
    heading,
    section,
    status,
    readClipboard,
    signIn,
    register,
    begin,
    openPage,
    add,
    rotateSecret,
  };
}
