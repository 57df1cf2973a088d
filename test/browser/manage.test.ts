import type { Page } from 'playwright-core';
import { getAccount } from 'tax-connect/server';
import { driveConnect, startConnectService } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { texts as manage } from '../../src/texts/en.json?manage';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { findAccessibilityProblems, findProblemsOfLook } from '../support/axe.ts';
import { connectAccount } from '../support/backend.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

// axe would judge a colour during a transition.
const suite = usePageSuite({ reducedMotion: 'reduce' });
const application = 'Test application';
const connect = useRunning(startConnectService);

async function seeScreen(title: string): Promise<void> {
  await suite.page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
  expect(await findAccessibilityProblems(suite.page)).toEqual([]);
}

it('ends an access by keyboard, on screens that axe accepts', async () => {
  const { page } = suite;
  const { token } = await connectAccount(connect);
  await page.goto(`${connect.url}/manage`);
  const person = driveConnect(page);

  await person.pick('Sandbox');
  await seeScreen(fill(en.login.title, { provider: 'Sandbox' }));
  await person.logIn({ username: 'user_good' });
  await seeScreen(manage.title);
  const end = page.getByRole('button', { name: fill(manage.endOf, { application }) });
  await end.press('Enter');
  const question = page.getByRole('alertdialog', { name: fill(manage.question, { application }) });
  await question.waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  expect(await end.evaluate((button) => button.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await question.waitFor();
  const kept = await getAccount(token);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await seeScreen(manage.none);

  expect(kept.status).toBe('active');
  expect(await page.getByRole('status').first().textContent()).toBe(
    fill(manage.ended, { application }),
  );
  await expect(getAccount(token)).rejects.toMatchObject({ code: 'invalid_token' });
});

it('fits the destination of a code into a phone, however long it is', async () => {
  const { page } = suite;
  await page.setViewportSize({ width: 320, height: 640 });
  const destination = `${'long.name.'.repeat(6)}@example.com`;
  await page.route('**/connect/flow/login', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('••• 42', destination);
    await route.fulfill({ response, body });
  });
  await page.goto(`${connect.url}/manage`);
  const person = driveConnect(page);
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_mfa' });
  await page.getByText(destination).waitFor();

  expect(await findProblemsOfLook(page)).toEqual([]);
});

it('keeps nothing of a visit when the page is loaded again', async () => {
  const { page } = suite;
  await connectAccount(connect);
  await openList(page);

  await page.reload();

  await page.getByRole('heading', { name: en.select.title }).waitFor();
  expect(await page.evaluate(() => sessionStorage.length + localStorage.length)).toBe(0);
  expect(await suite.context.cookies()).toEqual([]);
});

/** The list of accesses of the person who has connected an account. */
async function openList(page: Page): Promise<void> {
  await page.goto(`${connect.url}/manage`);
  const person = driveConnect(page);
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await page.getByRole('heading', { name: manage.title }).waitFor();
}

async function askToEnd(page: Page) {
  await page.getByRole('button', { name: fill(manage.endOf, { application }) }).click();
  return page.getByRole('alertdialog').getByRole('button', { name: manage.end });
}

it('ends an access once at a double click, and shows no list to the next person', async () => {
  const { page } = suite;
  await connectAccount(connect);
  const ends: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/end-access')) ends.push(request.url());
  });
  await page.goto(`${connect.url}/`);
  await openList(page);

  await (await askToEnd(page)).dblclick();
  await page.getByRole('heading', { name: manage.none }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'See and end access' }).waitFor();
  await page.goForward();
  await page.getByRole('heading', { name: en.select.title }).waitFor();

  expect(ends).toHaveLength(1);
  expect(await page.getByText(fill(manage.ended, { application })).count()).toBe(0);
});

it('costs nothing to those who connect', async () => {
  const { page } = suite;
  const files: string[] = [];
  page.on('request', (request) => void files.push(request.url()));
  const isLoaded = () => files.some((url) => /load-visit/.test(url));
  await page.goto(`${connect.connectUrl}?client_id=${connect.clientId}`);
  await page.waitForLoadState('networkidle');
  const whileConnecting = isLoaded();

  await page.goto(`${connect.url}/manage`);
  await page.getByRole('heading', { name: en.select.title }).waitFor();

  expect([whileConnecting, isLoaded()]).toEqual([false, true]);
});
