import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEffects, type EffectsOptions } from '../../../src/sdk/host/effects.ts';
import { type FlowListener, startFlow } from '../../../src/sdk/host/flow.ts';
import type { SessionState } from '../../../src/sdk/host/phase.ts';
import type { PreparedFlow } from '../../../src/sdk/host/prepare-flow.ts';
import type { SessionContext } from '../../../src/sdk/host/session-context.ts';
import { createPopupSurface } from '../../../src/sdk/host/surfaces/popup.ts';
import type { Input } from '../../../src/sdk/host/transition.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import type { WelcomeMessage } from '../../../src/sdk/protocol/messages.ts';
import { atLogin, atSelector, drive, ready, withSilentWindow, withWindow } from './drive.ts';

vi.mock('../../../src/sdk/host/flow.ts', () => ({ startFlow: vi.fn() }));
vi.mock('../../../src/sdk/host/surfaces/popup.ts', () => ({ createPopupSurface: vi.fn() }));

const address = new URL('https://connect.example/connect?client_id=app');
const handoff = 'h'.repeat(43);

/** Every flow that was started, in order. */
let flows: { listener: FlowListener; welcome: WelcomeMessage; flow: ReturnType<typeof fakeFlow> }[];
/** Every window that the session took to the page. */
let popups: { window: Window; close: ReturnType<typeof vi.fn> }[];
let inputs: Input[];
const focus = vi.fn();

function fakeFlow() {
  return { send: vi.fn(), welcome: vi.fn(), close: vi.fn() };
}

function fakeWindow() {
  return { closed: false, focus };
}

beforeEach(() => {
  vi.useFakeTimers();
  flows = [];
  popups = [];
  inputs = [];
  focus.mockReset();
  vi.mocked(startFlow).mockImplementation((_, welcome, listener) => {
    const flow = fakeFlow();
    flows.push({ listener, welcome, flow });
    return flow;
  });
  vi.mocked(createPopupSurface).mockImplementation((_, window) => {
    const popup = { window: window as Window, close: vi.fn() };
    popups.push(popup);
    return { ...popup, address, handoff, listen() {} } as never;
  });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Effects of a session in this state; `dispatch` only records its inputs, unless one is given. */
function perform(state: SessionState, options: Partial<EffectsOptions & SessionContext> = {}) {
  const surface = { id: '42', address, restart: vi.fn() };
  const openWindow = vi.fn((): Window | null => fakeWindow() as unknown as Window);
  const onSuccess = vi.fn((): unknown => undefined);
  const hideModal = vi.fn();
  const context = {
    settings: { clientId: 'app', onSuccess, state: 'bound' },
    surface,
    popup: undefined,
    openWindow,
    ConnectError,
    emit: vi.fn(),
    settle: vi.fn(),
    ...options,
  } as unknown as SessionContext;
  const current = signal(state);
  const effects = createEffects({
    context,
    state: current,
    prepared: undefined,
    dispatch: (...input) => void inputs.push(input),
    hideModal,
    theme: signal('dark'),
    locale: 'de',
    ...options,
  });
  return { effects, surface, openWindow, onSuccess, hideModal, context, current };
}

const selecting = drive({}, ...atSelector).state;
const silentWindow = drive({}, ...withSilentWindow).state;

describe('a timer', () => {
  it.each([
    ['pageLoad', 15_000],
    ['pageAnswer', 15_000],
    ['join', 10_000],
    ['rejoin', 15_000],
    ['callback', 15_000],
    ['success', 1400],
    ['leaving', 60],
  ] as const)('%s ends after %i ms', (timer, milliseconds) => {
    const { effects } = perform(selecting);
    effects.waitFor(timer);
    vi.advanceTimersByTime(milliseconds - 1);
    expect(inputs).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(inputs).toEqual([['timedOut', timer]]);
  });

  it('replaces the one before it, and can be stopped', () => {
    const { effects } = perform(selecting);
    effects.waitFor('success');
    effects.waitFor('join');
    vi.advanceTimersByTime(10_000);
    expect(inputs).toEqual([['timedOut', 'join']]);
    effects.waitFor('join');
    effects.stopWaiting();
    effects.waitFor('success');
    effects.close();
    vi.advanceTimersByTime(60_000);
    expect(inputs).toHaveLength(1);
  });
});

describe('the frame', () => {
  it('is followed by a flow with the session’s data', () => {
    const { effects, surface } = perform({ ...selecting, providerId: 'framed' });
    effects.startFrame(false);
    expect(surface.restart).not.toHaveBeenCalled();
    expect(startFlow).toHaveBeenLastCalledWith(surface, expect.anything(), expect.anything());
    expect(flows[0]?.welcome).toMatchObject({
      type: 'welcome',
      session_id: '42',
      state: 'bound',
      surface: 'frame',
      selector: 'host',
      provider_id: 'framed',
      theme: 'dark',
      locale: 'de',
    });
    effects.send('frame', { type: 'back' });
    expect(flows[0]?.flow.send).toHaveBeenCalledWith({ type: 'back' });
  });

  it('reports its messages and failures', () => {
    const { effects } = perform(selecting);
    effects.startFrame(false);
    flows[0]?.listener.onHello?.();
    flows[0]?.listener.onMessage(ready);
    flows[0]?.listener.onFailure('protocol_error');
    expect(inputs).toEqual([
      ['pageSaid', 'frame', ready],
      ['flowFailed', 'frame', 'protocol_error'],
    ]);
  });

  it('is loaded anew for a fresh flow, with another nonce; the old flow counts no longer', () => {
    const { effects, surface } = perform(selecting);
    effects.startFrame(false);
    effects.startFrame(true);
    expect(surface.restart).toHaveBeenCalledOnce();
    expect(flows[0]?.flow.close).toHaveBeenCalledOnce();
    expect(flows[1]?.flow.close).not.toHaveBeenCalled();
    expect(flows[0]?.welcome.nonce).not.toBe(flows[1]?.welcome.nonce);
    flows[0]?.listener.onMessage(ready);
    flows[0]?.listener.onFailure('protocol_error');
    expect(inputs).toEqual([]);
    effects.send('frame', { type: 'back' });
    expect(flows[0]?.flow.send).not.toHaveBeenCalled();
    expect(flows[1]?.flow.send).toHaveBeenCalledOnce();
  });

  it('is left by its flow', () => {
    const { effects } = perform(selecting);
    effects.startFrame(false);
    effects.closeFrameFlow();
    flows[0]?.listener.onMessage(ready);
    effects.send('frame', { type: 'back' });
    expect(inputs).toEqual([]);
    expect(flows[0]?.flow.close).toHaveBeenCalledOnce();
    expect(flows[0]?.flow.send).not.toHaveBeenCalled();
  });

  it('may be blocked before its flow has started: that flow is closed', () => {
    const { effects } = perform(selecting, {
      dispatch(...input) {
        inputs.push(input);
        effects.closeFrameFlow();
      },
    });
    vi.mocked(startFlow).mockImplementationOnce((_, welcome, listener) => {
      const flow = fakeFlow();
      flows.push({ listener, welcome, flow });
      listener.onFailure('frame_blocked');
      return flow;
    });
    effects.startFrame(false);
    expect(inputs).toEqual([['flowFailed', 'frame', 'frame_blocked']]);
    expect(flows[0]?.flow.close).toHaveBeenCalledOnce();
    effects.send('frame', { type: 'back' });
    expect(flows[0]?.flow.send).not.toHaveBeenCalled();
  });

  it('takes over the flow that preload has started, once', () => {
    const flow = fakeFlow();
    const handOver = vi.fn((listener: FlowListener) => listener.onMessage(ready));
    const prepared = { flow, handOver } as unknown as PreparedFlow;
    const { effects } = perform(selecting, { prepared });
    effects.startFrame(false);
    expect(flows).toEqual([]);
    expect(inputs).toEqual([['pageSaid', 'frame', ready]]);
    effects.send('frame', { type: 'back' });
    expect(flow.send).toHaveBeenCalledWith({ type: 'back' });
    effects.startFrame(true);
    expect(flow.close).toHaveBeenCalledOnce();
    expect(flows).toHaveLength(1);
    expect(handOver).toHaveBeenCalledOnce();
  });
});

describe('a window', () => {
  it('is first the one that `open` has opened, then another', () => {
    const first = fakeWindow() as unknown as Window;
    const { effects, openWindow } = perform(silentWindow, { popup: first });
    effects.openWindow();
    expect(openWindow).not.toHaveBeenCalled();
    expect(popups[0]?.window).toBe(first);
    expect(createPopupSurface).toHaveBeenLastCalledWith(address, first);
    effects.openWindow();
    expect(openWindow).toHaveBeenCalledOnce();
    expect(popups[0]?.close).toHaveBeenCalledOnce();
    expect(inputs).toEqual([
      ['windowOpened', false],
      ['windowOpened', false],
    ]);
  });

  it('may be blocked, in the call of `open` or later', () => {
    const { effects, openWindow } = perform(silentWindow, { popup: null });
    effects.openWindow();
    expect(openWindow).not.toHaveBeenCalled();
    openWindow.mockReturnValueOnce(null);
    effects.openWindow();
    expect(inputs).toEqual([
      ['windowOpened', true],
      ['windowOpened', true],
    ]);
    expect(popups).toEqual([]);
    // Without a window there is nothing to follow.
    effects.startWindow();
    expect(flows).toEqual([]);
  });

  it('is closed when the session did not take it', () => {
    const { effects } = perform(selecting);
    effects.openWindow();
    expect(popups[0]?.close).toHaveBeenCalledOnce();
    effects.startWindow();
    expect(flows).toEqual([]);
  });

  it('is followed by a flow with its own welcome', () => {
    const { effects } = perform({ ...silentWindow, providerId: 'popup-only' });
    effects.openWindow();
    effects.startWindow();
    expect(flows[0]?.welcome).toMatchObject({
      surface: 'popup',
      selector: 'page',
      provider_id: 'popup-only',
    });
    inputs = [];
    flows[0]?.listener.onHello?.();
    flows[0]?.listener.onMessage(ready);
    flows[0]?.listener.onFailure('connection_lost');
    expect(inputs).toEqual([
      ['windowHello'],
      ['pageSaid', 'popup', ready],
      ['flowFailed', 'popup', 'connection_lost'],
    ]);
    effects.send('popup', { type: 'back' });
    expect(flows[0]?.flow.send).toHaveBeenCalledWith({ type: 'back' });
    effects.focusWindow();
    expect(focus).toHaveBeenCalledOnce();
  });

  it('counts no longer once it is closed', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    inputs = [];
    effects.closeWindow(false);
    expect(popups[0]?.close).toHaveBeenCalledOnce();
    expect(flows[0]?.flow.close).toHaveBeenCalledOnce();
    flows[0]?.listener.onHello?.();
    flows[0]?.listener.onMessage(ready);
    flows[0]?.listener.onFailure('connection_lost');
    effects.send('popup', { type: 'back' });
    expect(flows[0]?.flow.send).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(inputs).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
    // Idempotent, and harmless without a window.
    effects.closeWindow(false);
    effects.focusWindow();
    effects.findPage();
    expect(popups[0]?.close).toHaveBeenCalledOnce();
  });

  it('is closed a moment after the click that ended its flow', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    effects.closeWindow(true);
    vi.advanceTimersByTime(59);
    expect(popups[0]?.close).not.toHaveBeenCalled();
    expect(flows[0]?.flow.close).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(popups[0]?.close).toHaveBeenCalledOnce();
    expect(flows[0]?.flow.close).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(popups[0]?.close).toHaveBeenCalledOnce();
  });

  it('is closed before that moment when the session ends', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    effects.closeWindow(true);
    effects.close();
    expect(popups[0]?.close).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is looked at every 300 ms, because no event reports that it was closed', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    inputs = [];
    vi.advanceTimersByTime(3000);
    expect(inputs).toEqual([]);
    expect(flows[0]?.flow.welcome).not.toHaveBeenCalled();
    Object.assign(popups[0]?.window ?? {}, { closed: true });
    vi.advanceTimersByTime(299);
    expect(inputs).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(inputs).toEqual([['windowClosed']]);
    vi.advanceTimersByTime(3000);
    expect(inputs).toHaveLength(1);
  });

  it('whose page is reloading is welcomed until its page has spoken', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    inputs = [];
    effects.findPage();
    vi.advanceTimersByTime(600);
    expect(flows[0]?.flow.welcome.mock.calls).toEqual([[popups[0]?.window], [popups[0]?.window]]);
    flows[0]?.listener.onMessage(ready);
    vi.advanceTimersByTime(10_000);
    expect(flows[0]?.flow.welcome).toHaveBeenCalledTimes(2);
    expect(inputs).toEqual([['pageSaid', 'popup', ready]]);
  });

  it('whose page does not come back within about four seconds counts as closed', () => {
    const { effects } = perform(silentWindow);
    effects.openWindow();
    effects.startWindow();
    inputs = [];
    effects.findPage();
    vi.advanceTimersByTime(13 * 300);
    expect(flows[0]?.flow.welcome).toHaveBeenCalledTimes(13);
    expect(inputs).toEqual([]);
    vi.advanceTimersByTime(300);
    expect(inputs).toEqual([['windowClosed']]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the handoff', () => {
  it('is sent to the frame’s page while the window’s page cannot be reached', () => {
    const { effects, current } = perform({ ...silentWindow, providerId: 'popup-only' });
    effects.startFrame(false);
    effects.openWindow();
    effects.sendHandoff();
    const message = { type: 'handoff', handoff, provider_id: 'popup-only' };
    expect(flows[0]?.flow.send.mock.calls).toEqual([[message]]);
    current.value = drive({}, ...withWindow).state;
    effects.sendHandoff();
    expect(flows[0]?.flow.send).toHaveBeenCalledOnce();
  });

  it('does not exist without a window', () => {
    const { effects } = perform(selecting);
    effects.startFrame(false);
    effects.sendHandoff();
    expect(flows[0]?.flow.send).not.toHaveBeenCalled();
  });
});

describe('a code', () => {
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('goes to the host’s callback, and to no other place', async () => {
    const { effects, onSuccess } = perform(selecting);
    effects.deliver('the-code', 1);
    expect(onSuccess.mock.calls).toEqual([[{ code: 'the-code' }]]);
    await settle();
    expect(inputs).toEqual([['callbackDone']]);
  });

  it('waits for the callback’s promise', async () => {
    const { effects, onSuccess } = perform(selecting);
    let accept = () => {};
    onSuccess.mockReturnValueOnce(
      new Promise<void>((resolve) => {
        accept = resolve;
      }),
    );
    effects.deliver('the-code', 1);
    await settle();
    expect(inputs).toEqual([]);
    accept();
    await settle();
    expect(inputs).toEqual([['callbackDone']]);
  });

  it.each([
    [
      'throws',
      (cause: Error) => () => {
        throw cause;
      },
    ],
    ['rejects', (cause: Error) => () => Promise.reject(cause)],
  ])('fails when the callback %s', async (_, fail) => {
    const cause = new TypeError('no');
    const { effects, onSuccess } = perform(selecting);
    onSuccess.mockImplementationOnce(fail(cause));
    effects.deliver('the-code', 3);
    await settle();
    expect(inputs).toEqual([['callbackFailed', 3, cause]]);
  });

  it('fails when the callback only creates a callback', async () => {
    const { effects, onSuccess } = perform(selecting);
    onSuccess.mockReturnValueOnce(() => {});
    effects.deliver('the-code', 1);
    await settle();
    const message = 'onSuccess returned a function: did you mean onSuccess: forwardCode(...)?';
    const cause = expect.objectContaining({ code: 'callback_failed', message });
    expect(inputs).toEqual([['callbackFailed', 1, cause]]);
  });
});

it('events, the outcome and the modal are the caller’s', () => {
  const { effects, context, hideModal } = perform(drive({}, ...atLogin).state);
  effects.emit({ name: 'opened' });
  effects.settle({ status: 'connected' }, 'finishing');
  effects.hideModal();
  expect(context.emit).toHaveBeenCalledWith({ name: 'opened' });
  expect(context.settle).toHaveBeenCalledWith({ status: 'connected' }, 'finishing');
  expect(hideModal).toHaveBeenCalledOnce();
});

it('the end closes window and frame', () => {
  const { effects } = perform(silentWindow);
  effects.startFrame(false);
  effects.openWindow();
  effects.startWindow();
  effects.close();
  expect(flows.map(({ flow }) => flow.close.mock.calls.length)).toEqual([1, 1]);
  expect(popups[0]?.close).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
  effects.close();
  expect(popups[0]?.close).toHaveBeenCalledOnce();
});
