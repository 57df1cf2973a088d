import { exchangeCode, getAccount, listRecords } from 'tax-connect/server';
import { type ConnectService, startConnectService } from 'tax-connect/testing';
import { expect } from 'vitest';
import { type Hosts, startHosts } from '../../demo/hosts/server.ts';
import { texts as page } from '../../src/texts/en.json?page';
import { fill } from '../../src/texts/fill.ts';
import { describeBackend } from '../support/backend.ts';
import type { Tab } from '../support/engines/driver.ts';
import { type Place, waitFor } from '../support/engines/place.ts';
import { createPerson, pressByKeyboard, type SurfaceName, signInByKeyboard } from './person.ts';

/** A service of the testing kit, and a host that uses it. */
export interface AgainWorld {
  readonly connect: ConnectService;
  /** `http://app.localhost:…` */
  readonly appUrl: string;
  close(): Promise<void>;
}

/** @param pagesFolder - the pages of the host */
export async function startAgainWorld(pagesFolder: string): Promise<AgainWorld> {
  const connect = await startConnectService();
  const { url, connectUrl, clientId, clientSecret } = connect;
  const hosts: Hosts = await startHosts({
    listenPort: 0,
    hostName: 'app.localhost',
    connectBaseUrl: url,
    ...{ connectUrl, clientId, clientSecret, pagesFolder },
    webhookSecret: `whsec_${btoa('unused'.repeat(4))}`,
  });
  return {
    connect,
    appUrl: hosts.url,
    async close() {
      await hosts.close();
      await connect.close();
    },
  };
}

const heading = (name: string) => ({ role: 'heading', name }) as const;
const username = { role: 'textbox', name: page.login.username } as const;
const parties = { application: '', provider: 'Sandbox', domain: '' };
const different = fill(page.notices.different_account.title, parties);
const ended = fill(page.notices.session_ended.title, parties);

/** Connects an account whose provider then no longer accepts the grant. */
async function connectOnce({ connect }: AgainWorld) {
  const code = await connect.createCode({ username: 'user_good' });
  const first = await exchangeCode({ ...describeBackend(connect), code });
  await connect.requireLogin(first.accountId);
  const token = { baseUrl: connect.url, accessToken: first.accessToken };
  expect(await getAccount(token)).toMatchObject({ status: 'login_required' });
  await expect(listRecords(token)).rejects.toMatchObject({ code: 'login_required' });
  return { accountId: first.accountId, token };
}

/** Exchanges the code of the second connection: the account and its first token are the same as before. */
async function expectSameAccount(
  { connect }: AgainWorld,
  { accountId, token }: Awaited<ReturnType<typeof connectOnce>>,
  code: { readonly code: string; readonly redirectUri?: string },
): Promise<void> {
  const again = await exchangeCode({ ...describeBackend(connect), ...code });
  expect(again.accountId).toBe(accountId);
  for (const accessToken of [token.accessToken, again.accessToken]) {
    const both = { ...token, accessToken };
    expect(await getAccount(both)).toMatchObject({ accountId, status: 'active' });
    expect((await listRecords(both)).records).toHaveLength(11);
  }
}

/** Another person signs in first. They learn it, and the right person signs in. */
async function signInTwice(connectPage: Place, signIn: (name: string) => Promise<void>) {
  await connectPage.see(heading(fill(page.again.title, { provider: 'Sandbox' })));
  await signIn('user_relogin');
  await connectPage.seeFocused(heading(different));
  await pressByKeyboard(connectPage, page.again.submit);
  await connectPage.seeFocused(username);
  await signIn('user_good');
}

/** A person connects an account again on a page of the host. */
export async function connectAgainInHost(
  tab: Tab,
  world: AgainWorld,
  surface: SurfaceName,
): Promise<void> {
  const account = await connectOnce(world);
  const { session } = await world.connect.createSession({ accountId: account.accountId });
  await tab.open(`${world.appUrl}/spa/`);
  const person = createPerson(tab, surface);
  await person.host.evaluate(passSession, session);
  await person.openConnect();
  await signInTwice(person.connectPage, person.signIn);
  await person.allow();
  const code = await waitFor('the code', async () => {
    const received = await person.host.evaluate(() => window.againCode ?? null);
    return received ?? undefined;
  });
  await expectSameAccount(world, account, { code });
  for (const secret of [code, session]) {
    expect(tab.observed.filter((text) => text.includes(secret))).toEqual([]);
  }
}

declare global {
  interface Window {
    /** The code of the second connection. */
    againCode?: string;
  }
}

function passSession(session: string): void {
  window.hostPage.options = {
    session,
    onSuccess: ({ code }) => {
      window.againCode = code;
    },
  };
}

/**
 * A person follows the address to the Connect page, connects the account again without a pointer, and comes
 * back to the application. The address serves one success.
 */
export async function connectAgainByRedirect(tab: Tab, world: AgainWorld): Promise<void> {
  const account = await connectOnce(world);
  const redirectUri = `${world.appUrl}/spa/`;
  const binding = { redirectUri, state: 'of this user' };
  const { url } = await world.connect.reconnect(account.accountId, binding);
  const { host: connectPage } = tab;
  await tab.open(url);
  await signInTwice(connectPage, (name) => signInByKeyboard(connectPage, name));
  expect(await connectPage.evaluate(() => location.href)).toMatch(/[?&]session=(?:&|$)/);
  await pressByKeyboard(connectPage, page.consent.allow);
  await connectPage.see(heading('A host'));
  const { searchParams } = new URL(await connectPage.evaluate(() => location.href));
  expect(searchParams.get('state')).toBe('of this user');
  const code = searchParams.get('code') ?? '';
  await expectSameAccount(world, account, { code, redirectUri });
  await tab.open(url);
  await connectPage.see(heading(ended));
}
