import { beforeEach, describe, expect, it } from 'vitest';
import { createLifecycle, type Lifecycle } from '../../../src/connect/service/http/lifecycle.ts';
import { openTwoStores } from '../database.ts';
import { handoff, listen, openWindow, startWaiting } from '../handoff-harness.ts';
import { createTestService, oneProxy, type TestService } from '../harness.ts';
import { credentials, minute, testApplication } from '../test-application.ts';

const poor = { ...testApplication, client_id: 'poor_app', submission_limit: 5 };

let services: readonly [TestService, TestService];
let lifecycle: Lifecycle;

beforeEach(async () => {
  lifecycle = createLifecycle();
  const options = {
    lifecycle,
    applications: [testApplication, poor],
    config: { trustedProxies: oneProxy, submissionLimit: 100_000 },
    rateLimits: {
      pages: { max: 20, windowMs: minute },
      authenticationFailures: { max: 10, windowMs: minute },
      logins: { max: 50, windowMs: minute },
    },
  };
  const [one, other] = await openTwoStores();
  services = [
    await createTestService({ ...options, store: one }),
    await createTestService({ ...options, store: other }),
  ];
});

/** Sends this many requests to the processes in turn, in parallel; counts the responses by status. */
async function sendAll(
  count: number,
  send: (service: TestService) => Response | Promise<Response>,
) {
  const counts: Record<number, number> = {};
  const sent = Array.from({ length: count }, (_, index) => send(services[index % 2 ? 1 : 0]));
  for (const { status } of await Promise.all(sent)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('two processes on one database', () => {
  it('exchange a code once among 32 parallel requests', { tags: ['threat-23'] }, async () => {
    for (let round = 0; round < 10; round += 1) {
      const code = await services[0].issueSandboxCode();

      expect(await sendAll(32, ({ exchange }) => exchange({ code }))).toEqual({ 200: 1, 400: 31 });
    }
  });

  it('accept exactly 5 of 200 submissions when 5 are left', { tags: ['threat-32'] }, async () => {
    const body = { ...credentials, client_id: 'poor_app' };

    const counts = await sendAll(200, ({ post }) => post('/sandbox/authorization_codes', body));

    expect(counts).toEqual({ 201: 5, 403: 195 });
  });

  it('make a network wait at both, and count logins together', async () => {
    const { token } = await services[0].startLogin();
    const logIn = (service: TestService, username?: string, password?: string) =>
      service.createFlow(token).logIn(username, password);

    const guesses = await sendAll(40, (service) => logIn(service, 'user_good', 'guess'));
    const waiting = await logIn(services[1]);
    const control = await logIn(services[1], 'user_bad');
    const rest = await sendAll(20, (service) => logIn(service, 'user_bad'));

    expect(guesses).toEqual({ 401: 10, 429: 30 });
    expect([waiting.status, control.status]).toEqual([429, 401]);
    expect(rest).toEqual({ 401: 8, 429: 12 });
  });

  it('count documents together', async () => {
    const openFrom = ({ get }: TestService, address: string) =>
      get('/connect?client_id=test_app', { 'X-Forwarded-For': address });

    const counts = await sendAll(30, (service) => openFrom(service, '192.0.2.1'));
    const control = await openFrom(services[1], '192.0.2.2');

    expect(counts).toEqual({ 200: 20, 429: 10 });
    expect(control.status).toBe(200);
  });

  it('count wrong secrets together, and never refuse the right one', async () => {
    const wrong = { client_id: 'poor_app', client_secret: 'wrong', code: 'x' };

    const counts = await sendAll(20, ({ exchange }) => exchange(wrong));
    const right = { ...wrong, client_secret: testApplication.client_secret };
    // The secret is right, so only the code is wrong.
    const served = await sendAll(2, ({ exchange }) => exchange(right));

    expect(counts).toEqual({ 401: 10, 429: 10 });
    expect(served).toEqual({ 400: 2 });
  });

  it('join a frame and a popup, and each gets the other’s events', async () => {
    const { frame, heard } = await startWaiting(services[0]);
    const popup = await openWindow(services[1]);
    expect((await popup.joinByHandoff(handoff)).status).toBe(200);
    const heardByPopup = listen(popup);
    await popup.pick('sandbox');
    await popup.logIn();
    await popup.send('consent', { decision: 'allow' });
    await heard.ended;
    const { code } = await frame.read('code');
    await heardByPopup.ended;

    expect(heard.events.at(-1)).toMatchObject({ step: 'allowed' });
    expect(heardByPopup.events.at(-1)).toMatchObject({ step: 'issued' });
    expect((await services[1].exchange({ code })).status).toBe(200);
  });

  it('end their streams cleanly when they are stopped', async () => {
    const { heard } = await startWaiting(services[0]);
    await lifecycle.stop();
    await heard.ended;

    expect(heard.events).toMatchObject([{ handoff: 'waiting' }]);
  });
});
