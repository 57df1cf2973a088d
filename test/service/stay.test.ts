import { describe, expect, it, vi } from 'vitest';
import { handoff, openWindow, startWaiting } from './handoff-harness.ts';
import { useService } from './harness.ts';
import { readJson, type TestFlow } from './world.ts';

const minuteMs = 60_000;

const service = useService();

const stay = async (flow: TestFlow, idle_seconds = 0) => await flow.read('stay', { idle_seconds });

/** Something happens between the read and the write of a request to stay. */
function whileStaying(act: () => Promise<unknown>): void {
  const { flows } = service.store;
  const { prolong } = flows;
  vi.spyOn(flows, 'prolong').mockImplementationOnce(async (...values) => {
    await act();
    return await prolong(...values);
  });
}

describe('a flow whose user is still there', () => {
  it('lives 30 minutes from the last input on', async () => {
    const flow = await service.startLogin();
    service.advance(29 * minuteMs);
    expect(await stay(flow, 300)).toEqual({ expires_in: 25 * 60 });
    service.advance(25 * minuteMs - 1);
    expect((await flow.logIn('user_bad')).status).toBe(401);
    service.advance(1);
    expect(await readJson(flow.logIn())).toMatchObject({ error: 'session_expired' });
    expect(await stay(flow)).toMatchObject({ error: 'session_expired' });
  });

  it('lives 60 minutes at most', async () => {
    const flow = await service.startLogin();
    service.advance(25 * minuteMs);
    await stay(flow);
    service.advance(25 * minuteMs);
    expect(await stay(flow)).toEqual({ expires_in: 10 * 60 });
    service.advance(10 * minuteMs);
    expect(await stay(flow)).toMatchObject({ error: 'session_expired' });
  });

  it('keeps the later end when an older request is stored last', async () => {
    const flow = await service.startLogin();
    service.advance(25 * minuteMs);
    whileStaying(async () => expect(await stay(flow)).toEqual({ expires_in: 30 * 60 }));

    expect(await stay(flow, 600)).toEqual({ expires_in: 30 * 60 });
    service.advance(25 * minuteMs);
    expect((await flow.logIn('user_bad')).status).toBe(401);
  });

  it('is not prolonged by a request that its decision overtakes', async () => {
    const flow = await service.startLogin();
    await flow.logIn();
    service.advance(25 * minuteMs);
    whileStaying(() => flow.send('consent', { decision: 'deny' }));

    expect(await stay(flow)).toEqual({ expires_in: 5 * 60 });
  });

  it('ends with its session', async () => {
    const { session } = await service.makeSession({ expires_in: 40 * 60 });
    const { flow, started } = await service.openSession(session);
    expect(await readJson(started)).toMatchObject({ expires_in: 30 * 60 });
    service.advance(25 * minuteMs);
    expect(await stay(flow)).toEqual({ expires_in: 15 * 60 });
  });

  it('is prolonged together with the popup that has joined it', async () => {
    const popup = await openWindow(service);
    service.advance(5 * minuteMs);
    const { frame, heard } = await startWaiting(service);
    await popup.joinByHandoff(handoff);
    service.advance(29 * minuteMs);
    expect(await stay(popup)).toEqual({ expires_in: 30 * 60 });
    service.advance(20 * minuteMs);
    await popup.pick('sandbox');
    await popup.logIn();
    await popup.send('consent', { decision: 'allow' });
    expect(await frame.read('code')).toHaveProperty('code');
    await heard.cancel();
  });

  it.each([
    ['started', async () => service.createFlow('unknown'), 'session_expired'],
    [
      'decided',
      async () => {
        const flow = await service.signIn();
        await flow.leaveBy('deny');
        return flow;
      },
      'invalid_step',
    ],
  ])('cannot be one that has not %s', async (_, create, error) => {
    expect(await stay(await create())).toMatchObject({ error });
  });

  it.each([-1, 0.5, '1', null])('refuses %j as the seconds since the last input', async (idle) => {
    const flow = await service.startFlow();
    const response = await flow.send('stay', { idle_seconds: idle });
    expect(response.status).toBe(400);
  });
});
