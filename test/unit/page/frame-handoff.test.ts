// @vitest-environment happy-dom
import type { Bridge } from 'tax-connect/page';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FlowResult } from '../../../src/connect/page/flow-client.ts';
import { createFrameHandoff } from '../../../src/connect/page/frame-handoff.ts';
import type { Handoff, HandoffClient } from '../../../src/connect/page/handoff-client.ts';
import type { FlowEvent } from '../../../src/connect/shapes/flow-answers.ts';
import { createFakeStreams, settle } from './fake-streams.ts';
import { answer, refuse } from './support.tsx';

const handoff: Handoff = {
  secret: 'h'.repeat(43),
  providerId: 'sandbox',
  locale: 'de',
  theme: 'dark',
  sessionId: 's1',
};
const issued = { code: 'c0de', nonce: 'n'.repeat(43) };

/** The frame's page, with a host that only listens and a service that the test plays. */
function createFrame() {
  const sent: unknown[][] = [];
  const record =
    (name: string) =>
    (...values: unknown[]) =>
      void sent.push([name, ...values]);
  const bridge = {
    sendHandoffChanged: record('handoff_changed'),
    sendProviderSelected: record('provider_selected'),
    sendHandoffAsked: record('handoff_asked'),
    sendStep: record('step'),
    sendExit: record('exit'),
    sendCode: record('code'),
    sendError: record('error'),
  };
  const { streams, listen } = createFakeStreams();
  const client = {
    register: vi.fn<HandoffClient['register']>(() => answer({})),
    takeBack: vi.fn<HandoffClient['takeBack']>(() => answer({})),
    collectCode: vi.fn<HandoffClient['collectCode']>(() => answer(issued)),
    ask: vi.fn<HandoffClient['ask']>(),
    join: vi.fn<HandoffClient['join']>(),
    refuse: vi.fn<HandoffClient['refuse']>(),
    leave: vi.fn(),
    listen,
  } satisfies HandoffClient;
  const frame = createFrameHandoff(client, () => bridge as unknown as Bridge);
  frames.push(frame);
  /** The stream that is currently read. */
  const stream = () => {
    const last = streams.at(-1);
    if (!last) throw new Error('No one listens.');
    return last;
  };
  return { frame, client, sent, streams, stream };
}

const frames: { close(): void }[] = [];

async function createListening() {
  const page = createFrame();
  void page.frame.start(handoff);
  await settle();
  return page;
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const frame of frames.splice(0)) frame.close();
  vi.useRealTimers();
});

describe('a frame whose flow continues in a window', () => {
  it('registers the handoff before it listens', async () => {
    const { frame, client } = createFrame();
    let register = (_: FlowResult<unknown>) => {};
    client.register.mockReturnValueOnce(
      new Promise((resolve) => {
        register = resolve;
      }),
    );
    void frame.start(handoff);
    await settle();
    expect(client.register).toHaveBeenCalledExactlyOnceWith(handoff);
    expect(client.listen).not.toHaveBeenCalled();

    register({ ok: true, value: {} });
    await settle();
    expect(client.listen).toHaveBeenCalledOnce();
  });

  it('reports the window’s progress to the host, each event once', async () => {
    const { sent, stream } = await createListening();
    const { say } = stream();
    say({ handoff: 'waiting', step: 'select', provider_id: null });
    say({ handoff: 'joined', step: 'select', provider_id: null });
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'mfa', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    expect(sent).toEqual([
      ['handoff_changed', 'waiting'],
      ['handoff_changed', 'joined'],
      ['step', 'select'],
      ['provider_selected', 'sandbox'],
      ['step', 'login'],
      ['step', 'consent'],
    ]);
  });

  it('reports no step before the window has joined', async () => {
    const { sent, stream } = await createListening();
    stream().say({ handoff: 'waiting', step: 'login', provider_id: 'sandbox' });
    expect(sent).toEqual([['handoff_changed', 'waiting']]);
  });

  it('reports a missing window, and its step when it is back', async () => {
    const { sent, stream } = await createListening();
    const { say } = stream();
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    sent.length = 0;
    say({ handoff: 'left', step: 'login', provider_id: 'sandbox' });
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    expect(sent).toEqual([
      ['handoff_changed', 'left'],
      ['handoff_changed', 'joined'],
      ['step', 'login'],
    ]);
  });

  it('ends the flow when the window cannot continue, and stops listening', async () => {
    const { sent, stream, streams } = await createListening();
    const { say, end } = stream();
    say({ handoff: 'joined', step: 'login', provider_id: 'sandbox' });
    sent.length = 0;
    say({ handoff: 'failed', step: 'select', provider_id: null });
    await end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toEqual([['error', expect.objectContaining({ retryable: true })]]);
    expect(streams).toHaveLength(1);
  });

  it('requests the code only after the user has allowed access', async () => {
    const { client, sent, stream } = await createListening();
    const { say, end } = stream();
    say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    sent.length = 0;
    say({ handoff: 'joined', step: 'allowed', provider_id: 'sandbox' });
    expect(client.collectCode).not.toHaveBeenCalled();
    await end();
    expect(client.collectCode).toHaveBeenCalledOnce();
    expect(sent).toEqual([['code', issued.code, issued.nonce]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.listen).toHaveBeenCalledOnce();
  });

  it('reports a denial, and requests no code', async () => {
    const { client, sent, stream } = await createListening();
    stream().say({ handoff: 'joined', step: 'denied', provider_id: 'sandbox' });
    await stream().end();
    expect(sent.at(-1)).toEqual(['exit', 'denied']);
    expect(client.collectCode).not.toHaveBeenCalled();
  });

  it('listens again a second after its connection breaks, and repeats nothing', async () => {
    const { client, sent, stream } = await createListening();
    const event: FlowEvent = { handoff: 'joined', step: 'login', provider_id: 'sandbox' };
    stream().say(event);
    await stream().end();
    expect(client.listen).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(client.listen).toHaveBeenCalledTimes(2);
    const before = sent.length;
    stream().say(event);
    expect(sent).toHaveLength(before);
    stream().say({ ...event, step: 'allowed' });
    await stream().end();
    expect(sent.at(-1)?.[0]).toBe('code');
  });

  it('stops when the service reports the end', async () => {
    const { client, sent, stream } = await createListening();
    stream().say({ handoff: 'over' });
    await stream().end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.listen).toHaveBeenCalledOnce();
    expect(sent).toEqual([]);
  });
});

describe('an error of the service', () => {
  const expectError = (sent: unknown[][], code: string) =>
    expect(sent).toEqual([['error', expect.objectContaining({ code })]]);

  it('when the handoff is refused is reported, and ends listening', async () => {
    const { frame, client, sent } = createFrame();
    client.register.mockReturnValueOnce(refuse('invalid_step', false));
    await frame.start(handoff);
    expectError(sent, 'session_expired');
    expect(client.listen).not.toHaveBeenCalled();
  });

  it('while listening is reported when a retry does not help', async () => {
    const { client, sent, stream } = await createListening();
    await stream().end({ code: 'session_expired', description: 'Expired.', retryable: true });
    expectError(sent, 'session_expired');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.listen).toHaveBeenCalledOnce();
  });

  it('when the code is requested is reported', async () => {
    const { client, sent, stream } = await createListening();
    client.collectCode.mockReturnValueOnce(refuse('server_error'));
    stream().say({ handoff: 'joined', step: 'allowed' });
    sent.length = 0;
    await stream().end();
    expectError(sent, 'server_error');
  });
});

describe('a flow that the frame takes back', () => {
  it('returns to the selection, and ignores later events of the window', async () => {
    const { frame, client, sent, stream } = await createListening();
    stream().say({ handoff: 'joined', step: 'consent', provider_id: 'sandbox' });
    sent.length = 0;
    expect(frame.takeBack()).toBe(true);
    expect(stream().signal.aborted).toBe(true);
    stream().say({ handoff: 'joined', step: 'allowed', provider_id: 'sandbox' });
    await settle();
    expect(client.takeBack).toHaveBeenCalledOnce();
    expect(client.collectCode).not.toHaveBeenCalled();
    expect(sent).toEqual([['step', 'select']]);
  });

  it('is taken back only after the handoff was registered', async () => {
    const { frame, client } = createFrame();
    let register = (_: FlowResult<unknown>) => {};
    client.register.mockReturnValueOnce(
      new Promise((resolve) => {
        register = resolve;
      }),
    );
    void frame.start(handoff);
    frame.takeBack();
    await settle();
    expect(client.takeBack).not.toHaveBeenCalled();
    register({ ok: true, value: {} });
    await settle();
    expect(client.takeBack).toHaveBeenCalledOnce();
    expect(client.listen).not.toHaveBeenCalled();
  });

  it('needs no request when there was no handoff', () => {
    const { frame, client } = createFrame();
    expect(frame.takeBack()).toBe(false);
    expect(client.takeBack).not.toHaveBeenCalled();
  });

  it('stays with a newer window that was opened meanwhile', async () => {
    const { frame, sent } = await createListening();
    frame.takeBack();
    void frame.start({ ...handoff, secret: 'i'.repeat(43) });
    await settle();
    expect(sent).not.toContainEqual(['step', 'select']);
  });
});

describe('another window', () => {
  it('replaces the earlier one, whose events are ignored', async () => {
    const { frame, client, sent, streams } = await createListening();
    const again = { ...handoff, secret: 'i'.repeat(43) };
    void frame.start(again);
    await settle();
    expect(client.register).toHaveBeenLastCalledWith(again);
    expect(streams.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    streams[0]?.say({ handoff: 'joined', step: 'login' });
    expect(sent).toEqual([]);
    streams[1]?.say({ handoff: 'waiting' });
    expect(sent).toEqual([['handoff_changed', 'waiting']]);
  });
});

describe('a frame that is closed', () => {
  it('tells the window, whether it is closed or its document is unloaded', async () => {
    const { client, frame, stream } = await createListening();
    dispatchEvent(new Event('pagehide'));
    expect(client.leave).toHaveBeenCalledTimes(1);
    frame.close();
    expect(client.leave).toHaveBeenCalledTimes(2);
    expect(stream().signal.aborted).toBe(true);
    dispatchEvent(new Event('pagehide'));
    expect(client.leave).toHaveBeenCalledTimes(2);
  });

  it('sends nothing without a window, or after its end', async () => {
    const alone = createFrame();
    const done = await createListening();
    done.stream().say({ handoff: 'joined', step: 'denied' });
    await done.stream().end();
    dispatchEvent(new Event('pagehide'));
    alone.frame.close();
    done.frame.close();
    expect(alone.client.leave).not.toHaveBeenCalled();
    expect(done.client.leave).not.toHaveBeenCalled();
  });
});
