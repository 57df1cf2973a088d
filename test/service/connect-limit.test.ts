import { describe, expect, it } from 'vitest';
import { listEndpoints } from './endpoint-requests.ts';
import { startFrame } from './handoff-harness.ts';
import { createTestService, oneProxy, type ServiceOptions, type TestService } from './harness.ts';
import { day, hostOrigin, minute, nonce, publicUrl } from './test-application.ts';
import { atOnce, inTurn, readData, readError, readStatus, type TestFlow } from './world.ts';

const binding = { origin: hostOrigin, nonce, state: null };

async function open(service: TestService, address: string, init: RequestInit = {}) {
  const headers = { 'X-Forwarded-For': address };
  return await service.app.request('/connect?client_id=test_app', { ...init, headers });
}

it.each([
  ['a minute', minute, 'pages'],
  ['a day', day, 'pagesOfDay'],
])(
  'the limit on documents of %s applies per address, to GET and HEAD and any client, until its window ends',
  async (...row) => {
    const [, windowMs, limit] = row;
    const service = await createTestService({
      config: { trustedProxies: oneProxy },
      rateLimits: { [limit]: { max: 3, windowMs } },
    });
    const ask = (init?: RequestInit) => readStatus(open(service, '192.0.2.1', init));
    const headers = { 'X-Forwarded-For': '192.0.2.1' };

    const unknown = await readStatus(service.get('/connect?client_id=nobody', headers));
    const statuses = [await ask(), await ask({ method: 'HEAD' })];
    const late = [await ask(), await ask({ method: 'HEAD' })];
    const neighbour = await readStatus(open(service, '192.0.2.2'));
    service.advance(windowMs - 1);
    const last = await ask();
    service.advance(1);

    expect([unknown, statuses, late]).toEqual([400, [200, 200], [429, 429]]);
    expect([neighbour, last, await ask()]).toEqual([200, 429, 200]);
  },
);

it.each(['/connect?client_id=test_app', '/manage'])(
  'a document of %s without a started flow is valid for half an hour',
  async (path) => {
    const service = await createTestService();
    const open = async () => readData(await (await service.get(path)).text()).flow_token;
    const [early, late] = [await open(), await open()];
    const start = (token: unknown) => service.createFlow(String(token)).send('start', binding);

    service.advance(30 * minute - 1);
    expect((await start(early)).status).toBe(200);
    service.advance(1);
    expect(await readError(start(late))).toEqual([401, 'session_expired']);
  },
);

const stranger = '192.0.2.1';
const max = 3;

const limited: ServiceOptions = {
  config: { trustedProxies: oneProxy },
  rateLimits: { flowSteps: { max, windowMs: 10_000 } },
};

const sendFrom = (service: TestService, address: string) => (step: string, body: object) =>
  service.post(`/connect/flow/${step}`, body, { Origin: publicUrl, 'X-Forwarded-For': address });

describe('the limit on steps of flows', () => {
  it('refuses a network at every step, and no other', { tags: ['threat-37'] }, async () => {
    const service = await createTestService(limited);
    // A link begins with a document, and counts as one.
    const steps = listEndpoints(service).flatMap(
      (name) => /^POST \/connect\/flow\/((?!begin).*)/.exec(name)?.[1] ?? [],
    );
    const flow_token = await service.openPage('client_id=test_app');
    const send = sendFrom(service, stranger);
    await inTurn(max, () => send('back', { flow_token: 'x' }));

    const refused = await Promise.all(steps.map((step) => send(step, { flow_token })));
    const controls = steps.map((step, index) =>
      readStatus(sendFrom(service, `192.0.2.${10 + index}`)(step, { flow_token })),
    );
    service.advance(10_000);
    const later = await send('back', { flow_token });

    expect(steps.length).toBeGreaterThan(15);
    for (const answer of refused) {
      expect(answer.headers.get('Retry-After')).toBe('10');
      expect(await readError(answer)).toEqual([429, 'rate_limited']);
    }
    expect(await Promise.all(controls)).not.toContain(429);
    expect(later.status).not.toBe(429);
  });

  it('does not count requests from other sites', async () => {
    const service = await createTestService(limited);
    const flow_token = await service.openPage('client_id=test_app');
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-For': stranger };
    const forged = await inTurn(2 * max, () =>
      readStatus(service.post('/connect/flow/back', { flow_token }, headers)),
    );

    const control = await sendFrom(service, stranger)('start', { flow_token, ...binding });

    expect(new Set(forged)).toEqual(new Set([403]));
    expect(control.status).toBe(200);
  });

  it('is high enough for an office behind one address', { tags: ['control-37'] }, async () => {
    const service = await createTestService();
    const all = await atOnce(200, () => service.startFlow());
    const answers = await Promise.all(all.map((flow) => flow.pick('sandbox')));

    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

/** Limits of five streams, three of them from one network. */
const small = {
  config: { trustedProxies: oneProxy },
  streamLimits: { max: 5, maxPerNetwork: 3 },
} as const;

/** Listens for events from this address until the service ends the stream. */
async function listenFrom(service: TestService, address: string, flow?: TestFlow) {
  const { token } = flow ?? (await startFrame(service)).frame;
  const headers = { Origin: publicUrl, 'X-Forwarded-For': address };
  const response = await service.post('/connect/flow/events', { flow_token: token }, headers);
  const { status, body } = response;
  const retryAfter = response.headers.get('Retry-After');
  const stream = { status, retryAfter, isOver: false, close: () => reader?.cancel() };
  const reader = status === 200 ? body?.getReader() : undefined;
  void (async () => {
    while (reader && !(await reader.read()).done);
    stream.isOver = true;
  })();
  return stream;
}

type Stream = Awaited<ReturnType<typeof listenFrom>>;

const readEnds = (streams: readonly Stream[]) => streams.map(({ isOver }) => isOver);

async function closeAll(streams: readonly Stream[]): Promise<void> {
  for (const { close } of streams) await close();
}

describe('event streams, when the limit is reached', () => {
  /** Two networks of one attacker have opened all allowed streams. */
  async function exhaust() {
    const service = await createTestService(small);
    const addresses = ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2', '192.0.2.2'];
    const taken = await inTurn(5, (index) => listenFrom(service, addresses[index] ?? ''));
    return { service, taken };
  }

  it('serve another network, and end the oldest stream of the busiest network', {
    tags: ['threat-37'],
  }, async () => {
    const { service, taken } = await exhaust();

    const newcomer = await listenFrom(service, '198.51.100.7');
    await expect.poll(() => taken[0]?.isOver).toBe(true);
    const all = [...taken, newcomer];
    const ends = readEnds(all);
    await closeAll(all);

    expect(all.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(ends).toEqual([true, false, false, false, false, false]);
  });

  it('of a newcomer are not ended by repeated requests of others', async () => {
    const { service, taken } = await exhaust();
    const newcomer = await listenFrom(service, '198.51.100.7');

    const again = await inTurn(10, (round) => listenFrom(service, `192.0.2.${1 + (round % 2)}`));
    await expect.poll(() => again.filter(({ isOver }) => !isOver).length).toBeLessThan(5);
    const isOver = newcomer.isOver;
    await closeAll([...taken, ...again, newcomer]);

    expect(isOver).toBe(false);
  });

  it('do not end while the limit is not reached', async () => {
    const service = await createTestService(small);
    const { frame } = await startFrame(service);
    const streams = [await listenFrom(service, '2001:db8::1', frame)];
    for (const address of ['2001:db8::1', '2001:db8::1', '2001:db8:0:1::1']) {
      streams.push(await listenFrom(service, address));
    }
    const newcomer = await listenFrom(service, '198.51.100.7');
    // The same network of IPv6.
    const refused = await listenFrom(service, '2001:db8::2');
    const ends = readEnds([...streams, newcomer]);
    // A document may replace its own stream.
    const again = await listenFrom(service, '2001:db8::1', frame);
    await closeAll([...streams, newcomer, again]);

    expect([newcomer.status, refused.status, again.status]).toEqual([200, 503, 200]);
    expect(refused.retryAfter).toBe('5');
    expect(ends).toEqual([false, false, false, false, false]);
  });
});
