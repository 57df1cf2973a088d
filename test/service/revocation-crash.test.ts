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
import {
  applications,
  atOnce,
  byTime,
  createGrantWorld,
  type GrantWay,
  remaining,
  sortGrants,
} from './grant-ways.ts';
import { actAt } from './network.ts';
import { adminToken, day } from './test-application.ts';
import { bearer } from './world.ts';

const metricsToken = 'm'.repeat(32);
/** This is longer than the lease of a revocation, and than the pause after its first failures. */
const pause = 10 * 60 * 1000;

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
const held = new Map<string, ServerResponse>();

beforeAll(async () => {
  if (!isLongRun) return;
  build = await buildService();
  provider = await startServer(async (request, response) => {
    const sent = await text(request);
    if (request.url === '/wait') held.set(sent, response);
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

async function readPending({ url }: ServiceProcess): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: bearer(metricsToken) });
  return Number(/^connect_revocations_pending (\d+)/m.exec(await response.text())?.[1]);
}

describe.runIf(isLongRun)('a process that is killed before the provider has answered', () => {
  it.each<[string, readonly GrantWay[], number]>([
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
          aheadMs === 0 ? applications : remaining,
        ),
        NODE_OPTIONS: `--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+${aheadMs}`,
      });
    const expected = ways.flatMap(([, , grants]) => grants);
    revoked.length = 0;
    isHanging = true;

    let service = await start(0);
    const world = createGrantWorld({
      acts: actAt(service.url),
      held,
      passHalfMinute() {},
      passTimeout: (signedIn) => signedIn,
    });
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
    await expect.poll(() => sortGrants(revoked), { timeout: 30_000 }).toEqual(sortGrants(expected));
    await expect.poll(() => readPending(last)).toBe(0);
    await last.end('SIGTERM');
    for (const response of hanging.splice(0)) response.destroy();
    expect(revoked, name).not.toContain('kept 1');
  });
});
