import { beforeEach, expect, it } from 'vitest';
import { byExtent } from '../support/extent.ts';
import { listen } from './handoff-harness.ts';
import { createTestService, readError, type TestService } from './harness.ts';

let service: TestService;

beforeEach(async () => {
  service = await createTestService();
});

it('tells an open page that its session was canceled, and nothing else', async () => {
  const made = await service.makeSession();
  const { flow: page } = await service.openSession(made.session);
  const { flow: other } = await service.openSession((await service.makeSession()).session);
  const [heard, heardByOther] = [listen(page), listen(other)];
  await expect.poll(() => [...heard.events, ...heardByOther.events]).toHaveLength(2);
  await service.cancelSession(made.session_id);
  await heard.ended;
  await heardByOther.cancel();
  expect(heard.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
  expect(heardByOther.events).toEqual([{ session: 'open' }]);
});

it.each(byExtent(['allow'], ['allow', 'deny']))(
  'tells a page nothing about the end by its own %s, but every other page of the session',
  async (decision) => {
    const { session } = await service.makeSession();
    const page = await service.signIn({ session });
    const { flow: other } = await service.openSession(session);
    const [heard, heardByOther] = [listen(page), listen(other)];
    await expect.poll(() => [...heard.events, ...heardByOther.events]).toHaveLength(2);
    await page.send('consent', { decision });
    await Promise.all([heard.ended, heardByOther.ended]);
    expect(heard.events).toEqual([{ session: 'open' }, { session: 'decided' }]);
    expect(heardByOther.events).toEqual([{ session: 'open' }, { session: 'ended' }]);
  },
);

it('has no events for a page without a session', async () => {
  const { flow } = await service.openSession(null);
  expect(await readError(flow.send('events'))).toEqual([409, 'invalid_step']);
});
