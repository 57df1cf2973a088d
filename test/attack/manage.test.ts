import type { Page } from 'playwright-core';
import { exchangeCode, getAccount } from 'tax-connect/server';
import { type ConnectService, driveConnect, startConnectService } from 'tax-connect/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { en } from '../../src/connect/page/locales/en.ts';
import { useBrowserSuite } from '../support/browser-suite.ts';
import { servePeer } from '../support/host-page.ts';
import { plainWelcome } from '../support/plain-welcome.ts';

const suite = useBrowserSuite();
let connect: ConnectService;
let address: string;

beforeAll(async () => {
  connect = await startConnectService();
  address = `${connect.url}/manage`;
});
afterAll(() => connect?.close());

const openAttacker = () => suite.openPage(servePeer(suite.sites, 'evil'));

/** Long enough for every hello that a Connect page would send to its host. */
const silenceMs = 1500;

const readHeard = (page: Page) =>
  page.evaluate(() => ({ heard: window.peer.heard, onPorts: window.peer.heardOnPorts }));

/** The person's own visit, at the list of accesses. */
async function signIn(page: Page): Promise<void> {
  const person = driveConnect(page);
  await person.pick('Sandbox');
  await person.logIn({ username: 'user_good' });
  await page.getByRole('heading', { level: 1, name: en.manage.listTitle }).waitFor();
}

async function connectAccount() {
  const { url: baseUrl, clientId, clientSecret } = connect;
  const code = await connect.createCode();
  const { accessToken, accountId } = await exchangeCode({ baseUrl, clientId, clientSecret, code });
  return { accountId, token: { baseUrl, accessToken } };
}

it('is not shown in a frame of another page', { tags: ['threat-60'] }, async () => {
  const page = await openAttacker();
  await page.evaluate((url) => {
    const frame = document.createElement('iframe');
    frame.src = url;
    document.body.append(frame);
  }, address);

  await expect.poll(() => suite.consoleLines.join('\n')).toContain('frame-ancestors');
  expect(page.frames().filter((frame) => frame.url().startsWith(connect.url))).toEqual([]);
  expect((await readHeard(page)).heard).toEqual([]);
});

it('tells nothing to a page that opens it and answers as a host', {
  tags: ['threat-60'],
}, async () => {
  await connectAccount();
  const page = await openAttacker();
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void window.open(url, 'connect', 'popup'), address),
  ]);
  await popup.getByRole('heading', { name: en.select.title }).waitFor();
  const answer = () =>
    page.evaluate((welcome) => {
      window.open('', 'connect')?.postMessage(welcome, '*', [window.peer.makePort()]);
    }, plainWelcome);

  await answer();
  await signIn(popup);
  await answer();
  await popup.waitForTimeout(silenceMs);

  expect(await readHeard(page)).toEqual({ heard: [], onPorts: [] });
});

it('ends nothing for another page that knows the account and a visit', {
  tags: ['threat-60'],
}, async () => {
  const { accountId, token } = await connectAccount();
  const visit = await suite.openPage(address);
  const [sent] = await Promise.all([
    visit.waitForRequest(/\/connect\/flow\/login$/),
    signIn(visit),
  ]);
  const { flow_token } = sent.postDataJSON() as { flow_token: string };
  const page = await openAttacker();

  const status = await page.evaluate(
    async ([url, body]) => {
      const headers = { 'Content-Type': 'application/json' };
      const simple = { method: 'POST', body, mode: 'no-cors' } as const;
      await fetch(url, simple).catch(() => undefined);
      return await fetch(url, { method: 'POST', body, headers }).then(
        (response) => response.status,
        () => 'refused',
      );
    },
    [
      `${connect.url}/connect/flow/end-access`,
      JSON.stringify({ flow_token, account_id: accountId }),
    ] as const,
  );

  expect(status).toBe('refused');
  expect((await getAccount(token)).status).toBe('active');
});

it('ends an access for its own person', { tags: ['control-60'] }, async () => {
  const { token } = await connectAccount();
  const visit = await suite.openPage(address);
  await signIn(visit);

  await visit.getByRole('button', { name: /^End access of/ }).click();
  await visit.getByRole('alertdialog').getByRole('button', { name: en.manage.end }).click();
  await visit.getByRole('heading', { name: en.manage.none }).waitFor();

  await expect(getAccount(token)).rejects.toMatchObject({ code: 'invalid_token' });
});
