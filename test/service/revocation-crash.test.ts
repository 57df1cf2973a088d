import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../support/extent.ts';
import {
  buildService,
  type ServiceBuild,
  type ServiceProcess,
} from '../support/service-process.ts';
import { type RawServer, startServer } from '../unit/server/raw-http.ts';
import { createBlankDatabase, isPostgres } from './database.ts';
import { hostOrigin, liveApplication, nonce } from './harness.ts';
import { post } from './network.ts';

/*
 * Each way to give up a grant, in a process that is killed before the provider has answered. The person's name is
 * the way, and each login gives another grant: `NAME 1`, `NAME 2`.
 */

const adminToken = 'a'.repeat(32);
const metricsToken = 'm'.repeat(32);
const asAdmin = { Authorization: `Bearer ${adminToken}` };
const day = 24 * 60 * 60 * 1000;
/** Longer than the lease of a revocation, and than the pause after its first failures. */
const pause = 10 * 60 * 1000;

const live = { ...liveApplication, origins: [hostOrigin] };
const brief = { ...live, client_id: 'brief_app', consent_days: 1 };
const deleted = { ...live, client_id: 'deleted_app', name: 'Deleted' };
type App = typeof live;

const pluginText = (url: string) => `
const counts = new Map();
const accept = async ({ username }) => {
  const count = (counts.get(username) ?? 0) + 1;
  counts.set(username, count);
  return { status: 'accepted', subject: username, label: username, grant: username + ' ' + count };
};
export default [{
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  begin: accept,
  answer: accept,
  revoke: async (grant) => { await fetch('${url}', { method: 'POST', body: grant }); },
}];`;

let build: ServiceBuild;
let provider: RawServer;
/** What the provider has revoked. While it hangs, it answers nothing. */
const revoked: string[] = [];
const hanging: ServerResponse[] = [];
let isHanging = true;

beforeAll(async () => {
  if (!isLongRun) return;
  build = await buildService();
  provider = await startServer(async (request, response) => {
    const grant = await text(request);
    if (isHanging) hanging.push(response);
    else {
      revoked.push(grant);
      response.end();
    }
  });
}, 60_000);

afterAll(async () => {
  await build?.remove();
  await provider?.close();
});

interface World {
  readonly service: ServiceProcess;
  /** A flow whose person has signed in, and is asked for consent. */
  signIn(username: string, where?: { app?: App; session?: string | null }): Promise<Flow>;
  allow(username: string, where?: { app?: App; session?: string | null }): Promise<string>;
  connect(
    username: string,
    where?: { app?: App; session?: string | null },
  ): Promise<{ readonly token: string; readonly accountId: string }>;
  makeSession(fields?: object): Promise<{ readonly session: string; readonly path: string }>;
  /** POST with the application's credentials. */
  asBackend(path: string): Promise<Json>;
  asOperator(path: string, body: object): Promise<Json>;
}

type Json = Readonly<Record<string, string>>;
interface Flow {
  send(step: string, body?: object): Promise<Json>;
}

const read = async (response: Response): Promise<Json> => {
  expect(response.status, response.url).toBeLessThan(300);
  const body = await response.text();
  return body === '' ? {} : JSON.parse(body);
};

function createWorld(service: ServiceProcess): World {
  const { url } = service;
  const credentialsOf = ({ client_id, client_secret }: App) => ({ client_id, client_secret });
  const exchange = async (code: string, app = live) => {
    const answer = await post(`${url}/auth/token`, { ...credentialsOf(app), code });
    const { access_token = '', account_id = '' } = await read(answer);
    return { token: access_token, accountId: account_id };
  };
  const world: World = {
    service,
    async signIn(username, { app = live, session = null } = {}) {
      const flow = await openPage(url, `/connect?client_id=${app.client_id}`);
      await flow.send('start', { origin: hostOrigin, nonce, state: null, session });
      await flow.send('provider', { provider_id: 'fake' });
      await flow.send('login', { username, password: 'any' });
      return flow;
    },
    async allow(username, where) {
      const flow = await world.signIn(username, where);
      return (await flow.send('consent', { decision: 'allow' })).code ?? '';
    },
    connect: async (username, where) =>
      await exchange(await world.allow(username, where), where?.app),
    async makeSession(fields = {}) {
      const order = { ...credentialsOf(live), ...fields };
      const made = await read(await post(`${url}/connect/sessions`, order));
      return { session: made.session ?? '', path: `/connect/sessions/${made.session_id}` };
    },
    asBackend: async (path) => await read(await post(url + path, credentialsOf(live))),
    asOperator: async (path, body) => await read(await post(`${url}/admin${path}`, body, asAdmin)),
  };
  return world;
}

/** A page of the service, with its flow. Login answers a refusal for a different account. */
async function openPage(url: string, path: string): Promise<Flow> {
  const html = await (await fetch(url + path)).text();
  const [, flow_token = ''] = /"flow_token":"([^"]+)"/.exec(html) ?? [];
  return {
    async send(step, body = {}) {
      const sent = { flow_token, ...body };
      const headers = { 'Sec-Fetch-Site': 'same-origin' };
      const response = await post(`${url}/connect/flow/${step}`, sent, headers);
      return (await response.json()) as Json;
    },
  };
}

/** A way, and the grants that it gives up. */
type Way = readonly [
  name: string,
  giveUp: (world: World) => Promise<unknown>,
  grants: readonly string[],
];

/** The process gives the grant up in the request. */
const atOnce: readonly Way[] = [
  [
    'denied',
    async (world) => (await world.signIn('denied')).send('consent', { decision: 'deny' }),
    ['denied 1'],
  ],
  ['went back', async (world) => (await world.signIn('went back')).send('back'), ['went back 1']],
  [
    'taken over by a popup',
    async (world) =>
      (await world.signIn('popup')).send('handoff', { handoff: 'h'.repeat(43), provider_id: null }),
    ['popup 1'],
  ],
  [
    'replaced by a later connection',
    async (world) => {
      await world.connect('replaced');
      await world.connect('replaced');
    },
    ['replaced 1'],
  ],
  [
    'connected again',
    async (world) => {
      const { accountId: account_id } = await world.connect('again');
      const { session } = await world.makeSession({ account_id });
      await world.connect('again', { session });
    },
    ['again 1'],
  ],
  [
    'a different account',
    async (world) => {
      const { accountId: account_id } = await world.connect('same');
      const { session } = await world.makeSession({ account_id });
      await world.signIn('different', { session });
    },
    ['different 1'],
  ],
  [
    'a canceled session',
    async (world) => {
      const { session, path } = await world.makeSession();
      await world.signIn('canceled', { session });
      await world.asBackend(`${path}/cancel`);
    },
    ['canceled 1'],
  ],
  [
    'a session that was denied in another window',
    async (world) => {
      const { session } = await world.makeSession();
      await world.signIn('windows', { session });
      const other = await world.signIn('windows', { session });
      await other.send('consent', { decision: 'deny' });
    },
    ['windows 1', 'windows 2'],
  ],
  [
    'disconnected by the application',
    async (world) => {
      const { token } = await world.connect('by application');
      const headers = { Authorization: `Bearer ${token}` };
      await read(await post(`${world.service.url}/account/disconnect`, {}, headers));
    },
    ['by application 1'],
  ],
  [
    'disconnected by the operator',
    async (world) => {
      const { accountId: account_id } = await world.connect('by operator');
      await world.asOperator('/applications/live_app/accounts/disconnect', { account_id });
    },
    ['by operator 1'],
  ],
  [
    'disconnected by the person',
    async (world) => {
      const { accountId: account_id } = await world.connect('by person');
      const visit = await openPage(world.service.url, '/manage');
      await visit.send('start');
      await visit.send('provider', { provider_id: 'fake' });
      await visit.send('login', { username: 'by person', password: 'any' });
      await visit.send('end-access', { account_id });
    },
    // The sign-in of the visit has given another one.
    ['by person 1', 'by person 2'],
  ],
  [
    'its application was deleted',
    async (world) => {
      await world.connect('account', { app: deleted });
      await world.allow('code', { app: deleted });
      await world.signIn('consent', { app: deleted });
      await world.asOperator('/applications/deleted_app/delete', { name: deleted.name });
    },
    ['account 1', 'code 1', 'consent 1'],
  ],
];

/** Time gives the grant up, by a sweep. */
const byTime: readonly Way[] = [
  ['left at consent', (world) => world.signIn('left'), ['left 1']],
  ['a code that was not exchanged', (world) => world.allow('unused'), ['unused 1']],
  [
    'a code that was replaced by a fresh one, which was not exchanged',
    async (world) => {
      const { session, path } = await world.makeSession();
      await world.allow('fresh', { session });
      await world.asBackend(`${path}/code`);
    },
    ['fresh 1'],
  ],
  [
    'a session that expires',
    async (world) => {
      const { session } = await world.makeSession({ expires_in: 600 });
      await world.signIn('expired', { session });
    },
    ['expired 1'],
  ],
  [
    'a session that succeeds in another window',
    async (world) => {
      const { session } = await world.makeSession();
      await world.signIn('other window', { session });
      await world.connect('other window', { session });
    },
    ['other window 1'],
  ],
  ['the consent ends', (world) => world.connect('brief', { app: brief }), ['brief 1']],
];

async function readPending({ url }: ServiceProcess): Promise<number> {
  const response = await fetch(`${url}/metrics`, {
    headers: { Authorization: `Bearer ${metricsToken}` },
  });
  return Number(/^connect_revocations_pending (\d+)/m.exec(await response.text())?.[1]);
}

describe.runIf(isLongRun)('a process that is killed before the provider has answered', () => {
  it.each<[string, readonly Way[], number]>([
    ['in the request', atOnce, 0],
    // The sweep that a process begins with is late enough for all of them.
    ['by time', byTime, 8 * day],
  ])('loses no grant that was given up %s', { timeout: 180_000 }, async (name, ways, later) => {
    const folder = join(build.folder, `revocations ${later}`);
    const database = isPostgres
      ? { DATABASE_URL: await createBlankDatabase() }
      : { DATA_DIR: folder };
    const module = join(build.folder, 'crash-providers.mjs');
    writeFileSync(module, pluginText(provider.origin));
    const start = (aheadMs: number) =>
      build.start({
        ...database,
        DASHBOARD_PASSWORD: 'kept across restarts',
        ADMIN_TOKEN: adminToken,
        METRICS_TOKEN: metricsToken,
        PROVIDERS_MODULE: module,
        GRANT_KEY: Buffer.alloc(32, 7).toString('base64'),
        // The file would register the deleted one again.
        APPLICATIONS_FILE: build.write(
          'applications.json',
          aheadMs === 0 ? [live, brief, deleted] : [live, brief],
        ),
        NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${aheadMs}`,
      });
    const expected = ways.flatMap(([, , grants]) => grants);
    revoked.length = 0;
    isHanging = true;

    const first = await start(0);
    const world = createWorld(first);
    await world.connect('kept');
    for (const [, giveUp] of ways) await giveUp(world);
    await first.end('SIGKILL');

    if (later > 0) {
      // It gives the grants up, and is killed while the provider hangs.
      const second = await start(later);
      await expect.poll(() => readPending(second), { timeout: 20_000 }).toBe(expected.length);
      await second.end('SIGKILL');
    }
    expect(revoked).toEqual([]);

    isHanging = false;
    const last = await start(later + pause);
    await expect.poll(() => [...revoked].sort(), { timeout: 30_000 }).toEqual([...expected].sort());
    await expect.poll(() => readPending(last)).toBe(0);
    await last.end('SIGTERM');
    for (const response of hanging.splice(0)) response.destroy();
    expect(revoked, name).not.toContain('kept 1');
  });
});
