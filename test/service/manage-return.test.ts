import type { RedirectProvider } from 'tax-connect/providers';
import { expect, it } from 'vitest';
import {
  createTestService,
  hostOrigin,
  liveApplication,
  readError,
  readJson,
  type TestFlow,
} from './harness.ts';
import { createProviders } from './plugin-service.ts';

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
  await flow.pick('fake');
  const { url } = await flow.read('authorize');
  return new URL(String(url)).searchParams.get('state');
}

it('a visit to /manage takes no return of another visit, or of Connect', {
  tags: ['threat-60', 'control-60'],
}, async () => {
  const service = await createTestService({
    applications: [{ ...liveApplication, origins: [hostOrigin] }],
    providers: createProviders([plugin]),
  });
  const startVisit = async () => {
    const html = await (await service.get('/manage')).text();
    const visit = service.createFlow(/"flow_token":"([^"]+)"/.exec(html)?.[1] ?? '');
    await visit.send('start');
    return visit;
  };
  const visit = await startVisit();
  const own = await leave(visit);
  const planted = await leave(await startVisit());
  const ofConnect = await leave(await service.startFlow({ clientId: 'live_app' }));
  const comeBack = (state: string | null) =>
    visit.send('return', { query: `code=abc&state=${state}` });

  expect(await readError(comeBack(planted))).toEqual([409, 'invalid_step']);
  expect(await readError(comeBack(ofConnect))).toEqual([409, 'invalid_step']);
  expect(await readJson(comeBack(own))).toMatchObject({ step: 'manage' });
});
