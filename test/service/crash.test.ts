import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byExtent, triesThreats } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import { createBlankDatabase, describeDatabase, isPostgres, openTestStoreAt } from './database.ts';
import {
  adminToken,
  asAdmin,
  authorization,
  bearer,
  credentials,
  isTokenValid,
  live,
  testApplication,
} from './harness.ts';
import { actAt, issueCodes, post, startLoginAt } from './network.ts';
import { startOidcWorld } from './oidc-world.ts';

const rounds = byExtent(2, 12);
const people = ['user_good', 'user_mfa', 'user_slow', 'user_error'];
/** Ten for each account. An eleventh token would end the first. */
const codesPerRound = 10 * people.length;
/** Whether to run all cases except the first one, which shows that PostgreSQL keeps acknowledged changes. */
const onEveryStore = triesThreats || !isPostgres;

const busyApplication = { ...testApplication, submission_limit: 1_000_000 };

let build: ServiceBuild;

beforeAll(async () => {
  build = await buildService();
});

afterAll(() => build.remove());

async function createLocation(name: string) {
  const folder = join(build.folder, name);
  const databaseFile = join(folder, 'connect.sqlite');
  const own = { DASHBOARD_PASSWORD: 'kept across restarts' };
  if (!isPostgres) return { databaseFile, environment: { ...own, DATA_DIR: folder } };
  const databaseUrl = await createBlankDatabase();
  return { databaseFile, databaseUrl, environment: { ...own, ...describeDatabase(databaseUrl) } };
}

/** The state of a code, as its application knows it. */
interface Attempt {
  readonly code: string;
  /** The token, if the exchange was acknowledged. */
  readonly token: string | undefined;
}

/** Exchanges all codes under load, and kills the process after a number of answers. */
async function exchangeUntilKilled(
  service: ServiceProcess,
  codes: readonly string[],
  answersUntilKill: number,
): Promise<readonly Attempt[]> {
  const waiting = [...codes];
  const attempts: Attempt[] = [];
  const work = async () => {
    for (let code = waiting.shift(); code !== undefined; code = waiting.shift()) {
      attempts.push({ code, token: await tryExchange(service.url, code) });
      if (attempts.length === answersUntilKill) void service.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, work));
  await service.end('SIGKILL');
  return attempts;
}

async function tryExchange(url: string, code: string): Promise<string | undefined> {
  try {
    const response = await post(`${url}/auth/token`, { ...credentials, code });
    const { access_token } = (await response.json()) as { access_token?: string };
    return response.status === 200 ? access_token : undefined;
  } catch {
    // The process was killed before it could answer.
    return undefined;
  }
}

it('keeps acknowledged exchanges and exchanges no code twice when it is killed at any point', {
  tags: ['threat-23'],
}, async () => {
  const { environment, ...location } = await createLocation('crash');
  const start = () =>
    build.start({
      ...environment,
      CODE_TTL_SECONDS: '600',
      APPLICATIONS_FILE: build.write('applications.json', [busyApplication]),
    });
  let acknowledged = 0;
  let unknown = 0;

  for (let round = 0; round < rounds; round += 1) {
    const service = await start();
    const codes = await issueCodes(service.url, codesPerRound, people);
    const answersUntilKill = 1 + Math.floor(Math.random() * (codesPerRound - 20));
    const attempts = await exchangeUntilKilled(service, codes, answersUntilKill);

    const store = await openTestStoreAt(location);
    const again = await start();
    const check = async ({ code, token }: Attempt) => {
      const isKept = token !== undefined && (await isTokenValid(store, token));
      const second = await tryExchange(again.url, code);
      const third = await tryExchange(again.url, code);

      // An acknowledged exchange is kept. One without an answer may have taken place or not.
      expect(isKept).toBe(token !== undefined);
      if (token !== undefined) expect(second).toBeUndefined();
      expect(third).toBeUndefined();
    };
    await Promise.all(attempts.map(check));
    acknowledged += attempts.filter(({ token }) => token !== undefined).length;
    unknown += attempts.filter(({ token }) => token === undefined).length;
    await again.end('SIGTERM');
    await store.close();
  }

  expect(acknowledged + unknown).toBe(rounds * codesPerRound);
  // Otherwise nothing would have been tested.
  expect(acknowledged).toBeGreaterThan(rounds);
  expect(unknown).toBeGreaterThan(rounds);
});

/** The events that may follow each event of one account. */
const followers: Readonly<Record<string, readonly string[]>> = {
  begin: ['connection.created'],
  'connection.created': ['connection.login_required', 'connection.disconnected'],
  'connection.login_required': ['connection.restored', 'connection.disconnected'],
  'connection.restored': ['connection.login_required', 'connection.disconnected'],
  'connection.disconnected': ['connection.created'],
};

it.runIf(onEveryStore)(
  'keeps each event together with what it reports when it is killed at any point',
  async () => {
    const { environment } = await createLocation('events');
    const start = () =>
      build.start({
        ...environment,
        ADMIN_TOKEN: adminToken,
        APPLICATIONS_FILE: build.write('applications.json', [busyApplication]),
      });
    const read = async (url: string, headers: Record<string, string>) =>
      (await (await fetch(url, { headers })).json()) as {
        readonly events: readonly { readonly type: string; readonly data: object }[];
        readonly next: string | null;
        readonly accounts: readonly { readonly account_id: string; readonly status: string }[];
      };
    let seen = 'begin';
    let next: string | null = null;

    for (let round = 0; round < rounds; round += 1) {
      const service = await start();
      const killAt = 10 + Math.floor(Math.random() * 20);
      let done = 0;
      const work = async (number: number) => {
        while (done < 40) {
          // Each code is newer than the application's last end of a connection.
          const [code] = await issueCodes(service.url, 1);
          const response = await post(`${service.url}/auth/token`, { ...credentials, code });
          const { account_id, access_token } = (await response.json()) as Record<string, string>;
          const headers = bearer(access_token);
          if (number % 2 === 0) await post(`${service.url}/account/disconnect`, {}, headers);
          else {
            await post(`${service.url}/sandbox/accounts/${account_id}/login_required`, credentials);
          }
          done += 1;
          if (done === killAt) void service.end('SIGKILL');
        }
      };
      await Promise.all([0, 1, 2, 3].map((number) => work(number).catch(() => {})));
      await service.end('SIGKILL');

      const again = await start();
      const types: string[] = [];
      for (let isMore = true; isMore; ) {
        const after: string = next === null ? '' : `?after=${next}`;
        const page = await read(`${again.url}/events${after}`, authorization);
        types.push(...page.events.map(({ type }) => type));
        next = page.next;
        isMore = page.events.length > 0;
      }
      const path = `${again.url}/admin/applications/test_app/accounts`;
      const { accounts } = await read(path, asAdmin);
      for (const type of types) {
        expect(followers[seen]).toContain(type);
        seen = type;
      }
      const expected: Readonly<Record<string, readonly string[]>> = {
        active: ['connection.created', 'connection.restored'],
        login_required: ['connection.login_required'],
        disconnected: ['connection.disconnected'],
      };
      expect(expected[accounts[0]?.status ?? 'disconnected']).toContain(seen);
      expect(types.length).toBeGreaterThan(2);
      await again.end('SIGTERM');
    }
  },
);

/** Its `revoke` tells the test's server. */
const pluginText = (url: string) => `
const accept = async () => ({ status: 'accepted', subject: 's', label: 's', grant: 'the grant' });
export default [{
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  begin: accept,
  answer: accept,
  revoke: async (grant) => { await fetch('${url}', { method: 'POST', body: grant }); },
}];`;

it.runIf(onEveryStore)(
  'revokes a given-up grant after it was killed',
  {
    tags: ['threat-49'],
  },
  async () => {
    const revoked: string[] = [];
    const provider = createServer(async (request, response) => {
      revoked.push(await text(request));
      response.end();
    });
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    const { port } = provider.address() as AddressInfo;
    const { environment } = await createLocation('revocation');
    const module = join(build.folder, 'revoked.mjs');
    writeFileSync(module, pluginText(`http://127.0.0.1:${port}`));
    const start = () =>
      build.start({
        ...environment,
        PROVIDERS_MODULE: module,
        GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
        APPLICATIONS_FILE: build.write('applications.json', [live]),
      });

    try {
      const service = await start();
      const flow = await actAt(service.url).signIn({ application: live, providerId: 'fake' });
      const denied = await flow.send('consent', { decision: 'deny' });
      await service.end('SIGKILL');
      const again = await start();

      expect(denied.status).toBe(200);
      await expect.poll(() => revoked).toContain('the grant');
      await again.end('SIGTERM');
    } finally {
      provider.close();
    }
  },
);

it.runIf(onEveryStore)(
  'keeps a renewed grant when it is killed before the read has used it',
  {
    tags: ['threat-56'],
  },
  async () => {
    const world = await startOidcWorld(build);
    const { provider } = world;
    const { environment } = await createLocation('renewal');

    try {
      const service = await world.start(environment);
      const headers = await world.connect(service.url);
      const before = await fetch(`${service.url}/records`, { headers });

      await provider.control({ expired: true, hanging: true });
      const lost = fetch(`${service.url}/records`, { headers }).catch(() => 'no answer');
      // The new access token has been used once.
      await expect.poll(async () => (await provider.control()).hanging).toBe(1);
      await service.end('SIGKILL');
      await provider.control({ hanging: false });
      const again = await world.start(environment);
      const after = await fetch(`${again.url}/records`, { headers });
      // The new refresh token has been kept, too.
      await provider.control({ expired: true });
      const later = await fetch(`${again.url}/records`, { headers });

      expect([before.status, await lost, after.status, later.status]).toEqual([
        200,
        'no answer',
        200,
        200,
      ]);
      expect(await provider.control()).toMatchObject({ refreshes: 2, endedGrants: 0 });
      await again.end('SIGTERM');
    } finally {
      await provider.close();
    }
  },
);

it.runIf(onEveryStore)(
  'finishes open requests and reports not ready when it is told to stop',
  async () => {
    const { environment } = await createLocation('stop');
    const service = await build.start({
      ...environment,
      APPLICATIONS_FILE: build.write('applications.json', [testApplication]),
    });
    const readiness = async () => (await fetch(`${service.url}/healthz`)).status;
    const flow = await startLoginAt(service.url);

    const before = await readiness();
    const slow = flow.logInAt(service.url, 'user_slow');
    // The answer shows that the login was received: one process handles both in order.
    await flow.logInAt(service.url, 'user_bad');
    const ended = service.end('SIGTERM');
    let meanwhile = await readiness();
    while (meanwhile === 200) meanwhile = await readiness();
    const login = await slow;

    expect([before, meanwhile, login.status]).toEqual([200, 503, 200]);
    expect(login.headers.get('Connection')).toBe('close');
    expect(await ended).toBe(0);
    await expect(readiness()).rejects.toThrow();
  },
);
