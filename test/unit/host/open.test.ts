// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectEvent, ConnectSession, OpenOptions } from '../../../src/sdk/host/api.ts';
import { type OpenedPopup, openPopup } from '../../../src/sdk/host/flow/surfaces/open-popup.ts';
import { loadSession } from '../../../src/sdk/host/open/load-session.ts';
import { open } from '../../../src/sdk/host/open/open.ts';
import { preload } from '../../../src/sdk/host/open/preload.ts';
import { mountSelector } from '../../../src/sdk/host/selector/mount-selector.ts';
import type { SessionContext } from '../../../src/sdk/host/session/session-context.ts';
import { ConnectError } from '../../../src/sdk/protocol/errors.ts';
import { keepFramesEmpty } from '../empty-frames.ts';

vi.mock('../../../src/sdk/host/open/load-session.ts', () => ({ loadSession: vi.fn() }));
vi.mock('../../../src/sdk/host/flow/surfaces/open-popup.ts', () => ({ openPopup: vi.fn() }));

const driver = { start: vi.fn(), focus: vi.fn(), close: vi.fn(), dispose: vi.fn() };
const createSession = vi.fn((_: SessionContext) => driver);

/** Calls of the host's callbacks, in order. */
let calls: unknown[];
let opened: ConnectSession[];
let release = () => {};

beforeEach(() => {
  vi.clearAllMocks();
  keepFramesEmpty();
  vi.mocked(loadSession).mockResolvedValue({ createSession, prepareFlow() {} } as never);
  // Like the real driver, a close ends the session.
  driver.close.mockImplementation((reason) => settle('exited', reason));
  calls = [];
  opened = [];
});

afterEach(async () => {
  for (const session of opened) session.close();
  release();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function openSession(options: Partial<OpenOptions> = {}): ConnectSession {
  const session = open({
    clientId: 'app',
    onSuccess() {},
    onEvent: ({ name }) => void calls.push(name),
    onExit: (exit) => void calls.push(exit),
    ...options,
  });
  opened.push(session);
  return session;
}

const readContext = () => createSession.mock.lastCall?.[0] as SessionContext;
const letSessionLoad = () => vi.waitFor(() => expect(driver.start).toHaveBeenCalled());
const findHost = () => document.documentElement.querySelector<HTMLElement>(':scope > div');

function settle(status: 'connected' | 'exited', reason: 'closed' | 'aborted' = 'closed'): void {
  const outcome = status === 'connected' ? { status } : { status, reason, error: null };
  readContext().settle(outcome, 'login');
}

describe('a session', () => {
  it('loads the page in a hidden frame, and dims the host’s page at once', () => {
    openSession();
    const host = findHost();
    expect(host?.querySelector('iframe')?.dataset.src).toContain('client_id=app');
    expect(host?.style).toMatchObject({
      position: 'fixed',
      // The host's page stays usable while the modal's code loads.
      pointerEvents: 'none',
      all: 'initial',
    });
    expect(openPopup).not.toHaveBeenCalled();
  });

  it('dates and marks its events', async () => {
    const events: ConnectEvent[] = [];
    const { id } = openSession({ onEvent: (event) => void events.push(event) });
    await letSessionLoad();
    const before = Date.now();
    readContext().emit({ name: 'step_changed', step: 'login' });
    expect(events).toEqual([
      { name: 'step_changed', step: 'login', sessionId: id, timestamp: expect.any(Number) },
    ]);
    expect((events[0]?.timestamp ?? 0) - before).toBeGreaterThanOrEqual(0);
  });

  it('ends in order: modal, frame, events, callback, promise', async () => {
    const session = openSession();
    await letSessionLoad();
    driver.dispose.mockImplementationOnce(() => void calls.push(`disposed, ${!!findHost()}`));
    const recorded = session.finished.then((outcome) => calls.push(outcome));
    session.close();
    expect(findHost()).toBe(null);
    await recorded;
    expect(calls).toEqual([
      'disposed, true',
      'closed',
      { reason: 'closed', error: null, step: 'login' },
      { status: 'exited', reason: 'closed', error: null },
    ]);
  });

  it('closed before its code has loaded never starts', async () => {
    const session = openSession();
    session.close();
    expect(await session.finished).toEqual({ status: 'exited', reason: 'closed', error: null });
    await vi.mocked(loadSession).mock.results[0]?.value;
    expect(createSession).not.toHaveBeenCalled();
    expect(calls).toEqual(['closed', { reason: 'closed', error: null, step: 'loading' }]);
  });

  it('reports a callback that throws as uncaught, and goes on', async () => {
    vi.useFakeTimers();
    const broken = () => {
      throw new Error('in the host');
    };
    const session = openSession({ onEvent: broken, onExit: broken });
    await vi.waitFor(() => expect(driver.start).toHaveBeenCalled());
    expect(() => readContext().emit({ name: 'opened' })).not.toThrow();
    expect(() => vi.advanceTimersByTime(0)).toThrow('in the host');
    session.close();
    expect(await session.finished).toMatchObject({ reason: 'closed' });
    expect(() => vi.runAllTimers()).toThrow('in the host');
  });
});

describe('a second call', () => {
  it('checks its options, too', () => {
    openSession();
    expect(() => open({ clientId: '' } as OpenOptions)).toThrow(ConnectError);
  });
});

describe('the host’s signal', () => {
  it('is left alone once the session has ended', () => {
    const { signal } = new AbortController();
    const stop = vi.spyOn(signal, 'removeEventListener');
    const listen = vi.spyOn(signal, 'addEventListener');
    openSession({ signal }).close();
    expect(stop.mock.calls).toEqual(listen.mock.calls);
    expect(stop.mock.calls[0]?.[0]).toBe('abort');
  });
});

describe('a popup', () => {
  const createPopup = (opener: unknown = window) =>
    ({ window: { opener, close: vi.fn() }, handoff: '' }) as unknown as OpenedPopup & {
      window: { close: ReturnType<typeof vi.fn> };
    };

  it('is closed with the session, even before its code has loaded', () => {
    const popup = createPopup();
    vi.mocked(openPopup).mockReturnValueOnce(popup);
    openSession({ display: 'popup' }).close();
    expect(popup.window.close).toHaveBeenCalledOnce();
  });

  it('without an opener closes itself', () => {
    const popup = createPopup(null);
    vi.mocked(openPopup).mockReturnValueOnce(popup);
    openSession({ display: 'popup' }).close();
    expect(popup.window.close).not.toHaveBeenCalled();
  });

  it('leaves a preloaded frame to the next session', async () => {
    release = preload({ clientId: 'app' });
    vi.mocked(openPopup).mockReturnValueOnce(createPopup());
    const session = openSession({ display: 'popup' });
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
    session.close();
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });
});

describe('a preloaded frame', () => {
  it('of another application is removed', () => {
    release = preload({ clientId: 'other' });
    const frame = document.querySelector('iframe');
    openSession();
    expect(frame?.isConnected).toBe(false);
    expect(document.querySelectorAll('iframe')).toHaveLength(1);
  });

  it('is kept by a second preload, and removed by its release, once', () => {
    const first = preload({ clientId: 'app' });
    const frame = document.querySelector('iframe');
    release = preload({ clientId: 'app' });
    expect(document.querySelector('iframe')).toBe(frame);
    release();
    expect(frame?.isConnected).toBe(false);
    first();
    preload({ clientId: 'app' })();
    expect(document.querySelectorAll('iframe')).toHaveLength(0);
  });

  it('is removed when the modal’s code cannot be loaded', async () => {
    vi.mocked(loadSession).mockRejectedValueOnce(new TypeError('blocked'));
    release = preload({ clientId: 'app' });
    await vi.waitFor(() => expect(document.querySelectorAll('iframe')).toHaveLength(0));
  });
});

describe('a start that fails', () => {
  it('is reported with its cause', async () => {
    const cause = new TypeError('blocked');
    vi.mocked(loadSession).mockRejectedValue(cause);
    const error = expect.objectContaining({
      code: 'load_timeout',
      message: 'Connect did not start.',
      retryable: true,
      cause,
    });
    const { finished } = openSession();
    expect(await finished).toEqual({ status: 'exited', reason: 'error', error });
    expect(calls).toEqual(['failed', 'closed', { reason: 'error', error, step: 'loading' }]);
    expect(findHost()).toBe(null);
  });

  it('is reported by a selector in the page, too, which can then be unmounted', async () => {
    const cause = new TypeError('blocked');
    vi.mocked(loadSession).mockRejectedValue(cause);
    const onEvent = vi.fn();
    const options = { clientId: 'app', onSuccess() {}, onEvent };
    const selector = mountSelector(document.createElement('div'), options);
    await vi.waitFor(() => expect(onEvent).toHaveBeenCalledOnce());

    const error = expect.objectContaining({ code: 'load_timeout', retryable: true, cause });
    expect(onEvent).toHaveBeenCalledWith(
      expect.objectContaining({ name: 'failed', error, sessionId: '' }),
    );
    selector.unmount();
  });

  it('in the clean-up still ends the session', async () => {
    vi.useFakeTimers();
    const session = openSession();
    await vi.waitFor(() => expect(driver.start).toHaveBeenCalled());
    driver.dispose.mockImplementationOnce(() => {
      throw new Error('in the clean-up');
    });
    session.close();
    expect(await session.finished).toMatchObject({ status: 'exited' });
    expect(() => vi.runAllTimers()).toThrow('in the clean-up');
  });
});
