import type { CredentialProvider } from 'tax-connect/providers';
import { describe, expect, it } from 'vitest';
import { createTestService, publicUrl, readError, readJson } from './harness.ts';
import { createProviders } from './plugin-service.ts';

const plugin: CredentialProvider = {
  info: { id: 'fake', name: 'Fake Tax', domain: 'fake.example' },
  begin: async () => ({ status: 'accepted', subject: 'person', label: 'A. P.' }),
  answer: async () => ({ status: 'refused' }),
};
/** An operator's module may have a provider with the ID of the sandbox, which is closed. */
const closed = {
  ...plugin,
  info: { ...plugin.info, id: 'sandbox', status: 'unavailable' },
} as const;

const beyond = 'https://connect.example';

/** A visit to `/manage` of a service whose `PUBLIC_URL` is this. */
async function visit(address: string, loaded?: readonly CredentialProvider[]) {
  const service = await createTestService({
    config: { publicUrl: address },
    providers: createProviders(loaded),
  });
  const html = await (await service.get(`${address}/manage`)).text();
  const token = /"flow_token":"([^"]+)"/.exec(html)?.[1] ?? '';
  const flow = service.createFlow(token, { Origin: address });
  const { providers } = await flow.read('start');
  return { flow, ids: (providers as readonly { id: string }[]).map(({ id }) => id) };
}

describe('/manage of a service beyond loopback', () => {
  it.each([
    ['without plug-ins', undefined, []],
    ['with a plug-in', [plugin], ['fake']],
    ['with a closed plug-in of the same ID', [closed], []],
  ] as const)(
    'has no provider whose logins are published: %s',
    { tags: ['threat-67'] },
    async (_, loaded, expected) => {
      const { flow, ids } = await visit(beyond, loaded);
      expect(ids).toEqual(expected);
      const picked = await flow.pick('sandbox');
      expect(await readError(picked)).toEqual([403, 'provider_unavailable']);
      expect((await flow.logIn()).status).toBe(409);
    },
  );

  it('lets people in at the operator’s own providers', { tags: ['control-67'] }, async () => {
    const { flow } = await visit(beyond, [plugin]);
    await flow.pick('fake');
    expect(await readJson(flow.logIn('person'))).toMatchObject({ step: 'manage' });
  });

  it('has them on loopback, where all test applications are one developer’s', {
    tags: ['control-67'],
  }, async () => {
    const { flow, ids } = await visit(publicUrl);
    expect(ids).toContain('sandbox');
    await flow.pick('sandbox');
    expect(await readJson(flow.logIn())).toMatchObject({ step: 'manage' });
  });
});
