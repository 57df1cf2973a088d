import type { Page } from 'playwright-core';
import { getAccount } from 'tax-connect/server';
import { driveConnect, startConnectService } from 'tax-connect/testing';
import { expect, it } from 'vitest';
import { texts as manage } from '../../src/texts/en.json?manage';
import { texts as en } from '../../src/texts/en.json?page';
import { connectAccount } from '../support/backend.ts';
import { useBrowserSuite } from '../support/browser-suite.ts';
import { servePeer } from '../support/host-page.ts';
import { plainWelcome } from '../support/plain-welcome.ts';
import { useRunning } from '../support/use-running.ts';

const suite = useBrowserSuite();
const connect = useRunning(() => startConnectService());
const address = () => `${connect.url}/manage`;

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
  await page.getByRole('heading', { level: 1, name: manage.title }).waitFor();
}

/** @returns a window, which its opener keeps a handle on */
async function openWindow(page: Page, url: string): Promise<Page> {
  const [opened] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((address) => {
      Object.assign(globalThis, { opened: window.open(address, 'connect', 'popup') });
    }, url),
  ]);
  return opened;
}

const isSevered = (page: Page) =>
  page.evaluate(() => (Reflect.get(globalThis, 'opened') as Window).closed);

it('tells nothing to a page that opens it and answers as a host, and gives it no handle', {
  tags: ['threat-60'],
}, async () => {
  await connectAccount(connect);
  const page = await openAttacker();
  const popup = await openWindow(page, address());
  await popup.getByRole('heading', { name: en.select.title }).waitFor();
  const answer = () =>
    page.evaluate((welcome) => {
      const opened = Reflect.get(globalThis, 'opened') as Window;
      opened.postMessage(welcome, '*', [window.peer.makePort()]);
    }, plainWelcome);

  await answer();
  await signIn(popup);
  await answer();
  await popup.waitForTimeout(silenceMs);

  expect(await readHeard(page)).toEqual({ heard: [], onPorts: [] });
  expect(await isSevered(page)).toBe(true);
  expect(await popup.evaluate(() => window.opener)).toBeNull();
});

it('leaves the page of Connect to the page that opens it', { tags: ['control-60'] }, async () => {
  const page = await openAttacker();
  const popup = await openWindow(page, `${connect.connectUrl}?client_id=${connect.clientId}`);
  await popup.waitForLoadState();

  expect(await isSevered(page)).toBe(false);
});

it('takes no visit from its address', { tags: ['threat-60'] }, async () => {
  const { accountId, token } = await connectAccount(connect);
  const html = await (await fetch(address())).text();
  const planted = /"flow_token":"([^"]+)"/.exec(html)?.[1] ?? '';
  const send = (step: string, body: object) =>
    fetch(`${connect.url}/connect/flow/${step}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: connect.url },
      body: JSON.stringify({ flow_token: planted, ...body }),
    });
  await send('start', {});
  await send('provider', { provider_id: 'sandbox' });

  const query = `flow_token=${planted}&account_id=${accountId}`;
  const visit = await suite.openPage(`${address()}?${query}#${query}`);
  const [sent] = await Promise.all([
    visit.waitForRequest(/\/connect\/flow\/login$/),
    signIn(visit),
  ]);
  const ended = await send('end-access', { account_id: accountId });

  expect(sent.postDataJSON()).not.toMatchObject({ flow_token: planted });
  expect(ended.status).toBe(409);
  expect((await getAccount(token)).status).toBe('active');
});

it('ends nothing for another page that knows the account and a visit', {
  tags: ['threat-60'],
}, async () => {
  const { accountId, token } = await connectAccount(connect);
  const visit = await suite.openPage(address());
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

  const [answer] = await Promise.all([
    page.waitForResponse(/end-access$/),
    page.evaluate(
      ([action, name]) => {
        // A form of this type sends the body of a request that ends an access.
        const form = Object.assign(document.createElement('form'), { method: 'POST', action });
        form.enctype = 'text/plain';
        form.append(Object.assign(document.createElement('input'), { name, value: '"}' }));
        document.body.append(form);
        form.submit();
      },
      [
        `${connect.url}/connect/flow/end-access`,
        `${JSON.stringify({ flow_token, account_id: accountId }).slice(0, -1)},"more":"`,
      ] as const,
    ),
  ]);

  expect(status).toBe('refused');
  expect(answer.status()).toBe(403);
  expect((await getAccount(token)).status).toBe('active');
});
