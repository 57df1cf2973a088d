import { randomBytes } from 'node:crypto';
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
import { createBlankDatabase, describeDatabase, isPostgres } from './database.ts';
import { adminToken, bearer, day, hostOrigin, type Json, live } from './harness.ts';
import { actAt, post } from './network.ts';

/*
 * Each way to give up a grant, in a process that is killed before the provider has answered. The person's name is
 * the way, and each login gives another grant: `NAME 1`, `NAME 2`. For a person whose name begins with `slow`, the
 * provider answers when the test says so.
 */

const metricsToken = 'm'.repeat(32);
/** This is longer than the lease of a revocation, and than the pause after its first failures. */
const pause = 10 * 60 * 1000;

const brief = { ...live, client_id: 'brief_app', consent_days: 1 };
const deleted = { ...live, client_id: 'deleted_app', name: 'Deleted' };
type App = typeof live;

const pluginText = (url: string) => `
const counts = new Map();
const send = (path, body) => fetch('${url}' + path, { method: 'POST', body });
const accept = async ({ username }) => {
  if (username.startsWith('slow ')) await send('/wait', username);
  const count = (counts.get(username) ?? 0) + 1;
  counts.set(username, count);
  return { status: 'accepted', subject: username, label: username, grant: username + ' ' + count };
};
export default [{
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  begin: accept,
  answer: accept,
  revoke: async (grant) => { await send('/revoke', grant); },
  records: {
    list: async (request, { grant }) => {
      await send('/wait', grant);
      return { status: 'ok', value: { records: [] }, grant: grant + ' renewed' };
    },
    read: async () => ({ status: 'not_found' }),
  },
}];`;

let build: ServiceBuild;
let provider: RawServer;
/** The grants that the provider has revoked. While it hangs, it answers nothing. */
const revoked: string[] = [];
const hanging: ServerResponse[] = [];
let isHanging = true;
/** The requests that wait for an answer of the provider: people who sign in, and grants that read. */
const waiting = new Map<string, ServerResponse>();

beforeAll(async () => {
  if (!isLongRun) return;
  build = await buildService();
  provider = await startServer(async (request, response) => {
    const sent = await text(request);
    if (request.url === '/wait') waiting.set(sent, response);
    else if (isHanging) hanging.push(response);
    else {
      revoked.push(sent);
      response.end();
    }
  });
});

afterAll(async () => {
  await build?.remove();
  await provider?.close();
});

interface Where {
  readonly app?: App;
  readonly session?: string | null;
}

type World = ReturnType<typeof createWorld>;
type Flow = Awaited<ReturnType<World['start']>>;

const read = async (response: Response): Promise<Json> => {
  expect(response.status, response.url).toBeLessThan(300);
  const body = await response.text();
  return body === '' ? {} : JSON.parse(body);
};

function createWorld(service: ServiceProcess) {
  const acts = actAt(service.url);
  const credentialsOf = ({ client_id, client_secret }: App) => ({ client_id, client_secret });
  const describe = (username: string, { app = live, session = null }: Where = {}) =>
    ({ application: app, providerId: 'fake', username, session }) as const;
  return {
    service,
    disconnect: acts.disconnect,
    /** A flow whose person is about to sign in. */
    async start({ app = live, session = null }: Where = {}) {
      const flow = await acts.startFlow({ clientId: app.client_id, session });
      await flow.pick('fake');
      return flow;
    },
    /** A flow whose person has signed in, and is asked for consent. */
    signIn: (username: string, where?: Where) => acts.signIn(describe(username, where)),
    /** The same in a popup of the flow. */
    async signInByPopup(username: string) {
      const handoff = randomBytes(32).toString('base64url');
      const frame = await acts.startFlow({ clientId: live.client_id });
      await frame.send('handoff', { handoff, provider_id: null });
      // It hears of the flow until the process is killed.
      await (await frame.send('events')).body?.getReader().read();
      const referrer = { Referer: `${hostOrigin}/` };
      const page = await acts.openPage(`client_id=${live.client_id}`, referrer);
      const popup = acts.createFlow(page);
      await popup.joinByHandoff(handoff);
      await popup.pick('fake');
      await popup.logIn(username);
      return popup;
    },
    allow: (username: string, where?: Where) => acts.allow(describe(username, where)),
    exchange: (code: string) => acts.finish(code, live),
    connect: (username: string, where?: Where) => acts.connect(describe(username, where)),
    async makeSession(fields: object = {}) {
      const order = { ...credentialsOf(live), ...fields };
      const made = await read(await acts.post('/connect/sessions', order));
      return { session: String(made.session), path: `/connect/sessions/${made.session_id}` };
    },
    /** POST with the application's credentials. */
    asBackend: async (path: string) => await read(await acts.post(path, credentialsOf(live))),
    asOperator: async (path: string, body: object) => await read(await acts.admin.post(path, body)),
    async visit() {
      const visit = await acts.startVisit();
      await visit.pick('fake');
      return visit;
    },
  };
}

/** Something else happens first, and then the provider answers. */
async function answerAfter(name: string, first: () => Promise<unknown>): Promise<void> {
  await expect.poll(() => waiting.has(name), { timeout: 10_000 }).toBe(true);
  await first();
  waiting.get(name)?.end();
}

/** A person who signs in while something else happens. */
async function signInLate(
  flow: Flow,
  name: string,
  first: (login: Promise<Response>) => Promise<unknown>,
) {
  const login = flow.logIn(name);
  await answerAfter(name, () => first(login));
  return await login;
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
    'a popup that was closed',
    async (world) => (await world.signInByPopup('closed')).send('leave'),
    ['closed 1'],
  ],
  [
    'two codes that are exchanged at once',
    async (world) => {
      const codes = [await world.allow('racing'), await world.allow('racing')];
      await Promise.all(codes.map((code) => world.exchange(code)));
    },
    // Either may be the later one.
    ['racing *'],
  ],
  [
    'an answer to a person who has gone back',
    async (world) => {
      const flow = await world.start();
      await signInLate(flow, 'slow back', () => flow.send('back'));
    },
    ['slow back 1'],
  ],
  [
    'an answer for which the service has stopped waiting',
    async (world) => signInLate(await world.start(), 'slow answer', (login) => login),
    ['slow answer 1'],
  ],
  [
    'an answer to a visit for which the service has stopped waiting',
    async (world) => signInLate(await world.visit(), 'slow visit', (login) => login),
    ['slow visit 1'],
  ],
  [
    'renewed after the end of the connection',
    async (world) => {
      const { token } = await world.connect('renewed');
      const reading = fetch(`${world.service.url}/records`, { headers: bearer(token) });
      await answerAfter('renewed 1', () => world.disconnect(token));
      await reading;
    },
    ['renewed 1', 'renewed 1 renewed'],
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
      await read(await world.disconnect(token));
    },
    ['by application 1'],
  ],
  [
    'disconnected by the operator',
    async (world) => {
      const { accountId: account_id } = await world.connect('by operator');
      await world.asOperator('applications/live_app/accounts/disconnect', { account_id });
    },
    ['by operator 1'],
  ],
  [
    'disconnected by the person',
    async (world) => {
      const { accountId: account_id } = await world.connect('by person');
      const flow = await world.visit();
      await flow.logIn('by person');
      await flow.send('end-access', { account_id });
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
      await signInLate(await world.start({ app: deleted }), 'slow login', () =>
        world.asOperator('applications/deleted_app/delete', { name: deleted.name }),
      );
    },
    ['account 1', 'code 1', 'consent 1', 'slow login 1'],
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
      const credentials = { client_id: live.client_id, client_secret: live.client_secret };
      const ask = () => post(`${world.service.url}${path}/code`, credentials);
      // Until then, the page may bring the first one.
      await expect.poll(async () => (await ask()).status, { timeout: 60_000 }).toBe(201);
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
    'an answer after the session was canceled',
    async (world) => {
      const { session, path } = await world.makeSession();
      await signInLate(await world.start({ session }), 'slow session', () =>
        world.asBackend(`${path}/cancel`),
      );
    },
    ['slow session 1'],
  ],
  [
    'allowed in a popup, whose opener did not ask for the code',
    async (world) => (await world.signInByPopup('unasked')).send('consent', { decision: 'allow' }),
    ['unasked 1'],
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
    headers: bearer(metricsToken),
  });
  return Number(/^connect_revocations_pending (\d+)/m.exec(await response.text())?.[1]);
}

describe.runIf(isLongRun)('a process that is killed before the provider has answered', () => {
  it.each<[string, readonly Way[], number]>([
    ['in the request', atOnce, 0],
    // The sweep that a process begins with is late enough for all of them.
    ['by time', byTime, 8 * day],
  ])('loses no grant that was given up %s', async (name, ways, later) => {
    const folder = join(build.folder, `revocations ${later}`);
    const database = isPostgres
      ? describeDatabase(await createBlankDatabase())
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

    let service = await start(0);
    const world = createWorld(service);
    await world.connect('kept');
    await Promise.all(ways.map(([, giveUp]) => giveUp(world)));
    if (later > 0) {
      await service.end('SIGKILL');
      service = await start(later);
    }
    // The service has given the grants up, and is killed while the provider hangs.
    await expect.poll(() => readPending(service), { timeout: 20_000 }).toBe(expected.length);
    await service.end('SIGKILL');
    expect(revoked).toEqual([]);

    isHanging = false;
    const last = await start(later + pause);
    const unify = (grant: string) => grant.replace(/^racing \d$/, 'racing *');
    await expect
      .poll(() => revoked.map(unify).sort(), { timeout: 30_000 })
      .toEqual([...expected].sort());
    await expect.poll(() => readPending(last)).toBe(0);
    await last.end('SIGTERM');
    for (const response of hanging.splice(0)) response.destroy();
    expect(revoked, name).not.toContain('kept 1');
  });
});
