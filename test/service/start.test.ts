import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../src/connect/service/config.ts';
import type { RunningService } from '../../src/connect/service/start-service.ts';
import type { StoreLocation } from '../../src/connect/service/store/open-database.ts';
import { byExtent } from '../support/extent.ts';
import { createQuery, createTestDatabase, openTestStoreAt, refuseWrites } from './database.ts';
import { readApplicationsFile } from './harness.ts';
import { actAt, issueCodes, startOnNetwork } from './network.ts';
import { moveClock, stopClock } from './stopped-clock.ts';
import { adminToken, testApplication } from './test-application.ts';

let location: StoreLocation;

beforeEach(async () => {
  location = await createTestDatabase();
});

const running: RunningService[] = [];

afterEach(async () => {
  vi.useRealTimers();
  for (const service of running.splice(0)) await service.close();
});

/** Starts a service, which is closed after the test at the latest. */
async function start(
  environment: Readonly<Record<string, string>> = {},
  more: Parameters<typeof startOnNetwork>[1] = {},
) {
  const service = await startOnNetwork(environment, { location, level: 'error', ...more });
  running.push(service);
  return service;
}

/** Starts a service, and closes it. @returns what it has logged */
async function readLog(environment: Readonly<Record<string, string>> = {}, level = 'warn') {
  const lines: string[] = [];
  await (await start(environment, { level, write: (line) => lines.push(line) })).close();
  // An older Node's driver says that it is experimental.
  return lines.filter((line) => !line.includes('SQLite driver experimental')).join('');
}

/** @returns a function that runs the image's health check, and returns its exit code */
const checkHealth =
  ({ listenPort }: RunningService, HOST = '') =>
  () =>
    new Promise<number | null>((resolve) => {
      const env = { HOST, PORT: String(listenPort) };
      spawn(process.execPath, ['src/connect/deploy/health.mjs'], { env }).on('exit', resolve);
    });

describe('a service on a free port', () => {
  it('exchanges by network, and keeps its data', { tags: ['control-33'] }, async () => {
    const first = await start();
    const [code] = await issueCodes(first.url, 1);
    await first.close();

    const second = await start();
    const exchange = () => actAt(second.url).exchange({ code });

    expect([(await exchange()).status, (await exchange()).status]).toEqual([200, 400]);
  });

  it.each([
    [50, 404],
    [150, 431],
  ])('reads a header after %i others', async (count, status) => {
    const { url } = await start();
    // A proxy on this machine adds its header last. Without it, the request would seem to come from this
    // machine.
    const headers = new Headers({ 'X-Forwarded-For': '203.0.113.9' });
    for (let index = 0; index < count; index += 1) headers.set(`A-${index}`, '1');

    const proxied = await fetch(`${url}/metrics`, { headers });
    const control = await fetch(`${url}/metrics`);
    for (const answer of [proxied, control]) await answer.text();

    expect([proxied.status, control.status]).toEqual([status, 200]);
    expect(proxied.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });

  it.each([
    // On localhost, a browser sends the cookies of every project of a developer.
    ['/connect?client_id=test_app', [60, 200], [64, 431]],
    ['/dashboard/api/session', [60, 200], [64, 431]],
    ['/sdk/0/none.js', [60, 404], [64, 431]],
    ['/account', [15, 401], [16, 431]],
    ['/connect/flow/start', [15, 405], [16, 431]],
    ['/livez', [15, 200], [16, 431]],
  ])('limits the cookies for %s', async (path, ...cases) => {
    const { url } = await start({ DASHBOARD_PASSWORD: 'of this test' });
    for (const [kilobytes = 0, status] of cases) {
      const headers = { Cookie: `a=${'x'.repeat(kilobytes * 1024)}` };
      const response = await fetch(url + path, { headers });
      await response.text();
      expect(response.status).toBe(status);
    }
  });

  it('answers a health check by HTTP/1.0, which need not name a host', async () => {
    const { listenPort } = await start();
    const ask = async (request: string) => {
      const socket = connect(listenPort, 'localhost');
      socket.write(`${request}\r\n\r\n`);
      return (await text(socket)).split('\r\n')[0];
    };

    expect(await ask('GET /readyz HTTP/1.0')).toBe('HTTP/1.1 200 OK');
    expect(await ask('GET /readyz HTTP/1.1')).toBe('HTTP/1.1 400 Bad Request');
  });

  it('closes without waiting for the end of a long sweep', async () => {
    const query = createQuery(location);
    await (await openTestStoreAt(location)).close();
    await query(`INSERT INTO rate_counts (key_hash, used, window_end)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 5000)
      SELECT 'planted_' || n, 1, 1 FROM numbers`);

    const log = await readLog({}, 'error');

    expect(await query('SELECT 1 FROM rate_counts')).not.toHaveLength(0);
    expect(log).not.toContain('sweep failed');
  });

  it('accepts connections for five seconds more behind a proxy, which has not noticed its stop', async () => {
    const ask = ({ url }: RunningService) =>
      fetch(`${url}/livez`).then(
        ({ status, headers }) => [status, headers.get('Connection')],
        () => 'refused',
      );
    const proxied = await start({ TRUST_PROXY: '10.0.0.1' });
    const direct = await start();
    stopClock();
    const closing = proxied.close();
    await moveClock(direct.close(), 1);

    expect(await Promise.all([proxied, direct].map(ask))).toEqual([[200, 'close'], 'refused']);
    expect((await moveClock(closing, 100)).seconds).toBeLessThan(6);
    expect(await ask(proxied)).toBe('refused');
  });

  it('has stored the password of its dashboard, also when it closes at once', async () => {
    const log = await readLog({ DASHBOARD_PASSWORD: 'of this test' });

    const store = await openTestStoreAt(location);
    expect(await store.operator.findPassword()).toBeDefined();
    expect(log).toBe('');
  });
});

/** An address of this machine other than loopback. */
const outerAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';

describe('a service', () => {
  const isReachable = (service: RunningService, address: string) => {
    return fetch(`http://${address}:${service.listenPort}/healthz`).then(
      (response) => response.status === 200,
      () => false,
    );
  };

  it.each([
    ['on loopback', {}, [true, true, false]],
    ['on loopback', { PUBLIC_URL: 'http://127.0.0.1:4400' }, [true, true, false]],
    ['on loopback', { PUBLIC_URL: 'http://connect.localhost' }, [true, true, false]],
    ['on every interface', { PUBLIC_URL: 'https://connect.example' }, [true, true, true]],
    ['as told', { HOST: '0.0.0.0' }, [true, false, true]],
    ['as told', { HOST: '::1' }, [false, true, false]],
    ['as told', { HOST: 'localhost', PUBLIC_URL: 'https://a.example' }, [true, true, false]],
  ])('listens %s with %o', async (_, environment, expected) => {
    const service = await start(environment);
    const addresses = ['127.0.0.1', '[::1]', outerAddress];
    const answers = addresses.map((address) => isReachable(service, address));

    expect(await Promise.all(answers)).toEqual(expected);
  });

  it.each(
    byExtent(['', '"[::1]" '], ['', '0.0.0.0', '::', '::1', '"[::1]" ', 'localhost', outerAddress]),
  )("is found by its image's health check at HOST '%s', until it ends", async (HOST) => {
    const service = await start(HOST === '' ? {} : { HOST });
    const check = checkHealth(service, HOST);
    const running = await check();
    await service.close();

    expect([running, await check()]).toEqual([0, 1]);
  });

  it('is not healthy for its image while its database cannot be written', async () => {
    const service = await start({}, { level: 'silent' });
    const check = checkHealth(service);
    const running = await check();

    const allowWrites = await refuseWrites(location.databaseFile);
    await expect.poll(check, { timeout: 60_000 }).toBe(1);
    await allowWrites();

    expect(running).toBe(0);
  });
});

it('the log of the start warns of a missing PUBLIC_URL when other machines can connect', async () => {
  const forgotten = await readLog({ HOST: '0.0.0.0' });
  const named = await readLog({ HOST: '0.0.0.0', PUBLIC_URL: 'https://connect.example' });

  expect(forgotten).toMatch(/PUBLIC_URL is not set: pages work at http:\/\/localhost:\d+ only/);
  for (const control of [named, await readLog()]) expect(control).not.toContain('PUBLIC_URL');
});

describe('the configuration', () => {
  it('leaves out what a file, a Kubernetes secret or docker stack adds to a value', () => {
    const config = readConfig({
      PORT: ' 4400 ',
      PUBLIC_URL: 'https://connect.example\n',
      DATABASE_URL: 'postgres://localhost/connect?sslmode=disable \t',
      METRICS_TOKEN: '"scrape_me_every_minute" \n',
      DASHBOARD_PASSWORD: ' of two words \r\n',
      ADMIN_TOKEN: `${adminToken}\n`,
      IDENTITY_HEADER: 'X-Forwarded-Email\n',
      TRUST_PROXY: '10.0.0.0/8\n',
      WEBHOOK_ALLOW_HOSTS: 'Hooks.Internal, [FD00::5]',
      APPLICATIONS_FILE: '\n',
    });

    expect(config).toMatchObject({
      listenPort: 4400,
      publicUrl: 'https://connect.example',
      databaseUrl: 'postgres://localhost/connect?sslmode=disable',
      dashboardPassword: ' of two words ',
      metricsToken: 'scrape_me_every_minute',
      identityHeader: 'X-Forwarded-Email',
      webhookAllowHosts: ['hooks.internal', 'fd00::5'],
      adminToken,
      applications: [],
    });
  });

  it('reads applications from a file with a byte order mark, and a name without the space around it', () => {
    const client_secret = 'x'.repeat(32);
    const written = { note: 'ignored', name: ' Corner Shop\n', client_secret };
    const read = { ...testApplication, name: 'Corner Shop', client_secret };
    expect(readApplicationsFile(written)).toEqual(read);
  });

  it.each([
    [{ HOST: 'http://localhost:4400' }, /^HOST must be an IP address or a host name/],
    [{ ADMIN_TOKEN: 'short' }, /^ADMIN_TOKEN must be 32 to 500/],
    [{ IDENTITY_HEADER: 'X-Forwarded-Email' }, /^IDENTITY_HEADER needs TRUST_PROXY/],
    [{ IDENTITY_HEADER: 'Cookie', TRUST_PROXY: '1' }, /^IDENTITY_HEADER must be the name/],
    [{ IDENTITY_HEADER: 'not a name', TRUST_PROXY: '1' }, /^IDENTITY_HEADER must be the name/],
    [{ PUBLIC_URL: 'connect.example' }, /^PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://connect.example/path' }, /^PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://connect.example/?key=1' }, /^PUBLIC_URL/],
    [{ GRANT_KEY: Array(3).fill('A'.repeat(43)).join() }, /^GRANT_KEY/],
    [{ MIGRATE_ON_START: 'yes' }, /^MIGRATE_ON_START must be true or false/],
    [{ APPLICATIONS_FILE: '/nowhere.json' }, /^APPLICATIONS_FILE.*cannot be read/],
  ])('refuses %o', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(message);
  });

  it.each([
    ['PORT', 0, 65_535],
    ['DATABASE_POOL_SIZE', 2, 1000],
    ['CODE_TTL_SECONDS', 1, 600],
    ['CONSENT_KEEP_YEARS', 1, 100],
    ['SUBMISSION_LIMIT', 0, 1e9],
  ])('reads %s from %i to %i, and nothing else', (name, least, most) => {
    const read = (value: unknown) => () => readConfig({ [name]: String(value) });
    for (const value of [least, most]) expect(read(value)).not.toThrow();
    for (const value of [least - 1, most + 1, 'x']) {
      expect(read(value)).toThrow(`${name} must be a whole number from ${least} to ${most}.`);
    }
  });

  const secret = `whsec_${'A'.repeat(32)}`;
  const webhook = { url: 'https://app.example/hooks', types: 'all', secret };

  it('refuses two applications with one client ID', () => {
    expect(() => readApplicationsFile({}, { name: 'Copy' })).toThrow(
      'APPLICATIONS_FILE: 1 is wrong (has the client_id of another application).',
    );
  });

  it.each<[field: string, value: unknown, advice?: string]>([
    ['redirect_uris', ['http://app.example/callback']],
    ['redirect_uris', ['https://app.example/#x']],
    ['redirect_uris', ['https://*.app.example/']],
    ['redirect_uris', ['https://user@app.example/']],
    ['origins', ['http://app.example']],
    ['origins', ['https://app.example/'], 'must be written as "https://app.example"'],
    ['redirect_uris', ['https://münchen.example/'], 'must be https or loopback, in ASCII'],
    ['origins', [`https://${'a'.repeat(293)}`]],
    ['environment', 'production'],
    ['name', 'Corner\u0000Shop'],
    ['submission_limit', 1e20, '0 to 1000000000'],
    ['webhooks', [webhook, { ...webhook, types: ['connection.created'] }]],
    ['client_secret', 'x'.repeat(31)],
    ['client_secret', 'with a space among its 32 characters'],
    ['purpose', '\u200b', 'must be one sentence'],
    ['privacy_url', 'http://a.io', 'https'],
    ['consent_days', 367, '1 to 366'],
    ['token_days', 367, '1 to 366'],
    ['accent_color', 'teal', '#0b6e4f'],
    ['support_url', 'ftp://a.io', 'https'],
    ['logo', 'data:image/svg+xml;base64,AAAA', 'PNG or WebP'],
  ])('refuses an application whose %s is %o, unquoted', (field, value, advice = field) => {
    const read = () => readApplicationsFile({ [field]: value });

    expect(read).toThrow(`0.${field}`);
    expect(read).toThrow(advice);
    expect(read).not.toThrow(JSON.stringify(value).replaceAll(/[[\]"]/g, ''));
  });
});
