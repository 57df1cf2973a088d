import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { handoff, openWindow } from './handoff-harness.ts';
import { createTestService, useService } from './harness.ts';
import { liveApplication, redirectUri, testApplication } from './test-application.ts';
import { readError, readJson, type TestFlow } from './world.ts';

// A registration may change while a page is open. The end of a flow uses the current registration.

const origin = 'https://app.example';
const live = { application: liveApplication, origin, providerId: 'ledgerleaf' };

const service = useService();

/** A window of the same host joins a new flow. There the user logs in and allows access. */
async function startAllowedInWindow(): Promise<TestFlow> {
  const frame = await service.startFlow({ clientId: 'live_app', origin });
  await frame.send('handoff', { handoff, provider_id: null });
  await service.store.handoffs.markSeen([hashSecret(frame.token)], Number.MAX_SAFE_INTEGER);
  const popup = await openWindow(service, { referrer: `${origin}/`, clientId: 'live_app' });
  await popup.joinByHandoff(handoff);
  await popup.pick('ledgerleaf');
  await popup.logIn();
  const allowed = await popup.send('consent', { decision: 'allow' });
  expect(await readJson(allowed)).toEqual({ allowed: true });
  return frame;
}

it.each(['allow', 'deny'])(
  'a redirect URI that is removed while the page is open gets nothing from it: %s',
  { tags: ['threat-38'] },
  async (decision) => {
    const { redirectUris } = service.store.registrations;
    const flow = await service.startRedirectFlow();

    await redirectUris.remove('test_app', redirectUri);
    const refused = await flow.send('consent', { decision });
    await redirectUris.add('test_app', redirectUri);
    const control = await flow.send('consent', { decision });

    expect(await readError(refused)).toEqual([400, 'invalid_request']);
    expect((await readJson(control)).location).toContain(redirectUri);
  },
);

describe('an embedding origin that is removed while the page is open', () => {
  it.each<readonly [string, string, () => Promise<TestFlow>]>([
    ['by Allow', 'consent', () => service.signIn(live)],
    ['through a popup that was allowed before', 'code', startAllowedInWindow],
  ])('gets no code %s', { tags: ['threat-38'] }, async (_, step, start) => {
    const { origins } = service.store.registrations;
    const flow = await start();
    const askForCode = () => flow.send(step, { decision: 'allow' });

    await origins.remove('live_app', origin);
    const refused = await askForCode();
    await origins.add('live_app', origin);
    const control = await askForCode();

    expect(await readError(refused)).toEqual([403, 'origin_not_allowed']);
    expect(Object.keys(await readJson(control))).toEqual(['code', 'nonce']);
  });

  it('can be loopback, once a live application has registered another origin', async () => {
    const application = { ...testApplication, environment: 'live' } as const;
    const { signIn, store } = await createTestService({ applications: [application] });
    const { origins } = store.registrations;
    const flow = await signIn({ providerId: 'ledgerleaf' });

    await origins.add('test_app', 'https://app.example');
    const refused = await flow.send('consent', { decision: 'allow' });
    await origins.remove('test_app', 'https://app.example');
    const control = await flow.send('consent', { decision: 'allow' });

    expect(await readError(refused)).toEqual([403, 'origin_not_allowed']);
    expect(control.status).toBe(200);
  });
});

it('a client secret that another process replaces is refused from the next exchange on, and the new one is accepted', async () => {
  const [first, second] = [await service.issueSandboxCode(), await service.issueSandboxCode()];
  const before = await service.exchange({ code: first });
  await service.store.applications.register({ ...testApplication, client_secret: 'another' }, 0);

  const old = await service.exchange({ code: second });
  const right = await service.exchange({ code: second, client_secret: 'another' });

  expect([before.status, right.status]).toEqual([200, 200]);
  expect(await readError(old)).toEqual([401, 'invalid_client']);
});

it('an application that is registered again has a secret all the time', async () => {
  const { applications } = service.store;
  const counts: number[] = [];
  let isOver = false;
  const registering = applications.register(testApplication, 0).finally(() => {
    isOver = true;
  });
  for (let asked = 0; asked < 1000 && !isOver; asked += 1) {
    counts.push((await applications.findWithSecrets('test_app')).secrets.length);
  }
  await registering;

  expect(new Set(counts)).toEqual(new Set([1]));
});

describe('an application that becomes a test application while the page is open', () => {
  it('cannot use a provider that was picked before the change', async () => {
    const { register } = service.store.applications;
    const flow = await service.startFlow({ clientId: 'live_app', origin });
    await flow.pick('ledgerleaf');

    await register({ ...liveApplication, environment: 'test' }, 0);
    const refused = await flow.logIn();
    await register(liveApplication, 0);
    const control = await flow.logIn();

    expect(await readError(refused)).toEqual([403, 'provider_unavailable']);
    expect(control.status).toBe(200);
  });

  it('cannot exchange a code from before the change', { tags: ['threat-24'] }, async () => {
    const flow = await service.signIn();
    const code = await flow.allow();

    await service.store.applications.register({ ...testApplication, environment: 'live' }, 0);
    const refused = await service.exchange({ code });
    await service.store.applications.register(testApplication, 0);
    const control = await service.exchange({ code });

    expect(await readError(refused)).toEqual([400, 'invalid_grant']);
    expect(control.status).toBe(200);
  });
});
