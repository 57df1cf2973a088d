import { describe, expect, it } from 'vitest';
import { startFrame } from './handoff-harness.ts';
import { createTestService, oneProxy, type TestService } from './harness.ts';
import { publicUrl } from './test-application.ts';
import { inTurn, type TestFlow } from './world.ts';

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
