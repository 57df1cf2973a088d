import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtAssets } from '../../service/built-assets.ts';
import { openTestStore } from '../../service/database.ts';
import { oneProxy, type TestService } from '../../service/harness.ts';
import { hostileRequests, type Sent } from '../../service/hostile-requests.ts';
import { adminToken, publicUrl } from '../../service/test-application.ts';

import '../../service/setup.ts';

/* The test runs in a separate worker. In a worker that has run other files, V8 has inlined some functions, and does
   not count their calls. */
const inspector = new Session();
let harness: typeof import('../../service/harness.ts');
let service: TestService;
/** At the login of a provider. */
let flowToken: string;

const program = new TextEncoder().encode('open();'.repeat(1000));

/** V8 counts the calls and the turns of loops in the modules that are loaded from here on. */
beforeAll(async () => {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  vi.resetModules();
  harness = await import('../../service/harness.ts');
});

afterAll(() => inspector.disconnect());

beforeEach(async () => {
  const { createTestService } = harness;
  const files = new Map([['a.js', { body: program, type: 'text/javascript', isHashed: false }]]);
  service = await createTestService({
    store: await openTestStore(),
    assets: { ...builtAssets, page: { ...builtAssets.page, files } },
    config: { adminToken, trustedProxies: oneProxy },
    dashboardPassword: 'correct horse battery staple',
  });
  const flow = await service.startFlow();
  await flow.pick('sandbox');
  flowToken = flow.token;
});

async function answer([path, init]: Sent): Promise<Response> {
  const body = typeof init?.body === 'string' ? init.body.replace('FLOW', flowToken) : null;
  // `app.request` would not do, because it compares each answer with the documentation.
  const response = await service.app.fetch(new Request(publicUrl + path, { ...init, body }));
  await response.arrayBuffer();
  return response;
}

/** @returns how many calls and turns of loops a request takes, outside of Node */
async function countWork(sent: Sent): Promise<number> {
  await inspector.post('Profiler.takePreciseCoverage');
  await answer(sent);
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => !url.startsWith('node:'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

describe('a request takes at most five times the work of a plain one with a hostile', {
  tags: ['threat-64'],
}, () => {
  it.each(hostileRequests)('%s', async (_name, plain, hostile) => {
    // Some work is done once.
    await answer(plain);
    await answer(hostile);

    // Work of something else only adds.
    const counts = [await countWork(plain), await countWork(plain), await countWork(plain)];
    await expect.poll(() => countWork(hostile)).toBeLessThanOrEqual(5 * Math.min(...counts));
  });
});
