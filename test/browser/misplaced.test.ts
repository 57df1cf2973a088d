import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import { shareChromium } from '../support/chromium.ts';
import { type PastedHost, startPastedHost } from '../support/dashboard-world.ts';
import { type HeaderProxy, startHeaderProxy } from '../support/header-proxy.ts';

const password = 'correct horse battery staple';
const clientId = 'test_app';
const redirectUri = 'http://localhost:4401/callback';

const application: ApplicationRegistration = {
  name: 'Tally',
  client_id: clientId,
  client_secret: 's'.repeat(32),
  environment: 'test',
  origins: [],
  redirect_uris: [redirectUri],
};

let host: PastedHost;
let browser: Browser;
/** Without PUBLIC_URL. */
let service: RunningService;
/** A service with the PUBLIC_URL of a proxy that sends another `Host`. */
let proxied: RunningService;
let proxy: HeaderProxy;
let proxyUrl: string;

beforeAll(async () => {
  proxy = await startHeaderProxy(false);
  proxyUrl = `http://localhost:${proxy.port}`;
  [service, proxied, browser] = await Promise.all([start(), start(proxyUrl), shareChromium()]);
  host = await startPastedHost(service.url);
  proxy.forwardTo(proxied.listenPort);
});

afterAll(async () => {
  await Promise.all([host?.close(), service?.close(), proxied?.close(), proxy?.close()]);
});

function start(publicUrl?: string): Promise<RunningService> {
  const config = {
    listenPort: 0,
    publicUrl,
    databaseFile: ':memory:',
    dashboardPassword: password,
    codeTtlMs: 60_000,
    submissionLimit: 100,
    trustedProxies: noProxies,
    applications: [application],
  };
  return startService(config, { log: createLogger('silent', { write() {} }) });
}

const otherAddress = () => `http://127.0.0.1:${service.listenPort}`;

async function withPage<Result>(run: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  try {
    return await run(page);
  } finally {
    await context.close();
  }
}

const signIn = async (page: Page, url: string) => {
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Applications' }).waitFor();
};

it.each(['/dashboard', `/connect?client_id=${clientId}`])(
  'a page at another address names PUBLIC_URL and its right value: %s',
  async (path) => {
    const text = await withPage(async (page) => {
      await page.goto(otherAddress() + path);
      await page.getByRole('heading', { name: 'This address is not set up' }).waitFor();
      return (await page.getByRole('main').textContent()) ?? '';
    });

    expect(text).toContain(
      `open at ${otherAddress()}, but its service works at ${service.url} only`,
    );
    expect(text).toContain('set PUBLIC_URL to');
    expect(text).toContain(`set it to ${service.url}/connect`);
  },
);

it.each(['auto', 'popup'] as const)(
  'a host whose connectUrl is at another address is told so at once: %s',
  async (display) => {
    const open = (page: Page, connectUrl: string) =>
      page.evaluate(
        async ([url, client, display]) => {
          const { TaxConnect } = window as unknown as { TaxConnect: typeof import('tax-connect') };
          return await new Promise<string>((resolve) => {
            const session = TaxConnect.open({
              clientId: client,
              connectUrl: url,
              display,
              onSuccess() {},
              onEvent(event) {
                if (event.name === 'failed') resolve(`${event.error.code} ${event.error.message}`);
                else if (event.name === 'ready') resolve('ready');
                else return;
                session.close();
              },
            });
          });
        },
        [`${connectUrl}/connect`, clientId, display] as const,
      );
    const openAt = (connectUrl: string) =>
      withPage(async (page) => {
        await page.goto(host.origin);
        await page.addScriptTag({ path: 'dist/tax-connect.js' });
        return await open(page, connectUrl);
      });

    const refused = await openAt(otherAddress());
    const control = await openAt(service.url);

    expect(refused).toMatch('server_error');
    expect(refused).toMatch(`set it to ${service.url}/connect`);
    expect(control).toBe('ready');
  },
);

it('a proxy that sends another Host changes nothing', async () => {
  const notices = await withPage(async (page) => {
    await signIn(page, proxyUrl);
    await page.goto(`${proxyUrl}/connect?client_id=${clientId}&redirect_uri=${redirectUri}`);
    await page.getByRole('option').first().waitFor();
    return await page.getByRole('heading', { name: 'This address is not set up' }).count();
  });

  expect(notices).toBe(0);
});

it('dashboards on two ports of one host keep separate sessions', async () => {
  const names = await withPage(async (page) => {
    await signIn(page, service.url);
    await signIn(page, proxyUrl);
    await page.goto(`${service.url}/dashboard`);
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    return (await page.context().cookies(`${service.url}/dashboard`)).map(({ name }) => name);
  });

  // Browsers send cookies to every port of a host; SECURITY.md says so.
  const ports = [proxy.port, service.listenPort];
  expect(names.sort()).toEqual(ports.map((port) => `dashboard-${port}`).sort());
});
