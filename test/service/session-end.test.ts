import { beforeEach, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { listen } from './handoff-harness.ts';
import { createTestService, readError, type TestService } from './harness.ts';
import { cancel, makeSession, openSession, reachConsent } from './session-harness.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

it('tells an open page that its session was canceled, and nothing else', async () => {
  const made = await makeSession(service);
  const { flow: page } = await openSession(service, made.session);
  const { flow: other } = await openSession(service, (await makeSession(service)).session);
  const [heard, heardByOther] = [listen(page), listen(other)];
  await expect.poll(() => [...heard.events, ...heardByOther.events]).toHaveLength(2);
  await cancel(service, made.session_id);
  await heard.ended;
  await heardByOther.cancel();
  expect(heard.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
  expect(heardByOther.events).toEqual([{ session: 'open' }]);
});

it.each(byExtent(['allow'], ['allow', 'deny']))(
  'tells a page nothing about the end by its own %s, but every other page of the session',
  async (decision) => {
    const { session } = await makeSession(service);
    const page = await reachConsent(service, session);
    const { flow: other } = await openSession(service, session);
    const [heard, heardByOther] = [listen(page), listen(other)];
    await expect.poll(() => [...heard.events, ...heardByOther.events]).toHaveLength(2);
    await page.send('consent', { decision });
    await Promise.all([heard.ended, heardByOther.ended]);
    expect(heard.events).toEqual([{ session: 'open' }, { session: 'decided' }]);
    expect(heardByOther.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
  },
);

it('has no events for a page without a session', async () => {
  const { flow } = await openSession(service, null);
  expect(await readError(await flow.send('events'))).toEqual([409, 'invalid_step']);
});
