import { expect, it } from 'vitest';
import { openTwoStores } from './database.ts';
import { servePlugin } from './plugin-service.ts';
import { connect, createProvider } from './record-provider.ts';

it('fifty reads at two processes renew a grant once', { tags: ['threat-56'] }, async () => {
  const [store, otherStore] = await openTwoStores();
  const { plugin, state } = createProvider();
  const { token, get } = await connect(await servePlugin(plugin, store));
  const other = (await servePlugin(plugin, otherStore)).asOwner(token);
  state.valid = 2;

  const reads = Array.from({ length: 50 }, (_, index) => (index % 2 ? get : other.get)('/records'));

  expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await other.get('/records')).status).toBe(200);
  expect(state.refreshes).toBe(1);
});
