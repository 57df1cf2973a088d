import { describe, expect, it } from 'vitest';
import {
  createTestService,
  credentials,
  exchange,
  issueSandboxCode,
  readError,
  type TestService,
  testApplication,
} from './harness.ts';

/** A service after an exchange, so that it may remember the application. */
async function createBusyService(): Promise<TestService> {
  const service = await createTestService();
  const code = await issueSandboxCode(service);
  expect((await exchange(service, { code })).status).toBe(200);
  return service;
}

/** A change by another process: this service is not told. */
const change = (service: TestService, fields: Partial<typeof testApplication>) =>
  service.store.applications.register({ ...testApplication, ...fields });

describe('an application that has just exchanged a code', () => {
  it('is refused with its old secret from the moment it has a new one', async () => {
    const service = await createBusyService();
    const code = await issueSandboxCode(service);
    await change(service, { client_secret: 'another_secret' });

    const old = await exchange(service, { code });
    const right = await exchange(service, { code, client_secret: 'another_secret' });

    expect(await readError(old)).toEqual([401, 'invalid_client']);
    expect(right.status).toBe(200);
  });

  it('is refused with an expired secret from the moment of expiry on', async () => {
    const service = await createBusyService();
    const [early, late] = [await issueSandboxCode(service), await issueSandboxCode(service)];
    const now = 1_700_000_000_000;
    await service.store.registrations.rotateSecret(credentials.client_id, {
      secretHash: 'f'.repeat(64),
      now,
      oldExpireAt: now + 1000,
      maxSecrets: 2,
    });

    service.advance(999);
    const before = await exchange(service, { code: early });
    service.advance(1);
    const after = await exchange(service, { code: late });

    expect(before.status).toBe(200);
    expect(await readError(after)).toEqual([401, 'invalid_client']);
  });

  it('cannot exchange codes from its time as a test application after going live', async () => {
    const service = await createBusyService();
    const code = await issueSandboxCode(service);
    await change(service, { environment: 'live' });

    const live = await exchange(service, { code });
    await change(service, { environment: 'test' });
    const test = await exchange(service, { code });

    expect(await readError(live)).toEqual([400, 'invalid_grant']);
    expect(test.status).toBe(200);
  });

  it('keeps its code when it sends another secret than the remembered one', async () => {
    const service = await createBusyService();
    const code = await issueSandboxCode(service);

    const wrong = await exchange(service, { code, client_secret: 'guess' });
    const right = await exchange(service, { code });

    expect(await readError(wrong)).toEqual([401, 'invalid_client']);
    expect(right.status).toBe(200);
  });
});
