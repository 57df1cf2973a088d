import { beforeEach, describe, expect, it } from 'vitest';
import { createLifecycle, type Lifecycle } from '../../../src/connect/service/http/lifecycle.ts';
import { openTwoStores } from '../database.ts';
import { startWaiting } from '../handoff-harness.ts';
import { createTestService, type TestService } from '../harness.ts';
import { credentials, minute, testApplication } from '../test-application.ts';

const poor = { ...testApplication, client_id: 'poor_app', submission_limit: 5 };

let services: readonly [TestService, TestService];
let lifecycle: Lifecycle;

beforeEach(async () => {
  lifecycle = createLifecycle();
  const options = {
    lifecycle,
    applications: [testApplication, poor],
    config: { submissionLimit: 100_000 },
    rateLimits: { logins: { max: 50, windowMs: minute } },
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
    expect(guesses).toEqual({ 401: 10, 429: 30 });
    expect((await logIn(services[1])).status).toBe(429);
    expect((await logIn(services[1], 'user_bad')).status).toBe(401);
    const rest = await sendAll(20, (service) => logIn(service, 'user_bad'));
    expect(rest).toEqual({ 401: 8, 429: 12 });
  });

  it('end their streams cleanly when they are stopped', async () => {
    const { heard } = await startWaiting(services[0]);
    await lifecycle.stop();
    await heard.ended;

    expect(heard.events).toMatchObject([{ handoff: 'waiting' }]);
  });
});
