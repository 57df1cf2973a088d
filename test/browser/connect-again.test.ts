import { exchangeCode, listRecords } from 'tax-connect/server';
import { type ConnectService, driveConnect, startConnectService } from 'tax-connect/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { texts as en } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { findAccessibilityProblems } from '../support/axe.ts';
import { usePageSuite } from '../support/page-suite.ts';

// axe would judge a colour during a transition.
const suite = usePageSuite({ reducedMotion: 'reduce' });
const parties = { application: 'Test application', provider: 'Sandbox', domain: '' };
let connect: ConnectService;

beforeAll(async () => {
  connect = await startConnectService();
});
afterAll(() => connect?.close());

const exchange = async (code: string, redirectUri?: string) => {
  const { url: baseUrl, clientId, clientSecret } = connect;
  const binding = redirectUri === undefined ? {} : { redirectUri };
  return await exchangeCode({ baseUrl, clientId, clientSecret, code, ...binding });
};

async function seeScreen(title: string): Promise<void> {
  await suite.page.getByRole('heading', { name: title, exact: true }).waitFor();
  expect(await findAccessibilityProblems(suite.page)).toEqual([]);
}

it('connects an account again in a test of the testing kit, on screens that axe accepts', async () => {
  const { page } = suite;
  const redirectUri = `${connect.url}/livez`;
  const first = await exchange(await connect.createCode());
  await connect.requireLogin(first.accountId);
  const token = { baseUrl: connect.url, accessToken: first.accessToken };
  await expect(listRecords(token)).rejects.toMatchObject({ code: 'login_required' });

  const { url } = await connect.reconnect(first.accountId, { redirectUri });
  await page.goto(url);
  const person = driveConnect(page);
  await seeScreen(fill(en.again.title, { provider: parties.provider }));
  await person.logIn({ username: 'user_mfa' });
  await person.enterCode('123456');
  await seeScreen(fill(en.notices.different_account.title, parties));
  await page.getByRole('button', { name: en.again.submit }).click();
  await person.connect();

  await page.waitForURL((address) => address.pathname === '/livez');
  const code = new URL(page.url()).searchParams.get('code') ?? '';
  const again = await exchange(code, redirectUri);
  expect(again).toMatchObject({ accountId: first.accountId, providerId: 'sandbox' });
  expect((await listRecords(token)).records.length).toBeGreaterThan(0);

  await page.goto(url);
  await seeScreen(fill(en.notices.session_ended.title, parties));
});
