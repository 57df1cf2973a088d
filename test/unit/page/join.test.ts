// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlowStore } from '../../../src/connect/page/flow-store.ts';
import type { HandoffClient } from '../../../src/connect/page/handoff-client.ts';
import { createJoin, takeHandoff } from '../../../src/connect/page/join.ts';
import type { ProviderVisit } from '../../../src/connect/page/provider-visit.ts';
import type { AskedQuestion, JoinedFlow } from '../../../src/connect/shapes/flow-answers.ts';
import { createFakeStreams, settle } from './fake-streams.ts';
import { answer, createFakeClient, createFakeReporter, refuse, startedFlow } from './support.tsx';

const handoff = 'h'.repeat(43);
const joinedFlow: JoinedFlow = {
  ...startedFlow,
  provider_id: null,
  locale: 'de',
  theme: 'dark',
  session_id: 's1',
};

const look = { locale: 'de', theme: 'dark', session_id: 's1' } as const;
const asked: AskedQuestion = { ...look, origin: 'https://app.example', needs_number: false };

/** The page of a window with a handoff, and a service that the test plays. */
function createWindow(visit?: ProviderVisit) {
  const { streams, listen } = createFakeStreams();
  const client = {
    register: vi.fn(),
    takeBack: vi.fn(),
    collectCode: vi.fn(),
    leave: vi.fn(),
    ask: vi.fn<HandoffClient['ask']>(() => answer(asked)),
    join: vi.fn<HandoffClient['join']>(() => answer(joinedFlow)),
    refuse: vi.fn<HandoffClient['refuse']>(() => answer({})),
    listen,
  } satisfies HandoffClient;
  const own = createFakeClient();
  const onJoined = vi.fn();
  const onAsked = vi.fn();
  const join = createJoin({ client, handoff, visit, onAsked, onJoined });
  if (!join) throw new Error('A page with a handoff can join.');
  const reporter = createFakeReporter();
  const { application } = startedFlow;
  const store = createFlowStore({ application, client: join.extend(own), reporter });
  return { client, join, onAsked, onJoined, own, store, streams };
}

async function createJoined(flow: Partial<JoinedFlow> = {}) {
  const page = createWindow();
  page.client.join.mockReturnValueOnce(answer({ ...joinedFlow, ...flow }));
  page.join.join(page.store);
  await settle();
  await page.store.confirmWindow(null);
  await settle();
  return page;
}

/** Performs the login and the decision. */
async function decide({ store }: ReturnType<typeof createWindow>, decision: 'allow' | 'deny') {
  await store.selectProvider('sandbox');
  await store.login({ username: 'user_good', password: 'pass_good' });
  await store.decide(decision);
}

const close = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('close', close.mockReset());
});

afterEach(() => {
  // Ends a follower of the frame.
  dispatchEvent(new Event('pagehide'));
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the handoff in the address', () => {
  it('is removed from it, and nothing else', () => {
    history.replaceState(null, '', `/connect?client_id=app#handoff=${handoff}`);
    expect(takeHandoff(window)).toBe(handoff);
    expect(location.href).toMatch(/\/connect\?client_id=app$/);
    expect(takeHandoff(window)).toBeNull();
  });

  it.each([
    '',
    '#',
    '#handoff=',
    `#handoff=${handoff}h`,
    `#x=1&handoff=${handoff}`,
    '#handoff=<b>',
  ])('is ignored when it is %j', (hash) => {
    history.replaceState(null, '', `/connect${hash}`);
    expect(takeHandoff(window)).toBeNull();
    expect(location.hash).toBe('');
  });

  it('lets a page join', () => {
    const { client } = createWindow();
    const visit = {
      flowToken: 'token',
      isJoined: false,
      reference: '',
      handoff: null,
      look: null,
      query: null,
    };
    const told = { onAsked: vi.fn(), onJoined: vi.fn() };
    expect(createJoin({ client, handoff: null, visit: undefined, ...told })).toBeUndefined();
    expect(createJoin({ client, handoff: null, visit, ...told })).toBeUndefined();
    const joined = createJoin({
      client,
      handoff: null,
      visit: { ...visit, isJoined: true },
      ...told,
    });
    expect(joined?.isJoined).toBe(true);
  });
});

describe('a window that returns from a provider’s own site', () => {
  const visit = {
    flowToken: 'token',
    isJoined: false,
    reference: '',
    handoff,
    look: null,
    query: 'code=a',
  };

  function comeBack(join: HandoffClient['join']) {
    const page = createWindow(visit);
    page.client.join.mockImplementation(join);
    page.join.join(page.store);
    return page;
  }

  it('and is cut off from its host, continues in the frame’s flow at its step', async () => {
    const { client, own, onJoined } = comeBack(() => answer(joinedFlow));
    await settle();
    expect(client.join).toHaveBeenCalledExactlyOnceWith(handoff, null);
    expect(onJoined).toHaveBeenCalledExactlyOnceWith(joinedFlow);
    expect(own.resume.mock.calls[0]?.[0]).toBeNull();
    expect(own.comeBack.mock.calls[0]?.[0]).toBe('code=a');
    expect(own.selectProvider).not.toHaveBeenCalled();
  });

  it('shows that its host is closed when no frame waits for it', async () => {
    const { own, store } = comeBack(() => refuse('invalid_step'));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'host_gone' } });
    expect(own.comeBack).not.toHaveBeenCalled();
  });
});

describe('a window that joins', () => {
  it('continues the frame’s flow at the selection, without binding another one', async () => {
    const { client, onJoined, own, store } = await createJoined();
    expect(client.join).toHaveBeenCalledExactlyOnceWith(handoff, null);
    expect(onJoined).toHaveBeenCalledExactlyOnceWith(joinedFlow);
    expect(own.start).not.toHaveBeenCalled();
    expect(store.view.value).toEqual({ kind: 'select' });
    expect(store.origin.value).toBe(startedFlow.origin);
    expect(store.providers.value).toEqual(startedFlow.providers);
  });

  it('starts with the provider that was picked in the modal', async () => {
    const { own, store } = await createJoined({ provider_id: 'sandbox' });
    expect(own.selectProvider.mock.calls[0]?.[0]).toBe('sandbox');
    expect(store.view.value.kind).toBe('login');
  });

  it('does not join when its page was welcomed', async () => {
    const { join, own } = await createJoined();
    const binding = {
      origin: 'https://app.example',
      nonce: 'n'.repeat(43),
      state: null,
      sessionId: 's',
    };
    await join.extend(own).start(binding, new AbortController().signal);
    expect(own.start.mock.calls[0]?.[0]).toEqual(binding);
  });

  it('retries for twenty seconds while the frame is not ready', async () => {
    const { client, join, store } = createWindow();
    client.ask.mockReturnValue(refuse('invalid_step'));
    join.join(store);
    await vi.advanceTimersByTimeAsync(19_900);
    expect(client.ask.mock.calls.length).toBeGreaterThan(30);
    expect(store.view.value.kind).toBe('starting');
    await vi.advanceTimersByTimeAsync(1000);
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'no_host' } });
    expect(client.listen).not.toHaveBeenCalled();
  });

  it('asks as soon as the frame is ready', async () => {
    const { client, join, store } = createWindow();
    client.ask.mockReturnValueOnce(refuse('invalid_step'));
    join.join(store);
    await vi.advanceTimersByTimeAsync(500);
    expect(client.ask).toHaveBeenCalledTimes(2);
    expect(store.view.value.kind).toBe('question');
  });

  it('does not retry after a refusal', async () => {
    const { client, join, onJoined, store } = createWindow();
    client.ask.mockReturnValueOnce(refuse('origin_not_allowed', false));
    join.join(store);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(client.ask).toHaveBeenCalledOnce();
    expect(client.join).not.toHaveBeenCalled();
    expect(onJoined).not.toHaveBeenCalled();
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'no_host' } });
  });
});

describe('the question in a window', () => {
  async function createAsking(question: Partial<AskedQuestion> = {}) {
    const page = createWindow();
    page.client.ask.mockReturnValueOnce(answer({ ...asked, ...question }));
    page.join.join(page.store);
    await settle();
    return page;
  }

  it('has the look of the host, and joins only after the answer', async () => {
    const { client, onAsked, store } = await createAsking();
    expect(onAsked).toHaveBeenCalledExactlyOnceWith(asked);
    expect(client.join).not.toHaveBeenCalled();
    expect(store.view.value).toMatchObject({
      kind: 'question',
      question: { origin: 'https://app.example', needsNumber: false },
    });
  });

  it('is asked again after a wrong number, and ends when the service has heard enough', async () => {
    const { client, store } = await createAsking({ needs_number: true });
    client.join.mockReturnValueOnce(refuse('wrong_number', false));
    await store.confirmWindow('0000');
    expect(store.view.value.kind).toBe('question');
    expect(store.problem.value?.code).toBe('wrong_number');
    client.join.mockReturnValueOnce(refuse('origin_not_allowed', false));
    await store.confirmWindow('1111');
    expect(store.view.value).toMatchObject({ kind: 'failed', problem: { code: 'no_host' } });
    expect(client.join.mock.calls).toEqual([
      [handoff, '0000'],
      [handoff, '1111'],
    ]);
  });

  it('uses the handoff up when the person did not open the window', async () => {
    const { client, store } = await createAsking();
    store.refuseWindow();
    expect(client.refuse).toHaveBeenCalledExactlyOnceWith(handoff);
    expect(store.view.value).toEqual({ kind: 'denied' });
    dispatchEvent(new Event('pagehide'));
    expect([client.join.mock.calls, client.leave.mock.calls]).toEqual([[], []]);
  });

  it('tells the frame when the window closes without an answer', async () => {
    const { client } = await createAsking();
    dispatchEvent(new Event('pagehide'));
    expect(client.leave).toHaveBeenCalledOnce();
  });
});

describe('a window that has joined', () => {
  it('closes when the flow has continued without it', async () => {
    const { store, streams } = await createJoined();
    streams[0]?.say({ handoff: 'joined' });
    streams[0]?.say({ handoff: 'over' });
    await streams[0]?.end();
    expect(store.view.value).toMatchObject({
      kind: 'failed',
      problem: { code: 'host_gone' },
    });
    expect(close).toHaveBeenCalledOnce();
  });

  it('closes when the service no longer knows it', async () => {
    const { store, streams } = await createJoined();
    await streams[0]?.end({ code: 'session_expired', description: 'Expired.', retryable: true });
    expect(store.view.value.kind).toBe('failed');
    expect(close).toHaveBeenCalledOnce();
  });

  it('stays open when only its connection breaks, and reconnects', async () => {
    const { client, store, streams } = await createJoined();
    streams[0]?.say({ handoff: 'joined' });
    await streams[0]?.end();
    await vi.advanceTimersByTimeAsync(500);
    expect(client.listen).toHaveBeenCalledTimes(2);
    expect(store.view.value.kind).toBe('select');
    expect(close).not.toHaveBeenCalled();
  });

  it.each([
    ['allowed', 'allow', 'success'],
    ['denied', 'deny', 'denied'],
  ] as const)('shows for a second that access was %s, then closes', async (_, decision, kind) => {
    const page = await createJoined();
    page.own.decide.mockReturnValueOnce(
      answer(decision === 'allow' ? { allowed: true } : { denied: true }),
    );
    const isDecided = decide(page, decision);
    await settle();
    page.streams[0]?.say({ handoff: 'over', step: decision === 'allow' ? 'issued' : 'denied' });
    await page.streams[0]?.end();
    await isDecided;
    expect(page.store.view.value.kind).toBe(kind);
    expect(page.streams[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(900);
    expect(close).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(close).toHaveBeenCalledOnce();
    expect(page.client.leave).not.toHaveBeenCalled();
  });

  it.each([
    ['the frame closes first', () => [{ handoff: 'over' } as const]],
    ['the frame does not fetch the code', () => []],
  ])('shows no success when %s, but an error', async (_, says) => {
    const page = await createJoined();
    page.own.decide.mockReturnValueOnce(answer({ allowed: true }));
    const isDecided = decide(page, 'allow');
    await settle();
    expect(page.store.view.value.kind).toBe('consent');
    for (const event of says()) {
      page.streams[0]?.say(event);
      await page.streams[0]?.end();
    }
    await vi.advanceTimersByTimeAsync(10_000);
    await isDecided;
    expect(page.store.view.value).toMatchObject({
      kind: 'failed',
      problem: { code: 'not_received' },
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(close).not.toHaveBeenCalled();
  });

  it('shows success when the code was fetched before its own response arrived', async () => {
    const page = await createJoined();
    page.own.decide.mockReturnValueOnce(answer({ allowed: true }));
    await page.store.selectProvider('sandbox');
    await page.store.login({ username: 'user_good', password: 'pass_good' });
    page.streams[0]?.say({ handoff: 'over', step: 'issued' });
    await page.streams[0]?.end();
    await page.store.decide('allow');
    expect(page.store.view.value.kind).toBe('success');
  });

  it('tells the frame when it closes first, but not after the outcome', async () => {
    const [first, second] = [await createJoined(), await createJoined()];
    await decide(second, 'deny');
    dispatchEvent(new Event('pagehide'));
    expect(first.client.leave).toHaveBeenCalledOnce();
    expect(second.client.leave).not.toHaveBeenCalled();
  });

  it('tells the frame when its flow fails, and shows the reason', async () => {
    const { client, own, store, streams } = await createJoined();
    own.selectProvider.mockReturnValueOnce(refuse('submission_limit_reached', false));
    await store.selectProvider('sandbox');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.view.value.kind).toBe('failed');
    expect(client.leave).toHaveBeenCalledExactlyOnceWith(true);
    expect(streams[0]?.signal.aborted).toBe(true);
    expect(close).not.toHaveBeenCalled();
  });
});
