import { beforeAll, expect, it } from 'vitest';
import type { ApplicationRegistration } from '../../src/connect/service/applications/registered-application.ts';
import { createLogger } from '../../src/connect/service/basics/logger.ts';
import { noProxies } from '../../src/connect/service/http/client-address.ts';
import { type RunningService, startService } from '../../src/connect/service/start-service.ts';
import { startPastedHost } from '../support/dashboard-world.ts';
import { byExtent, isLongRun } from '../support/extent.ts';
import { startHeaderProxy } from '../support/header-proxy.ts';
import { usePageSuite } from '../support/page-suite.ts';
import { useRunning } from '../support/use-running.ts';

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

const proxy = useRunning(() => startHeaderProxy(false));
const proxyUrl = () => `http://localhost:${proxy.port}`;
/** Without PUBLIC_URL. */
const service = useRunning(() => start());
/** A service with the PUBLIC_URL of a proxy that sends another `Host`. */
const proxied = useRunning(() => start(proxyUrl()));
const host = useRunning(() => startPastedHost(service.url));
const suite = usePageSuite();

beforeAll(() => proxy.forwardTo(proxied.listenPort));

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

const signIn = async (url: string) => {
  const { page } = suite;
  await page.goto(`${url}/dashboard`);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Applications' }).waitFor();
};

it.each(['/dashboard', `/connect?client_id=${clientId}`])(
  'a page at another address names PUBLIC_URL and its right value: %s',
  async (path) => {
    const { page } = suite;
    await page.goto(otherAddress() + path);
    await page.getByRole('heading', { name: 'This address is not set up' }).waitFor();
    const text = await page.getByRole('main').textContent();

    expect(text).toContain(
      `open at ${otherAddress()}, but its service works at ${service.url} only`,
    );
    expect(text).toContain('set PUBLIC_URL to');
    expect(text).toContain(`set it to ${service.url}/connect`);
  },
);

it.each(byExtent(['auto'] as const, ['auto', 'popup'] as const))(
  'a host whose connectUrl is at another address is told so at once: %s',
  async (display) => {
    const open = (connectUrl: string) =>
      suite.page.evaluate(
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
    const openAt = async (connectUrl: string) => {
      await suite.page.goto(host.origin);
      await suite.page.addScriptTag({ path: 'dist/tax-connect.js' });
      return await open(connectUrl);
    };

    const refused = await openAt(otherAddress());
    const control = await openAt(service.url);

    expect(refused).toMatch('server_error');
    expect(refused).toMatch(`set it to ${service.url}/connect`);
    expect(control).toBe('ready');
  },
);

it('a proxy that sends another Host changes nothing', async () => {
  const { page } = suite;
  await signIn(proxyUrl());
  await page.goto(`${proxyUrl()}/connect?client_id=${clientId}&redirect_uri=${redirectUri}`);
  await page.getByRole('option').first().waitFor();

  const notice = page.getByRole('heading', { name: 'This address is not set up' });
  expect(await notice.count()).toBe(0);
});

it.runIf(isLongRun)('dashboards on two ports of one host keep separate sessions', async () => {
  await signIn(service.url);
  await signIn(proxyUrl());
  await suite.page.goto(`${service.url}/dashboard`);
  await suite.page.getByRole('heading', { name: 'Applications' }).waitFor();
  const cookies = await suite.context.cookies(`${service.url}/dashboard`);

  // Browsers send cookies to every port of a host; SECURITY.md says so.
  const ports = [proxy.port, service.listenPort];
  expect(cookies.map(({ name }) => name).sort()).toEqual(
    ports.map((port) => `dashboard-${port}`).sort(),
  );
});
