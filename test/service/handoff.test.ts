import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../src/connect/service/basics/secrets.ts';
import { handoff, listen, openWindow, startWaiting } from './handoff-harness.ts';
import { useService } from './harness.ts';
import { hostOrigin, minute, nonce } from './test-application.ts';
import { atOnce, readError, readJson, readStatus, type TestFlow } from './world.ts';

const service = useService();

/** A frame, and a popup that has joined it. */
async function join() {
  const waiting = await startWaiting(service);
  const popup = await openWindow(service);
  await popup.joinByHandoff(handoff);
  return { ...waiting, popup };
}

const register = (flow: TestFlow, own: string = handoff) =>
  flow.send('handoff', { handoff: own, provider_id: null });

/** The frame tells the service about another window, which joins after this time. */
async function joinAgain(frame: TestFlow, afterMs = 0) {
  const again = 'i'.repeat(43);
  await register(frame, again);
  service.advance(afterMs);
  const popup = await openWindow(service);
  return { popup, joined: await popup.joinByHandoff(again) };
}

describe('a flow that a frame and a popup share', () => {
  it('is driven by the popup, and ends with a code for the frame only', {
    tags: ['control-38'],
  }, async () => {
    const { frame, heard } = await startWaiting(service, 'sandbox');
    const popup = await openWindow(service);

    const joined = await readJson(popup.joinByHandoff(handoff));
    await popup.pick('sandbox');
    await popup.logIn();
    const early = await frame.send('code');
    const allowed = await popup.read('consent', { decision: 'allow' });
    await heard.ended;
    const foreign = await popup.send('code');
    const popupHears = listen(popup);
    await expect.poll(() => popupHears.events).toEqual([{ handoff: 'joined' }]);
    const allowedAgain = await popup.read('consent', { decision: 'allow' });
    const lost = await frame.read('code');
    const issued = await frame.read('code');
    await popupHears.ended;
    const exchanged = await readJson(service.exchange({ code: issued.code }));

    expect(joined).toMatchObject({ origin: hostOrigin, provider_id: 'sandbox' });
    expect(allowed).toEqual({ allowed: true });
    expect(issued).toEqual({ code: expect.stringMatching(/^[\da-f]{64}$/), nonce });
    expect(exchanged).toMatchObject({ provider_id: 'sandbox', state: 'st' });
    expect(heard.events.at(-1)).toEqual({
      handoff: 'joined',
      step: 'allowed',
      provider_id: 'sandbox',
    });
    // A request whose response was lost is sent again.
    expect(allowedAgain).toEqual({ allowed: true });
    expect(issued).toEqual(lost);
    // Only now may the window show that its user is connected.
    expect(popupHears.events.at(-1)).toEqual({ handoff: 'over', step: 'issued' });
    expect(await readError(early)).toEqual([409, 'invalid_step']);
    expect(await readError(foreign)).toEqual([409, 'invalid_step']);
    expect(service.readLog()).not.toContain(handoff);
  });

  it('keeps waiting when the popup’s document starts another flow meanwhile', async () => {
    await startWaiting(service);
    const { flows, handoffs } = service.store;
    const popup = await openWindow(service);
    const waiting = await handoffs.find(hashSecret(handoff));
    const read = await flows.find(hashSecret(popup.token));
    await popup.send('start', { origin: hostOrigin, nonce, state: null });

    if (!waiting || !read) throw new Error('There is no flow.');
    const isJoined = await handoffs.join(waiting, read, { now: Date.now() });
    const next = await (await openWindow(service)).joinByHandoff(handoff);

    expect(isJoined).toBe(false);
    expect(next.status).toBe(200);
  });

  it('tells the frame of a denial', async () => {
    const { frame, heard, popup } = await join();

    const denied = await popup.read('consent', { decision: 'deny' });
    await heard.ended;

    expect(denied).toEqual({ denied: true });
    expect(heard.events.at(-1)).toMatchObject({ step: 'denied' });
    expect(await readError(frame.send('code'))).toEqual([409, 'invalid_step']);
  });

  it('is joined for a frame that has listened for longer than half a minute', async () => {
    const { heard } = await startWaiting(service);
    const popup = await openWindow(service);
    service.advance(40_000);

    // The frame counts as present again after its next heartbeat.
    await expect.poll(async () => (await popup.joinByHandoff(handoff)).status).toBe(200);
    await expect.poll(() => heard.events.at(-1)).not.toMatchObject({ handoff: 'waiting' });
    await popup.pick('sandbox');
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ step: 'login' });

    const states = new Set(heard.events.map((event) => event.handoff));
    // Never `left`. The question may be too short to be seen.
    expect(['waiting', 'asked', 'joined']).toEqual(expect.arrayContaining([...states]));
  });

  it('belongs to the popup until the frame takes it back', async () => {
    const { frame, popup } = await join();
    await popup.pick('sandbox');
    await popup.logIn();

    const meddling = await frame.send('consent', { decision: 'allow' });
    const back = await frame.read('back');
    const late = await popup.send('consent', { decision: 'allow' });
    const own = await frame.pick('sandbox');

    expect(await readError(meddling)).toEqual([409, 'invalid_step']);
    expect(back).toMatchObject({ step: 'select' });
    expect(await readError(late)).toEqual([401, 'session_expired']);
    expect(own.status).toBe(200);
  });

  it('tells the frame when its popup cannot continue', async () => {
    const { heard, popup } = await join();
    await popup.send('leave', { failed: true });
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'failed' });
  });

  it('tells each document when the other closes', async () => {
    const { frame, heard, popup: first } = await join();
    await first.send('leave');
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'left', step: 'select' });

    const { popup: second } = await joinAgain(frame);
    const heardBySecond = listen(second);
    await expect.poll(() => heardBySecond.events).toEqual([{ handoff: 'joined' }]);
    await frame.send('leave');
    await heardBySecond.ended;
    expect(heardBySecond.events.at(-1)).toEqual({ handoff: 'over' });
  });
});

it.each(['asks its user', 'has joined'])(
  'a popup that another one has replaced takes nothing from it when it closes: it %s',
  async (at) => {
    const { frame } = await startWaiting(service);
    const first = await openWindow(service);
    await (at === 'has joined' ? first.joinByHandoff(handoff) : first.send('ask', { handoff }));
    await frame.send('back');
    const { popup: second } = await joinAgain(frame);
    const heard = listen(frame);
    await second.pick('sandbox');

    expect((await first.logIn()).status).toBe(at === 'has joined' ? 401 : 409);
    await first.send('leave');

    expect((await second.logIn()).status).toBe(200);
    await second.send('leave');
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'left' });
  },
);

describe('a popup that has stopped listening', () => {
  /** Both pages listen: the window's and the frame's. */
  async function startJoined() {
    const { frame, heard, popup } = await join();
    const stream = listen(popup);
    await expect.poll(() => stream.events).toEqual([{ handoff: 'joined' }]);
    await popup.pick('sandbox');
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ step: 'login' });
    return { frame, heard, popup, stream };
  }

  it('is reported as missing after half a minute, and as joined once it is back', async () => {
    const { frame, heard, popup, stream } = await startJoined();
    await stream.cancel();
    service.advance(29_000);
    await popup.read('back');
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ step: 'select' });
    expect(heard.events.map((event) => event.handoff)).not.toContain('left');
    service.advance(1000);
    await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'left', step: 'select' });

    const again = listen(popup);
    await expect.poll(() => again.events).toEqual([{ handoff: 'joined' }]);
    await expect
      .poll(() => heard.events.at(-1))
      .toMatchObject({ handoff: 'joined', step: 'select' });
    await popup.pick('sandbox');
    await popup.logIn();
    await popup.send('consent', { decision: 'allow' });
    await heard.ended;
    expect((await frame.send('code')).status).toBe(200);
  });

  it('may have allowed access before; then that decision counts', async () => {
    const { frame, heard, popup, stream } = await startJoined();
    await popup.logIn();
    await stream.cancel();
    await heard.cancel();
    await popup.send('consent', { decision: 'allow' });
    service.advance(40_000);
    const late = listen(frame);
    await late.ended;
    expect(late.events).toMatchObject([{ handoff: 'joined', step: 'allowed' }]);
    expect((await frame.send('code')).status).toBe(200);
  });

  it('gets its full time after an absence of the frame, and gives the frame the same', async () => {
    const { frame, heard, popup, stream } = await startJoined();
    await Promise.all([stream.cancel(), heard.cancel()]);
    service.advance(600_000);
    const popupHears = listen(popup);
    await expect.poll(() => popupHears.events).toEqual([{ handoff: 'joined' }]);
    const frameHears = listen(frame);
    await expect.poll(() => frameHears.events).toMatchObject([{ handoff: 'joined' }]);
    await popup.send('back');
    await expect
      .poll(() => frameHears.events)
      .toMatchObject([{ step: 'login' }, { handoff: 'joined', step: 'select' }]);
  });

  it('continues without the frame for two minutes only', async () => {
    const { heard, popup, stream } = await startJoined();
    await heard.cancel();
    service.advance(119_000);
    // It changes nothing, because a change would have the service look at the flow.
    expect((await popup.send('stay', { idle_seconds: 3600 })).status).toBe(200);
    expect(stream.events).toEqual([{ handoff: 'joined' }]);
    service.advance(1000);
    await stream.ended;
    expect(stream.events.at(-1)).toEqual({ handoff: 'over' });
  });
});

describe('a handoff', () => {
  it('lets one of many popups join', { tags: ['threat-18'] }, async () => {
    await startWaiting(service);
    const windows = await atOnce(8, () => openWindow(service));

    const answers = await Promise.all(windows.map((popup) => popup.joinByHandoff(handoff)));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
  });

  it('is registered once when many flows register it in parallel', async () => {
    const flows = await atOnce(16, () => service.startFlow());
    const fields = { handoff, provider_id: null };

    const answers = await Promise.all(flows.map((flow) => flow.send('handoff', fields)));
    const statuses = answers.map(({ status }) => status).sort();
    const refused = answers.find(({ status }) => status !== 200);
    const loser = flows[answers.findIndex(({ status }) => status !== 200)];
    const control = await loser?.send('handoff', { ...fields, handoff: 'i'.repeat(43) });

    expect(statuses).toEqual([200, ...Array(15).fill(409)]);
    expect(refused && (await readJson(refused)).error).toBe('invalid_step');
    expect(control?.status).toBe(200);
  });

  it('is valid for a minute', async () => {
    const { frame } = await startWaiting(service);
    service.advance(60_000);
    // The frame listens, so that only the time can be the reason for a refusal.
    const heard = listen(frame);
    await expect.poll(() => heard.events).toHaveLength(1);
    const late = await (await openWindow(service)).joinByHandoff(handoff);
    expect(await readJson(late)).toMatchObject({ error: 'invalid_step', retryable: false });

    expect((await joinAgain(frame, 14_000)).joined.status).toBe(200);
  });

  it('is over with its flow', async () => {
    const { heard } = await startWaiting(service);
    service.advance(30 * minute);
    await heard.ended;
    expect(heard.events.at(-1)).toEqual({ handoff: 'over' });
  });

  it('is refused before the frame listens, and some time after it stopped', async () => {
    const frame = await service.startFlow();
    await register(frame);
    const popup = await openWindow(service);
    const early = await readJson(popup.joinByHandoff(handoff));
    expect(early).toMatchObject({ error: 'invalid_step', retryable: true });

    const heard = listen(frame);
    await expect.poll(() => heard.events).toHaveLength(1);
    await heard.cancel();
    service.advance(16_000);
    expect(await readError(popup.joinByHandoff(handoff))).toEqual([409, 'invalid_step']);
    service.advance(-10_000);
    expect((await popup.joinByHandoff(handoff)).status).toBe(200);
  });

  it.each([
    ['opened from another origin', { referrer: 'https://evil.example/' }],
    ['opened from a lookalike', { referrer: `${hostOrigin}.evil.example/` }],
    ['of another application', { clientId: 'live_app' }],
  ])(
    'refuses a popup that was %s, and any popup after it, but ends none that has joined',
    async (_, options) => {
      const { frame, heard } = await startWaiting(service);

      const foreign = await (await openWindow(service, options)).joinByHandoff(handoff);
      const after = await (await openWindow(service)).joinByHandoff(handoff);

      expect(await readError(foreign)).toEqual([403, 'origin_not_allowed']);
      expect(await readError(after)).toEqual([409, 'invalid_step']);
      await expect.poll(() => heard.events.at(-1)).toMatchObject({ handoff: 'refused' });

      const { popup, joined } = await joinAgain(frame);
      const late = await (await openWindow(service, options)).joinByHandoff('i'.repeat(43));
      expect([joined.status, late.status]).toEqual([200, 403]);
      expect((await popup.pick('sandbox')).status).toBe(200);
    },
  );

  it('passes the host’s settings to the popup, and drops them with the handoff', async () => {
    const look = { locale: 'zh-Hans-CN', theme: 'dark', reference: '1z141z4f3k2h8' };
    const { frame } = await startWaiting(service, null, look);
    const joined = await (await openWindow(service)).joinByHandoff(handoff);
    expect(await readJson(joined)).toMatchObject(look);

    const { joined: second } = await joinAgain(frame);
    const none = { locale: null, theme: null, reference: null };
    expect(await readJson(second)).toMatchObject(none);
  });

  it.each([
    { locale: `de${'-abcdefgh'.repeat(11)}` },
    { locale: 'de_DE' },
    { locale: '<b>' },
    { locale: 'de\u0000' },
    { locale: '' },
    { locale: 7 },
    { theme: 'auto' },
    { theme: ['dark'] },
    { reference: 's'.repeat(101) },
    { reference: 'a b' },
  ])('is refused with %j, which popups cannot use', async (fields) => {
    const flow = await service.startFlow();
    const body = { handoff, provider_id: null, locale: 'de', theme: 'dark', reference: 's' };
    const refused = await flow.send('handoff', { ...body, ...fields });
    const control = await flow.send('handoff', { ...body, locale: `de${'-abcdefgh'.repeat(10)}` });
    expect(await readError(refused)).toEqual([400, 'invalid_request']);
    expect(control.status).toBe(200);
  });

  it('is refused of a flow without a host, twice, too short, and with other characters', async () => {
    const unbound = service.createFlow(await service.openPage('client_id=test_app'));
    expect(await readStatus(register(unbound))).toBe(409);

    const flow = await service.startFlow();
    expect([await readStatus(register(flow)), await readStatus(register(flow))]).toEqual([
      200, 409,
    ]);
    for (const wrong of ['h'.repeat(42), `${'h'.repeat(42)}!`]) {
      expect(await readStatus(register(flow, wrong))).toBe(400);
    }
  });
});

it('the events of a flow go to the latest request only', async () => {
  const { frame, heard } = await startWaiting(service);
  const second = listen(frame);
  await heard.ended;
  await expect.poll(() => second.events).toHaveLength(1);
});
