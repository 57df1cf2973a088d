import { expect, it } from 'vitest';
import { createTestService, openTestStore, redirectUri } from './harness.ts';

/* Attacks that the service withstands, on a service without the defence. They have to work there, and `npm run
   attack` says so in the row of the attack itself. */

it('a service without a defence opens a page for an address that only begins like a registered redirect URI', {
  tags: ['undefended-19'],
}, async () => {
  const uri = `${redirectUri}&next=//evil.example`;
  const address = `/connect?client_id=test_app&redirect_uri=${encodeURIComponent(uri)}`;
  const { registrations: stored, ...store } = await openTestStore();
  // The service takes each requested value for a registered one.
  const redirectUris = { ...stored.redirectUris, list: async () => [uri] };
  const registrations = { ...stored, redirectUris };

  const real = await (await createTestService()).get(address);
  const weak = await (await createTestService({ store: { ...store, registrations } })).get(address);

  expect([real.status, weak.status]).toEqual([400, 200]);
  expect(await weak.text()).toContain('id="flow"');
});
