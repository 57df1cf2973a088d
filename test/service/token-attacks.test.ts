import { beforeEach, describe, expect, it } from 'vitest';
import { openTwoStores } from './database.ts';
import { createTestService, isTokenValid, type TestService } from './harness.ts';
import { credentials, introspectionSecret, testApplication } from './test-application.ts';
import { authorization, bearer, readJson } from './world.ts';

/*
 * The attacker has a token, a secret or an application, but not the right one. Each attack has a control,
 * the same request done correctly. On PostgreSQL, two processes share the database.
 */

const otherCredentials = {
  client_id: 'other_app',
  client_secret: 'other_app_secret_77b1c0d2e3f4a596',
};

let service: TestService;
let second: TestService;

beforeEach(async () => {
  const [store, shared] = await openTwoStores();
  const options = {
    config: { introspectionSecret },
    applications: [testApplication, { ...testApplication, ...otherCredentials }],
  };
  service = await createTestService({ ...options, store });
  second = await createTestService({ ...options, store: shared });
});

const show = async (token: string, at = service) =>
  (await at.get('/account', bearer(token))).status;

const disconnect = async (token: string, at = service) => (await at.disconnect(token)).status;

it('a token of another environment neither reads nor disconnects the account, and is not active', async () => {
  const { token } = await service.connectSandbox();
  const { store } = service;

  await store.applications.register({ ...testApplication, environment: 'live' }, 0);
  const refused = [await show(token), await disconnect(token)];
  const inactive = await readJson(service.introspect(token));
  await store.applications.register(testApplication, 0);

  expect(refused).toEqual([401, 401]);
  expect(inactive).toEqual({ active: false });
  expect(await readJson(service.introspect(token))).toMatchObject({ active: true });
  expect([await show(token), await disconnect(token)]).toEqual([200, 204]);
});

it('a token is not revoked by another application', { tags: ['threat-44'] }, async () => {
  const { token } = await service.connectSandbox(otherCredentials);
  const { client_id } = credentials;

  const answers = [
    await service.revokeToken(token),
    await service.revokeToken('unknown'),
    await service.sendForm('/auth/revoke', { token }, authorization),
    await service.sendForm('/auth/revoke', { token, client_id: 'other_app' }, authorization),
    await service.sendForm('/auth/revoke', { token, client_id, client_secret: 'wrong' }),
  ];
  const afterwards = await show(token);
  await service.revokeToken(token, otherCredentials);

  const told = answers.slice(0, 3).map(async (one) => [one.status, await one.text()]);
  expect(await Promise.all(told)).toEqual(Array(3).fill([200, '']));
  expect(answers[4]?.status).toBe(401);
  expect(afterwards).toBe(200);
  expect(await show(token)).toBe(401);
});

describe('a token that one process has revoked', () => {
  it('is refused by another with the next request', async () => {
    const revoked = await service.connectSandbox();
    const kept = await service.connectSandbox();
    const other = await service.connectSandbox(otherCredentials);
    expect([await show(revoked.token, second), await show(other.token, second)]).toEqual([
      200, 200,
    ]);

    await service.revokeToken(revoked.token);
    expect([await show(revoked.token, second), await show(kept.token, second)]).toEqual([401, 200]);
    await disconnect(other.token, second);
    expect(await show(other.token)).toBe(401);
  });

  it('stays revoked while another exchanges a code', { tags: ['threat-44'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const { token, accountId } = await service.connectSandbox();
      const code = await service.issueSandboxCode();

      const isOperator = round % 2 === 1;
      const [ended, exchanged] = await Promise.all([
        isOperator
          ? service.disconnectAsAdmin(accountId).then(({ status }) => status)
          : disconnect(token),
        second.exchange({ code }),
      ]);
      const newToken = String((await readJson(exchanged)).access_token);
      const { accounts } = service.store;
      const listed = await accounts.list('test_app', { search: accountId, after: '', count: 1 });

      // A code from before the operator's end is refused, when the end was faster.
      expect(exchanged.status).toBe(isOperator && listed.length === 0 ? exchanged.status : 200);
      expect(ended).toBeLessThan(300);
      expect(await isTokenValid(second.store, token)).toBe(false);
      expect(await isTokenValid(service.store, newToken)).toBe(listed.length > 0);
    }
  });
});
