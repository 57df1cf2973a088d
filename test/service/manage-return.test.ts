import { randomBytes } from 'node:crypto';
import type { RedirectProvider } from 'tax-connect/providers';
import { expect, it } from 'vitest';
import { createGrantSeal } from '../../src/connect/service/basics/grant-seal.ts';
import { createProviderRegistry } from '../../src/connect/service/providers/registry.ts';
import { createSimulatedProviders } from '../../src/connect/service/providers/simulated.ts';
import {
  createFlow,
  createTestService,
  hostOrigin,
  liveApplication,
  readError,
  readJson,
  startFlow,
  type TestFlow,
} from './harness.ts';

const plugin: RedirectProvider = {
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  authorize: async ({ state }) => ({
    url: new URL(`https://fake.example/authorize?state=${state}`),
    state: null,
  }),
  complete: async () => ({ status: 'accepted', subject: 'person', label: 'A. P.' }),
};

/** @returns the state of OAuth, from the address that the browser is sent to */
async function leave(flow: TestFlow): Promise<string | null> {
  await flow.send('provider', { provider_id: 'fake' });
  const { url } = await readJson(await flow.send('authorize'));
  return new URL(String(url)).searchParams.get('state');
}

it('a visit to /manage takes no return of another visit, or of Connect', {
  tags: ['threat-60', 'control-60'],
}, async () => {
  const service = await createTestService({
    applications: [{ ...liveApplication, origins: [hostOrigin] }],
    providers: createProviderRegistry({
      simulated: createSimulatedProviders({ now: () => 0, sleep: async () => {} }),
      loaded: [plugin],
      seal: createGrantSeal([randomBytes(32)]),
    }),
  });
  const startVisit = async () => {
    const html = await (await service.app.request('/manage')).text();
    const visit = createFlow(service, /"flow_token":"([^"]+)"/.exec(html)?.[1] ?? '');
    await visit.send('start');
    return visit;
  };
  const visit = await startVisit();
  const own = await leave(visit);
  const planted = await leave(await startVisit());
  const ofConnect = await leave(await startFlow(service, { clientId: 'live_app' }));
  const comeBack = (state: string | null) =>
    visit.send('return', { query: `code=abc&state=${state}` });

  expect(await readError(await comeBack(planted))).toEqual([409, 'invalid_step']);
  expect(await readError(await comeBack(ofConnect))).toEqual([409, 'invalid_step']);
  expect(await readJson(await comeBack(own))).toMatchObject({ step: 'manage' });
});
