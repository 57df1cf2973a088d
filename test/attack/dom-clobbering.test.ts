import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  expectRealFlowCompletes,
  findFrame,
  reachLogin,
  useBrowserSuite,
} from '../support/browser-suite.ts';
import { renderPeer, serveBridgePage, serveHostPage } from '../support/host-page.ts';
import type { OpenConnect } from '../support/page-scripts.ts';

const suite = useBrowserSuite();

/** Markup that shadows names which pages and MooTools use. It comes after the scripts, so they load. */
const clobbers = `
  <base href="http://evil.localhost/">
  <img name="currentScript" src="data:," alt="" data-connect-url="http://evil.localhost/connect">
  <a id="TaxConnect" href="http://evil.localhost/connect"></a>
  <a id="TaxConnect" name="connectUrl" href="http://evil.localhost/connect"></a>
  <a id="connectUrl" href="http://evil.localhost/connect"></a>
  <form name="body"><input name="append"><input name="parentElement"></form>
  <form name="head"></form>
  <img name="documentElement" alt="">
  <img name="activeElement" alt="">
  <img name="adoptedStyleSheets" alt="">
  <img name="createElement" alt="">
  <img name="baseURI" alt="">
  <script>
    var self = {}, origin = 'Berlin';
    function Document() {}
    function Event() {}
    class Node {}
    // As Sentry 5.2 did: a strict function that needs \`this\`.
    for (const name of ['addEventListener', 'removeEventListener']) {
      const native = EventTarget.prototype[name];
      EventTarget.prototype[name] = function () {
        'use strict';
        Object.keys(this);
        return native.apply(this, arguments);
      };
    }
  </script>
`;

describe.each([
  ['script tag', {}],
  ['module', { sdk: 'module' }],
])('markup that takes over names of the document, and the %s', (_, sdk) => {
  it('changes nothing: the flow completes, and the code goes to the host’s own callback', {
    tags: ['threat-2', 'control-2'],
  }, async () => {
    const { sites } = suite;
    const connectUrl = serveBridgePage(sites, 'connect');
    const page = await suite.openPage(
      serveHostPage(sites, 'host', { ...sdk, connectUrl, body: clobbers }),
    );
    // The control: the names are indeed shadowed.
    expect(
      await page.evaluate(() =>
        [document.currentScript, document.body, document.activeElement].map((it) => it?.nodeName),
      ),
    ).toEqual(['IMG', 'FORM', 'IMG']);
    const before = sites.urls.length;
    await page.evaluate(
      () => void window.openConnect({ callback: 'forward', appearance: { accentColor: 'teal' } }),
    );
    await page.getByRole('option', { name: 'Alpha' }).click();
    const frame = await findFrame(page, connectUrl);
    expect(frame.url()).toBe(`${connectUrl}?client_id=app`);
    expect(await page.locator('img iframe').count()).toBe(0);
    await expect.poll(() => frame.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
    await expectRealFlowCompletes(page, frame);

    const urls = sites.urls.slice(before);
    expect(urls.filter((url) => url.includes('callback'))).toEqual([
      `${sites.originOf('host')}/callback?code=code-of-the-real-page`,
    ]);
    expect(urls.filter((url) => url.includes('evil'))).toEqual([]);
    expect(await page.locator('html > div').count()).toBe(0);
  });
});

it('markup that takes over documentElement captures what a script appends that reads it by name', {
  tags: ['undefended-2'],
}, async () => {
  const body = '<img name="documentElement" alt="">';
  const page = await suite.openPage(serveHostPage(suite.sites, 'host', { body }));
  await page.evaluate(() => document.documentElement.append(document.createElement('iframe')));
  expect(await page.locator('img iframe').count()).toBe(1);
});

describe('a polluted Object.prototype', () => {
  const pollution = {
    clientSecret: 'leaked',
    accessToken: 'leaked',
    clientId: 'evil',
    provider: 'beta',
    state: 'stolen',
    locale: 'xx',
    connectUrl: 'http://evil.localhost/connect',
    redirectUri: 'http://evil.localhost/',
    theme: 'dark',
    selector: 'page',
    nonce: 'n',
    session_id: 'x',
    provider_id: 'beta',
    code: 'stolen',
  };
  const head = `<script>Object.assign(Object.prototype, ${JSON.stringify(pollution)})</script>`;

  it('sets no option: neither the address nor the welcome contains its values', {
    tags: ['threat-3'],
  }, async () => {
    const page = await suite.openPage(serveHostPage(suite.sites, 'host', { head }));
    const { address, welcome } = await openDefault(page, 'http://localhost:4400/connect');
    expect(address).toBe('http://localhost:4400/connect?client_id=app');
    expect(welcome).toMatchObject({ state: null, provider_id: null, selector: 'host' });
    expect(welcome.nonce).toHaveLength(43);
    expect(JSON.stringify(welcome)).not.toMatch(/stolen|leaked|evil|"xx"/);
  });

  it('sets what the host passes on as its own options', { tags: ['undefended-3'] }, async () => {
    const page = await suite.openPage(serveHostPage(suite.sites, 'host', { head }));
    await page.evaluate(() => {
      const { connectUrl, state, provider } = Object.prototype as OpenConnect;
      window.clickOptions = { connectUrl, state, provider };
    });
    const { welcome } = await openDefault(page, 'http://evil.localhost/connect');
    expect(welcome).toMatchObject({ state: 'stolen', provider_id: 'beta' });
  });

  it('does not prevent the flow from completing', { tags: ['control-3'] }, async () => {
    const connectUrl = serveBridgePage(suite.sites, 'connect');
    const page = await suite.openPage(serveHostPage(suite.sites, 'host', { head, connectUrl }));
    const frame = await reachLogin(page, connectUrl);
    expect(await frame.evaluate(() => window.connectPage.sessions)).toMatchObject([
      { state: null, providerId: null },
    ]);
    await expectRealFlowCompletes(page, frame);
  });
});

/** Opens Connect at a page that only listens. @returns its full address, and the welcome sent there */
async function openDefault(page: Page, expected: string) {
  await suite.context.route(`${expected}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: renderPeer(true) }),
  );
  await page.evaluate(() => void window.openConnect(window.clickOptions));
  const frame = await findFrame(page, expected);
  await expect.poll(() => frame.evaluate(() => window.peer.heard.length)).toBe(1);
  const [heard] = await frame.evaluate(() => window.peer.heard);
  return { address: frame.url(), welcome: JSON.parse(heard?.data ?? '{}') };
}

describe('<tax-connect-button> in the markup of a user', () => {
  const imports = JSON.stringify({ imports: { 'tax-connect': '/dist/index.js' } });

  const stranger = `cst_${'s'.repeat(43)}`;

  /** Presses the button and allows access. Returns where the code came from, where it went, and for whom. */
  async function follow(pinned: readonly string[]) {
    const { sites } = suite;
    const connectUrl = serveBridgePage(sites, 'connect');
    const evil = serveBridgePage(sites, 'evil');
    const values = { clientId: 'app', connectUrl, callback: '/callback' };
    const pins = Object.fromEntries(
      Object.entries(values).filter(([name]) => pinned.includes(name)),
    );
    const markup = `<tax-connect-button client-id="evil" connect-url="${evil}" callback="/account/delete"
      session="${stranger}" state="stranger" provider="beta">Look</tax-connect-button>`;
    const page = await suite.openPage(
      serveHostPage(sites, 'host', {
        connectUrl,
        sdk: 'module',
        head: `<script type="importmap">${imports}</script>`,
        body: `${markup}<script type="module">
          import { defineTaxConnectButton } from '/dist/element.js';
          defineTaxConnectButton(${JSON.stringify(pins)});
          document.querySelector('tax-connect-button').append(' here');
        </script>`,
      }),
    );
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.text().startsWith('tax-connect/element:')) warnings.push(message.text());
    });
    const provider = await page
      .locator('tax-connect-button')
      .evaluate((element: HTMLElement & { provider?: string }) => {
        const { provider: chosen = null } = element;
        // Otherwise the page would not show its list.
        element.provider = '';
        element.removeAttribute('provider');
        return chosen;
      });
    await page.getByRole('button', { name: 'Look' }).click();
    await page.getByRole('option', { name: 'Alpha' }).click();
    const frame = await findFrame(page, pinned.includes('connectUrl') ? connectUrl : evil);
    await expect.poll(() => frame.evaluate(() => window.connectPage.selected)).toEqual(['alpha']);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    const whose = await frame.evaluate(() => {
      const { sendCode, sessions } = window.connectPage;
      sendCode();
      return sessions.map(({ session, state }) => ({ session, state }))[0];
    });
    const { pathname } = new URL((await posted).url());
    const { searchParams } = new URL(frame.url());
    return {
      clientId: searchParams.get('client_id'),
      callback: pathname,
      ...whose,
      provider,
      warnings,
    };
  }

  const pins = ['clientId', 'connectUrl', 'callback'];
  const everyWarning = ['client-id', 'connect-url', 'callback', 'session', 'state'].map((name) =>
    expect.stringContaining(`${name} is ignored`),
  );

  it('chooses no application, address, callback or session where the page has pinned them', {
    tags: ['threat-2', 'threat-57'],
  }, async () => {
    expect(await follow(pins)).toEqual({
      clientId: 'app',
      callback: '/callback',
      session: null,
      state: null,
      provider: null,
      warnings: everyWarning,
    });
  });

  it('chooses all of them where nothing is pinned', async () => {
    expect(await follow([])).toEqual({
      clientId: 'evil',
      callback: '/account/delete',
      session: stranger,
      state: 'stranger',
      provider: 'beta',
      warnings: [],
    });
  });
});
