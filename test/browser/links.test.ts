import { finishSession, readSession } from 'tax-connect/server';
import { driveConnect, startConnectService } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { texts as ar } from '../../src/texts/ar.json?page';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { findAccessibilityProblems } from '../support/axe.ts';
import { describeBackend } from '../support/backend.ts';
import { isLongRun } from '../support/extent.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

// axe would judge a colour during a transition.
const suite = usePageSuite({ reducedMotion: 'reduce', locale: 'en-US' });
const application = 'Test application';
const { over } = en.link;
const connect = useRunning(startConnectService);

const own = () => describeBackend(connect);
const statusOf = async (sessionId: string) => (await readSession({ ...own(), sessionId })).status;

/** Titles of screens that axe has looked at. It finds the same on a screen that is shown again. */
const seen = new Set<string>();

async function seeScreen(title: string): Promise<void> {
  await suite.page.getByRole('heading', { name: title, exact: true }).waitFor();
  if (seen.has(title)) return;
  expect(await findAccessibilityProblems(suite.page)).toEqual([]);
  seen.add(title);
}

it('connects by a link without a redirect URI, and the backend finds the code', async () => {
  const { page } = suite;
  const { sessionId, session, url } = await connect.createSession();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(url);
  await seeScreen(fill(en.link.title, { application }));
  expect(await statusOf(sessionId)).toBe('open');
  const person = driveConnect(page);
  await person.connect();
  await seeScreen(fill(en.connected, { application }));
  await page.getByText(en.link.done).waitFor();
  expect(page.url()).not.toContain(session);
  // Only the address that the message had, and no later one.
  expect(addresses.filter((address) => address.includes(session))).toEqual([url]);
  const { accountId } = await finishSession({ ...own(), sessionId });
  expect(accountId).toMatch(/^acc/);

  await page.reload();
  await seeScreen(over.connected.title);
});

it.runIf(isLongRun)('ends at the redirect URI of the session, also after Deny', async () => {
  const { page } = suite;
  const redirectUri = `${connect.url}/livez`;
  const { sessionId, url } = await connect.createSession({ redirectUri });
  await page.goto(url);
  const person = driveConnect(page);
  await person.begin();
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await person.deny();
  await page.waitForURL((address) => address.pathname === '/livez');
  const { searchParams } = new URL(page.url());
  expect(searchParams.get('session_id')).toBe(sessionId);
  expect(searchParams.has('code')).toBe(false);
  expect(searchParams.get('error')).toBe('access_denied');
});

it("goes back a step with the browser's Back, and leaves no step behind", async () => {
  const { page } = suite;
  const from = `${connect.url}/docs`;
  const redirectUri = `${connect.url}/livez`;
  const { url } = await connect.createSession({ redirectUri });
  const person = driveConnect(page);
  await page.goto(from);
  await page.goto(url);
  await person.begin();
  const seeList = () => page.getByRole('heading', { name: en.select.title }).waitFor();
  const seeLogin = () =>
    page.getByRole('heading', { name: fill(en.login.title, { provider: 'Sandbox' }) }).waitFor();

  await person.pick('Sandbox');
  await seeLogin();
  await page.goBack();
  await seeList();
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_mfa' });
  await page.getByRole('heading', { name: en.mfa.title }).waitFor();
  await page.goBack();
  await seeLogin();
  await page.goBack();
  await seeList();
  await page.goForward();
  await seeList();
  await person.pick('Sandbox');
  await page.getByRole('button', { name: en.another, exact: true }).click();
  await seeList();
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await person.allow();
  await page.waitForURL((address) => address.pathname === '/livez');
  await page.goBack();

  await page.waitForURL((address) => address.pathname.startsWith('/docs'));
});

it('asks for the link where its address was copied after the page had cleaned it', async () => {
  const { page } = suite;
  const { url } = await connect.createSession();
  await page.goto(url);
  await seeScreen(fill(en.link.title, { application }));
  const other = await suite.context.newPage();
  await other.goto(page.url());
  await other.getByRole('heading', { name: over.incomplete.title }).waitFor();
});

it.runIf(isLongRun)('speaks the language of its session from the first screen on', async () => {
  const { page } = suite;
  const { url } = await connect.createSession({ locale: 'ar' });
  await page.goto(url);
  await seeScreen(fill(ar.link.title, { application }));
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  await driveConnect(page).connect();
  await seeScreen(fill(ar.connected, { application }));
});

/** A scanner opens the address in a browser, runs the scripts for a while, and presses nothing. */
async function scan(address: string): Promise<string[]> {
  const { page } = suite;
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/connect/flow/')) asked.push(pathname);
  });
  for (const _ of ['once', 'twice']) {
    await page.goto(address);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
  }
  return asked;
}

it('starts nothing for a mail scanner that opens it twice', { tags: ['threat-59'] }, async () => {
  const { sessionId, url } = await connect.createSession();
  expect(await scan(url)).toEqual([]);
  expect(await statusOf(sessionId)).toBe('open');
});

it('still works for its person afterwards', { tags: ['control-59'] }, async () => {
  const { sessionId, url } = await connect.createSession();
  await scan(url);
  await driveConnect(suite.page).connect();
  await seeScreen(fill(en.connected, { application }));
  expect(await statusOf(sessionId)).toBe('connected');
});

it('would start at once without a first screen', { tags: ['undefended-59'] }, async () => {
  const redirectUri = `${connect.url}/livez`;
  const { url } = await connect.createSession({ redirectUri });
  // The address of a redirect flow, to which an application sends its own user.
  const asked = await scan(`${url}&${new URLSearchParams({ redirect_uri: redirectUri })}`);
  expect(asked).toContain('/connect/flow/start');
});
