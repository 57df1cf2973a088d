import type { RedirectProvider } from 'tax-connect/providers';
import { expect, it } from 'vitest';
import { createTestService, live, readError, readJson, type TestFlow } from './harness.ts';
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
    applications: [live],
    providers: createProviders([plugin]),
  });
  const visit = await service.startVisit();
  const own = await leave(visit);
  const planted = await leave(await service.startVisit());
  const ofConnect = await leave(await service.startFlow({ clientId: 'live_app' }));
  const comeBack = (state: string | null) =>
    visit.send('return', { query: `code=abc&state=${state}` });

  expect(await readError(comeBack(planted))).toEqual([409, 'invalid_step']);
  expect(await readError(comeBack(ofConnect))).toEqual([409, 'invalid_step']);
  expect(await readJson(comeBack(own))).toMatchObject({ step: 'manage' });
});
