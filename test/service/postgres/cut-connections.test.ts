import { afterEach, expect, it, vi } from 'vitest';
import { type CutProxy, startCutProxy } from '../../support/cut-proxy.ts';
import { createTestDatabase, openTestStoreAt } from '../database.ts';
import { servePlugin } from '../plugin-service.ts';
import { connect, createProvider } from '../record-provider.ts';
import { readJson } from '../world.ts';

/* Real connections that break while a provider gives a grant, as in a failover. */

let proxy: CutProxy;

afterEach(() => proxy.close());

/** A service behind the proxy. Its provider's answers meet a database that is away. */
async function serve() {
  const location = await createTestDatabase(':memory:');
  proxy = await startCutProxy(location.databaseUrl ?? '');
  const databaseUrl = proxy.urlOf(location.databaseUrl ?? '');
  const store = await openTestStoreAt({ ...location, databaseUrl });
  const { plugin, state } = createProvider();
  const begin = vi.fn(plugin.begin);
  const refresh = vi.fn(async () => {
    proxy.cut();
    return { status: 'ok', value: null, grant: { token: state.valid } } as const;
  });
  const service = await servePlugin({ ...plugin, begin, refresh }, store);
  return { service, plugin, state, begin, refresh };
}

/** The service has tried to reach the database again. */
const isTried = () => expect.poll(() => proxy.refused).toBeGreaterThan(0);

it('a renewed grant is stored when the database is back', { tags: ['threat-56'] }, async () => {
  const { service, state, refresh } = await serve();
  const { get } = await connect(service);
  state.valid = 2;

  const read = get('/records');
  await isTried();
  proxy.restore();

  expect((await read).status).toBe(200);
  expect((await get('/records')).status).toBe(200);
  expect(refresh).toHaveBeenCalledOnce();
  expect(service.readLog()).not.toContain('provider failed');
});

it('a sign-in goes on when the database is back', { tags: ['threat-49'] }, async () => {
  const { service, plugin, begin } = await serve();
  const accept = begin.getMockImplementation() ?? plugin.begin;
  begin.mockImplementation((fields) => {
    proxy.cut();
    return accept(fields);
  });
  const flow = await service.startAt();

  const answer = flow.logIn('person', 'any');
  await isTried();
  proxy.restore();

  expect(await readJson(answer)).toMatchObject({ step: 'consent' });
  expect(begin).toHaveBeenCalledOnce();
  expect(plugin.revoke).not.toHaveBeenCalled();
});
